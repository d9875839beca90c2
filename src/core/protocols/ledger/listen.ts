import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { State } from '../../model/state.ts'
import { redactedPreview } from '../../rules/text/preview.ts'
import type { Listener } from '../contract.ts'
import { act } from './record/act.ts'
import { keyPoints } from './record/key-points.ts'
import { observedEntries } from './record/observe.ts'
import { intentEntry } from './record/record.ts'
import { added, isBehind } from './record/write.ts'
import { attend } from './recover/attention.ts'
import { guardClear, handOff, isClear, persistAtCompaction } from './recover/checkpoint.ts'
import { resumeWithPacket } from './recover/resume.ts'

const MAX_INTENT = 200
/** Of a longer prompt, what it begins with. */
const MAX_PROMPT = 4_000
/** What a client itself puts into a prompt's place is not what a person asked for. */
const NOT_ASKED = /^\s*(?:\/|<)/

/** LEDGER-37: nobody has to remember anything; what was seen is written as it is seen. */
export const listenLedger: Listener = (state, event, policy) => {
  if (!policy.ledger.record) return undefined
  switch (event.kind) {
    case 'session.start':
      return resumeWithPacket(state.ledger, event, policy.ledger)
    case 'prompt':
      return isClear(event.text) ? guardClear(state.ledger, event, policy.ledger) : prompted(state, event)
    case 'tool.after':
      return attend(state.ledger, event, { policy, entries: observedEntries(state.ledger.record, event) })
    case 'stop':
    case 'agent.stop':
    case 'compact.after':
      return added(state.ledger, event, { entries: [], notes: isBehind(state.ledger) })
    case 'compact.before':
      return persistAtCompaction(state.ledger, event, policy.ledger)
    case 'session.end':
      return handOff(state.ledger, event, policy.ledger)
    case 'command':
      return event.name === 'clear' ? guardClear(state.ledger, event, policy.ledger) : undefined
    case 'ledger':
      return act(state.ledger, event, policy.ledger)
    default:
      return undefined
  }
}

/** LEDGER-89: what was asked for is where the work stands until something else is said. The old value goes with it. */
function prompted({ ledger }: State, event: EventOf<'prompt'>): Outcome | undefined {
  const intent = keyPoints(redactedPreview(event.text.trim(), MAX_PROMPT), MAX_INTENT)
  const { record } = ledger
  if (intent === '' || NOT_ASKED.test(intent) || intent === record.reasoning) return undefined
  return added(ledger, event, { entries: [intentEntry(record, intent)] })
}
