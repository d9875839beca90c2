import { PROVIDERS, SIGNALS } from '../../core/model/plane.ts'
import { BASELINES, DEFAULT_POLICY, ENFORCEMENTS, type Policy } from '../../core/model/policy.ts'
import { amount, choice, ladder, phrase, type Section, words } from './setting.ts'

const initial = DEFAULT_POLICY.plane
const MINUTE_MS = 60_000
const SECOND_MS = 1_000

// PLANE-R10b: there is no `gate` for routine work.
const ROUTINE = ladder('plane.routine', ['observe', 'steer'], {
  initial: initial.routine,
  about: 'what a boundary in routine work leads to: a row in the audit, or also a word to the agent',
})
const STEER_ON = words('plane.steer_on', SIGNALS, {
  initial: initial.steerOn,
  stricter: 'more',
  about: 'which signals may say a word to the agent, at most one per window',
})
const SIGNALS_ON = words('plane.signals', SIGNALS, {
  initial: initial.signals,
  stricter: 'more',
  about: 'which signals may make a boundary',
})
const PERSIST = amount('plane.persist_calls', {
  initial: initial.persistCalls,
  minimum: 1,
  maximum: 50,
  about: 'for how many actions a shift in the kind of work must last before it is a boundary',
})
const FLOOR_CALLS = amount('plane.floor_calls', {
  initial: initial.floorCalls,
  minimum: 1,
  maximum: 500,
  about: 'how many actions lie between two boundaries at least',
})
const FLOOR_SECONDS = amount('plane.floor_seconds', {
  initial: initial.floorMs / SECOND_MS,
  minimum: 0,
  maximum: 3_600,
  about: 'how many seconds lie between two boundaries at least',
})
const RETURN_CALLS = amount('plane.return_calls', {
  initial: initial.returnCalls,
  minimum: 1,
  maximum: 500,
  about: 'how many actions before the work may go back to the kind it just left, or have a boundary within one kind',
})
const WINDOW_CALLS = amount('plane.window_calls', {
  initial: initial.windowCalls,
  minimum: 10,
  maximum: 10_000,
  about: 'after how many actions a window ends by itself',
})
const WINDOW_MINUTES = amount('plane.window_minutes', {
  initial: initial.windowMs / MINUTE_MS,
  minimum: 1,
  maximum: 1_440,
  about: 'after how many minutes a window ends by itself',
})
const CHECKPOINTS = words('plane.checkpoints', PROVIDERS, {
  initial: initial.providers,
  about: 'what counts as evidence of a reassessment; changes no boundary, steer or hold',
})
const CHECKPOINT_TOOL = phrase('plane.checkpoint_tool', {
  initial: initial.checkpointTool,
  about: 'the name of a tool whose use is a checkpoint of your own',
})
const CHECKPOINT_COMMAND = phrase('plane.checkpoint_command', {
  initial: initial.checkpointCommand,
  about: 'the first words of a command that is a checkpoint of your own',
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
  settings: [
    ...[ROUTINE, STEER_ON, SIGNALS_ON, PERSIST, FLOOR_CALLS, FLOOR_SECONDS, RETURN_CALLS, WINDOW_CALLS, WINDOW_MINUTES],
    ...[CHECKPOINTS, CHECKPOINT_TOOL, CHECKPOINT_COMMAND, METHOD_RULES, BASELINE],
  ],
  section: (pick) => ({
    routine: pick(ROUTINE),
    steerOn: pick(STEER_ON),
    signals: pick(SIGNALS_ON),
    persistCalls: pick(PERSIST),
    floorCalls: pick(FLOOR_CALLS),
    floorMs: pick(FLOOR_SECONDS) * SECOND_MS,
    returnCalls: pick(RETURN_CALLS),
    windowCalls: pick(WINDOW_CALLS),
    windowMs: pick(WINDOW_MINUTES) * MINUTE_MS,
    providers: pick(CHECKPOINTS),
    checkpointTool: pick(CHECKPOINT_TOOL),
    checkpointCommand: pick(CHECKPOINT_COMMAND),
    methodRules: pick(METHOD_RULES),
    baselines: pick(BASELINE),
  }),
}
