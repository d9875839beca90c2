import type { Recorded } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import { lookUp } from '../../model/language.ts'
import { type Attention, type LedgerFact, type LedgerState, NO_ATTENTION } from '../../model/ledger.ts'
import { foldEntry } from './record/record.ts'

const MAX_SESSIONS = 16

/** The ledger's slice after one fact. The record moves by lines of the trajectory alone (LEDGER-1). */
export function evolveLedger(ledger: LedgerState, { fact, session, atMs }: Recorded): LedgerState {
  switch (fact.kind) {
    case 'ledger.recorded':
      return recorded(ledger, fact, { session, atMs })
    case 'ledger.adopted':
      return { ...ledger, record: fact.record }
    case 'ledger.shown':
      return { ...ledger, shown: fact.reasoning }
    case 'ledger.unwritten':
      return { ...ledger, trouble: fact.problem }
    case 'ledger.caught-up':
      return { ...ledger, trouble: null }
    case 'attention.measured':
      return { ...ledger, attention: withAttention(ledger, session, fact.attention) }
    case 'session.ended':
      return { ...ledger, attention: withoutAttention(ledger, session) }
    default:
      return ledger
  }
}

function recorded(
  ledger: LedgerState,
  { n, agent, entry }: Extract<LedgerFact, { kind: 'ledger.recorded' }>,
  { session, atMs }: Pick<Recorded, 'session' | 'atMs'>,
): LedgerState {
  const record = foldEntry(ledger.record, { n, atMs, session, agent, entry })
  const known = lookUp(ledger.attention, session)
  // LEDGER-71: new work waits until synthesis is persisted, and no longer.
  if (entry.phase !== 'session_handoff' || !known?.gated) return { ...ledger, record }
  return { ...ledger, record, attention: { ...ledger.attention, [session]: { ...known, gated: false } } }
}

function withAttention({ attention }: LedgerState, session: SessionId, now: Attention): LedgerState['attention'] {
  const others = Object.entries<Attention>(attention).filter(([id]) => id !== session)
  return Object.fromEntries([...others.slice(1 - MAX_SESSIONS), [session, now]])
}

function withoutAttention({ attention }: LedgerState, session: SessionId): LedgerState['attention'] {
  if (lookUp(attention, session) === undefined) return attention
  return Object.fromEntries(Object.entries<Attention>(attention).filter(([id]) => id !== session))
}

export function attentionOf({ attention }: LedgerState, session: SessionId): Attention {
  return lookUp(attention, session) ?? NO_ATTENTION
}
