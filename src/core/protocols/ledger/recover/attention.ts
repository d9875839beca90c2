import { ALLOW, type Decision } from '../../../model/decision.ts'
import type { EventOf } from '../../../model/event.ts'
import {
  ATTENTION_LEVELS,
  type Attention,
  type AttentionLevel,
  type LedgerEntry,
  type LedgerState,
  NO_ATTENTION,
  type Usage,
} from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { BUDGET_EXHAUSTED, BUDGET_HIGH, CONTEXT_FILLING } from '../../../words/ledger.ts'
import { attentionOf } from '../evolve.ts'
import { added, foldedBy } from '../record/write.ts'
import { groundingEntries } from './synthesis.ts'

/**
 * LEDGER-68 to LEDGER-79: what the context costs, and what that leads to. `entries` is what the call itself added to the
 * record. Nothing is ever cleared here (LEDGER-76).
 */
export function attend(
  ledger: LedgerState,
  event: EventOf<'tool.after'>,
  { policy, entries }: { readonly policy: Policy; readonly entries: readonly LedgerEntry[] },
): Outcome {
  const usage = event.agent === undefined ? event.around.ledger.usage : undefined
  if (usage === undefined) return added(ledger, event, { entries })
  const before = attentionOf(ledger, event.session)
  const measured = measure(before, usage, policy.ledger.attention)
  const attention = gatedBy(measured, policy)
  // What this very call added is part of what is written down now.
  const seen = foldedBy(ledger.record, event, entries)
  // LEDGER-79: from orange on it is the whole synthesis.
  const isWhole = measured.isDue && rank(attention.level) >= rank('orange')
  const checked = isWhole ? groundingEntries(seen.claims, policy.ledger) : []
  return added(ledger, event, {
    entries: [...entries, ...checked],
    decision: wordsFor(measured.news, policy),
    facts: isWorthNoting(before, attention) ? [{ kind: 'attention.measured', attention }] : [],
    // LEDGER-73 to LEDGER-75: what it did is recorded once it is done.
    effects: measured.isDue ? [{ kind: 'ledger.delta', tokens: attention.tokens }] : [],
  })
}

function gatedBy({ attention, news }: Measured, { ledger }: Policy): Attention {
  const isGated = news === 'red' && ledger.redAction === 'gate'
  return isGated ? { ...attention, gated: true } : attention
}

/** Said once for each level; the person is the one who can clear, so the person hears it too. */
function wordsFor(level: AttentionLevel, { ledger }: Policy): Decision {
  if (level === 'orange') return ledger.effect === 'observe' ? told(CONTEXT_FILLING) : steered(CONTEXT_FILLING)
  if (level !== 'red') return ALLOW
  if (ledger.redAction === 'advisory') return told(BUDGET_HIGH)
  return steered(ledger.redAction === 'gate' ? BUDGET_EXHAUSTED : BUDGET_HIGH)
}

function told(text: string): Decision {
  return { kind: 'allow', notice: text }
}

function steered(text: string): Decision {
  return { kind: 'allow', steer: text, notice: text }
}

type Budget = Policy['ledger']['attention']

interface Measured {
  readonly attention: Attention
  /** Enough came in since the last synthesis that it is time for one (LEDGER-69). */
  readonly isDue: boolean
  /** The highest level that was reached for the first time since the context was last emptied; green is none. */
  readonly news: AttentionLevel
}

/** Smaller changes are no row in the audit. */
const STEP_TOKENS = 2_000

/**
 * C28: the published numbers count what came in since the last synthesis; percentages count the whole context. What a
 * session begins with (its instructions) was never unsynthesised work.
 */
function measure(before: Attention, usage: Usage, budget: Budget): Measured {
  const isFresh = before.tokens === 0 || usage.tokens < before.syncedTokens
  const { pivotTold } = before
  const known = isFresh ? { ...NO_ATTENTION, pivotTold, syncedTokens: usage.tokens } : before
  const window = usage.window ?? known.window ?? budget.windowTokens
  const fresh = levelOf(usage.tokens - known.syncedTokens, [budget.yellow, budget.orange, budget.red])
  const share = (usage.tokens / window) * 100
  const whole = levelOf(share, [budget.windowYellow, budget.windowOrange, budget.windowRed])
  const level = higher(fresh, whole)
  const isDue = fresh !== 'green' || rank(whole) > rank(known.level)
  const attention: Attention = {
    ...known,
    tokens: usage.tokens,
    window,
    level,
    syncedTokens: isDue ? usage.tokens : known.syncedTokens,
    // One large result says nothing about how full the context is: each is remembered by itself.
    told: higher(fresh, known.told),
    toldWhole: higher(whole, known.toldWhole),
  }
  const isNew = (one: AttentionLevel, told: AttentionLevel) => (rank(one) > rank(told) ? one : 'green')
  return { attention, isDue, news: higher(isNew(fresh, known.told), isNew(whole, known.toldWhole)) }
}

function higher(one: AttentionLevel, other: AttentionLevel): AttentionLevel {
  return rank(one) > rank(other) ? one : other
}

/** Whether the audit should hear of it. */
function isWorthNoting(before: Attention, after: Attention): boolean {
  if (before.tokens === 0 || Math.abs(after.tokens - before.tokens) >= STEP_TOKENS) return true
  const isTold = before.told !== after.told || before.toldWhole !== after.toldWhole
  return (
    isTold || before.level !== after.level || before.syncedTokens !== after.syncedTokens || before.gated !== after.gated
  )
}

function rank(level: AttentionLevel): number {
  return ATTENTION_LEVELS.indexOf(level)
}

function levelOf(amount: number, [yellow, orange, red]: readonly [number, number, number]): AttentionLevel {
  if (amount >= red) return 'red'
  if (amount >= orange) return 'orange'
  return amount >= yellow ? 'yellow' : 'green'
}
