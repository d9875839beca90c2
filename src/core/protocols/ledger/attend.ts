import { ALLOW, type Decision } from '../../model/decision.ts'
import type { EventOf } from '../../model/event.ts'
import type { Attention, LedgerEntry, LedgerState } from '../../model/ledger.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import { isWorthNoting, type Measured, measure, rank } from './attention.ts'
import { attentionOf } from './evolve.ts'
import { groundingEntries } from './grounding-entry.ts'
import { added } from './write.ts'

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
  const usage = event.agent === undefined ? event.around.ledger?.usage : undefined
  if (usage === undefined) return added(ledger, event, { entries })
  const before = attentionOf(ledger, event.session)
  const measured = measure(before, usage, policy.ledger.attention)
  const attention = gatedBy(measured, policy)
  const due = measured.isDue ? deltaEntries(ledger, measured, policy) : []
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

/** LEDGER-73 to LEDGER-75; from orange on it is the whole synthesis (LEDGER-79). */
function deltaEntries({ record }: LedgerState, { attention }: Measured, policy: Policy): readonly LedgerEntry[] {
  const whole = rank(attention.level) >= rank('orange') ? groundingEntries(record.claims, policy.ledger) : []
  const persisted = record.decisions.filter(({ atMs }) => atMs > (record.checkpointMs ?? 0)).length
  const delta: LedgerEntry = {
    phase: 'delta_sync',
    tokens: attention.tokens,
    decisions_persisted: persisted,
    bead_updated: record.bead !== '',
    notes_updated: true,
  }
  return [...whole, delta]
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
