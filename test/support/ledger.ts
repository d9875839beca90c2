import type { Event, EventOf, LedgerAct } from '../../src/core/model/event.ts'
import type { Fact } from '../../src/core/model/fact.ts'
import { callId, sessionId } from '../../src/core/model/ids.ts'
import {
  EMPTY_RECORD,
  type GatheredLedger,
  INITIAL_LEDGER,
  type LedgerEntry,
  type LedgerRecord,
  type LedgerState,
} from '../../src/core/model/ledger.ts'
import type { Outcome } from '../../src/core/model/outcome.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/model/policy.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import type { ToolCall } from '../../src/core/model/tool.ts'
import { evolveLedger } from '../../src/core/protocols/ledger/evolve.ts'
import { listenLedger } from '../../src/core/protocols/ledger/listen.ts'
import { foldEntry } from '../../src/core/protocols/ledger/record/record.ts'
import { AROUND, common, START_MS } from './events.ts'

export const POLICY = DEFAULT_POLICY
const LEDGER_SESSION = sessionId('session-1')

export function policyWith(ledger: Partial<Policy['ledger']>): Policy {
  return { ...POLICY, ledger: { ...POLICY.ledger, ...ledger } }
}

/** The record after these lines, one a second. */
export function recordOf(...entries: readonly LedgerEntry[]): LedgerRecord {
  return entries.reduce(
    (record, entry, index) =>
      foldEntry(record, { n: index + 1, atMs: START_MS + index * 1_000, session: LEDGER_SESSION, agent: 'a', entry }),
    EMPTY_RECORD,
  )
}

export function ledgerOf(over: Partial<LedgerState> = {}): LedgerState {
  return { ...INITIAL_LEDGER, ...over }
}

type Body<Kind extends Event['kind']> = Omit<EventOf<Kind>, keyof ReturnType<typeof common> | 'around'>

export function ledgerEvent<Kind extends Event['kind']>(
  body: Body<Kind> & { kind: Kind },
  sight?: GatheredLedger,
): Event {
  const around = sight === undefined ? AROUND : { ...AROUND, ledger: sight }
  return { ...common(), ...body, around } as unknown as Event
}

export const said = (act: LedgerAct, sight?: GatheredLedger): Event => ledgerEvent({ kind: 'ledger', act }, sight)

export function after(tool: ToolCall, output = '', over: { ok?: boolean; sight?: GatheredLedger } = {}): Event {
  const outcome = { ok: over.ok ?? true, output }
  return ledgerEvent({ kind: 'tool.after', call: callId('c'), tool, outcome }, over.sight)
}

export const shellTool = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })

export const editTool = (...paths: readonly string[]): ToolCall => ({
  kind: 'edit',
  name: 'Edit',
  changes: paths.map((path) => ({ op: 'edit', path })),
})

/** What the ledger makes of events in a row, and the slice they leave. */
export function playLedger(events: readonly Event[], policy: Policy = POLICY, ledger: LedgerState = INITIAL_LEDGER) {
  const outcomes: (Outcome | undefined)[] = []
  let state: State = { ...INITIAL_STATE, ledger }
  for (const event of events) {
    const outcome = event.kind === 'tool.before' ? undefined : listenLedger(state, event, policy)
    outcomes.push(outcome)
    for (const fact of outcome?.facts ?? []) state = withFact(state, event, fact)
  }
  return { ledger: state.ledger, outcomes, last: outcomes.at(-1) }
}

function withFact(state: State, { id, atMs, runtime, session }: Event, fact: Fact): State {
  return { ...state, ledger: evolveLedger(state.ledger, { eventId: id, atMs, runtime, session, fact }) }
}

/** The entries that an outcome records. */
export function entriesOf(outcome: Outcome | undefined): readonly LedgerEntry[] {
  return (outcome?.facts ?? []).flatMap((fact) => (fact.kind === 'ledger.recorded' ? [fact.entry] : []))
}
