import { ALLOW, type Decision } from '../../../model/decision.ts'
import type { EventOf, Stamp } from '../../../model/event.ts'
import type { Attention, LedgerEntry, LedgerState } from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { attentionOf } from '../evolve.ts'
import { deltaEntry } from '../record/delta.ts'
import { groundingEntries } from '../record/grounding-entry.ts'
import { added, foldedBy } from '../record/write.ts'
import { isWorthNoting, type Measured, measure, rank } from './attention.ts'

interface Attending {
  readonly policy: Policy
  /** What the call itself added to the record. */
  readonly entries: readonly LedgerEntry[]
}

const FILLING = 'Context is filling. Consider /clear when ready.'
const HIGH = 'Attention budget high. Recommend /clear.'
const EXHAUSTED = 'Attention budget exhausted. Please /clear.'

/** LEDGER-68 to LEDGER-79: what the context costs, and what that leads to. Nothing is ever cleared here (LEDGER-76). */
export function attend(ledger: LedgerState, event: EventOf<'tool.after'>, { policy, entries }: Attending): Outcome {
  const usage = event.agent === undefined ? event.around.ledger.usage : undefined
  if (usage === undefined) return added(ledger, event, { entries })
  const before = attentionOf(ledger, event.session)
  const measured = measure(before, usage, policy.ledger.attention)
  const attention = gatedBy(measured, policy)
  // What this very call added is part of what is written down now.
  const seen = { ...ledger, record: foldedBy(ledger.record, event, entries) }
  const due = measured.isDue ? deltaEntries(seen, event, { attention, policy }) : []
  return added(ledger, event, {
    entries: [...entries, ...due],
    decision: measured.isNews ? wordsFor(attention, policy) : ALLOW,
    facts: isWorthNoting(before, attention) ? [{ kind: 'attention.measured', attention }] : [],
    notes: measured.isDue,
  })
}

function gatedBy({ attention, isNews }: Measured, { ledger }: Policy): Attention {
  const isGated = isNews && attention.level === 'red' && ledger.redAction === 'gate'
  return isGated ? { ...attention, gated: true } : attention
}

interface Due {
  readonly attention: Attention
  readonly policy: Policy
}

/** LEDGER-73 to LEDGER-75; from orange on it is the whole synthesis (LEDGER-79). */
function deltaEntries({ record }: LedgerState, event: Stamp, { attention, policy }: Due): readonly LedgerEntry[] {
  const whole = rank(attention.level) >= rank('orange') ? groundingEntries(record.claims, policy.ledger) : []
  return [...whole, deltaEntry(record, event, attention.tokens)]
}

/** Said once for each level; the person is the one who can clear, so the person hears it too. */
function wordsFor({ level }: Attention, { ledger }: Policy): Decision {
  if (level === 'orange') return ledger.effect === 'observe' ? told(FILLING) : steered(FILLING)
  if (level !== 'red') return ALLOW
  if (ledger.redAction === 'advisory') return told(HIGH)
  return steered(ledger.redAction === 'gate' ? EXHAUSTED : HIGH)
}

function told(text: string): Decision {
  return { kind: 'allow', notice: text }
}

function steered(text: string): Decision {
  return { kind: 'allow', steer: text, notice: text }
}
