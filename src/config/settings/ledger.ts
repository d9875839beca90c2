import {
  DEFAULT_POLICY,
  ENFORCEMENTS,
  GROUNDINGS,
  type Policy,
  PRECOMPACT,
  RED_ACTIONS,
} from '../../core/model/policy.ts'
import { ladder, type Section, toggle } from './setting.ts'

const initial = DEFAULT_POLICY.ledger

const RECORD = toggle('ledger.record', {
  initial: initial.record,
  stricter: true,
  about: 'whether decisions and handoffs are recorded',
})
const RECOVERY = toggle('ledger.recovery', {
  initial: initial.recovery,
  about: 'whether a new session is told where the last one stopped',
})
const GROUNDING = ladder('ledger.grounding', GROUNDINGS, {
  initial: initial.grounding,
  about: 'whether a checkpoint with too few verified citations is refused or only told so',
})
const EFFECT = ladder('ledger.effect', ENFORCEMENTS, {
  initial: initial.effect,
  about: 'what a missing synthesis leads to',
})
const PRECOMPACT_SETTING = ladder('ledger.precompact', PRECOMPACT, {
  initial: initial.precompact,
  about: "whether a person's own compaction is refused while there is debt",
})
const RED_ACTION = ladder('ledger.red_action', RED_ACTIONS, {
  initial: initial.redAction,
  about: 'what a nearly full context leads to',
})

export const LEDGER: Section<Policy['ledger']> = {
  settings: [RECORD, RECOVERY, GROUNDING, EFFECT, PRECOMPACT_SETTING, RED_ACTION],
  section: (pick) => ({
    record: pick(RECORD),
    recovery: pick(RECOVERY),
    grounding: pick(GROUNDING),
    effect: pick(EFFECT),
    precompact: pick(PRECOMPACT_SETTING),
    redAction: pick(RED_ACTION),
  }),
}
