import type { Finding } from '../../model/assessment.ts'
import type { Reason } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import { STATE_FILE } from '../../model/state.ts'
import { stateEditText } from '../../words/edge.ts'

type CallAround = EventOf<'tool.before'>['around']

/** What an agent may write there (EDGE-70): claims. Everything else is the system's or the person's. */
const CLAIM_FIELDS: ReadonlySet<string> = new Set(['objective', 'plan', 'current_step', 'memory'])

/** An edit of the state file isn't tampering when its result is known and changes only claims. */
export function editsClaimsOnly({ targets }: Finding, around: CallAround): boolean {
  const { stateEdit } = around
  return (
    isAboutState(targets, around) &&
    stateEdit?.kind === 'resolved' &&
    stateEdit.fields.every((field) => CLAIM_FIELDS.has(field))
  )
}

/** Why an edit of the state file is refused. Undefined when the finding is about something else. */
export function stateReason({ rule, targets }: Finding, around: CallAround): Reason | undefined {
  if (!isAboutState(targets, around)) return undefined
  const { stateEdit } = around
  const foreign = stateEdit?.kind === 'resolved' ? stateEdit.fields.filter((field) => !CLAIM_FIELDS.has(field)) : []
  return { ruleId: rule, text: stateEditText(around.cli, stateEdit, foreign) }
}

/** At a home of ours no edit of it is ever worked out, and the agent is told the way that there is. */
function isAboutState(targets: readonly string[], { stateFile }: CallAround): boolean {
  const isState = (target: string) =>
    stateFile === undefined ? target.endsWith(`/${STATE_FILE}`) : target.toLowerCase() === stateFile.toLowerCase()
  return targets.length > 0 && targets.every(isState)
}
