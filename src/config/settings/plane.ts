import { BASELINES, DEFAULT_POLICY, ENFORCEMENTS, type Policy, STEER_SIGNALS } from '../../core/model/policy.ts'
import { choice, ladder, type Section, words } from './setting.ts'

const initial = DEFAULT_POLICY.plane

const ROUTINE = ladder('plane.routine', ENFORCEMENTS, {
  initial: initial.routine,
  about: 'what a boundary in routine work leads to',
})
const STEER_ON = words('plane.steer_on', STEER_SIGNALS, {
  initial: initial.steerOn,
  stricter: 'more',
  about: 'which signals may say a word to the agent, at most one per window',
})
const METHOD_RULES = ladder('plane.method_rules', ENFORCEMENTS, {
  initial: initial.methodRules,
  about: 'what the method rules for workers lead to: wrong tool, build before plan, skipped verification',
})
const BASELINE = choice('plane.baselines', BASELINES, {
  initial: initial.baselines,
  about: 'whether a window is measured against fixed figures or against those learned in this repository',
})

export const PLANE: Section<Policy['plane']> = {
  settings: [ROUTINE, STEER_ON, METHOD_RULES, BASELINE],
  section: (pick) => ({
    routine: pick(ROUTINE),
    steerOn: pick(STEER_ON),
    methodRules: pick(METHOD_RULES),
    baselines: pick(BASELINE),
  }),
}
