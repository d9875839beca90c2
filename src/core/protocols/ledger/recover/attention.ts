import {
  ATTENTION_LEVELS,
  type Attention,
  type AttentionLevel,
  NO_ATTENTION,
  type Usage,
} from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'

type Budget = Policy['ledger']['attention']

export interface Measured {
  readonly attention: Attention
  /** Enough came in since the last synthesis that it is time for one (LEDGER-69). */
  readonly isDue: boolean
  /** The level was reached for the first time since the context was last emptied. */
  readonly isNews: boolean
}

/** Smaller changes are no row in the audit. */
const STEP_TOKENS = 2_000

/**
 * C28: the published numbers count what came in since the last synthesis; percentages count the whole context. What a
 * session begins with (its instructions) was never unsynthesised work.
 */
export function measure(before: Attention, usage: Usage, budget: Budget): Measured {
  const isFresh = before.tokens === 0 || usage.tokens < before.syncedTokens
  const { pivotTold } = before
  const known = isFresh ? { ...NO_ATTENTION, pivotTold, syncedTokens: usage.tokens } : before
  const window = usage.window ?? known.window ?? budget.windowTokens
  const fresh = levelOf(usage.tokens - known.syncedTokens, [budget.yellow, budget.orange, budget.red])
  const share = (usage.tokens / window) * 100
  const whole = levelOf(share, [budget.windowYellow, budget.windowOrange, budget.windowRed])
  const level = rank(fresh) > rank(whole) ? fresh : whole
  const isDue = fresh !== 'green' || rank(whole) > rank(known.level)
  const attention: Attention = {
    ...known,
    tokens: usage.tokens,
    window,
    level,
    syncedTokens: isDue ? usage.tokens : known.syncedTokens,
    told: rank(level) > rank(known.told) ? level : known.told,
  }
  return { attention, isDue, isNews: rank(level) > rank(known.told) }
}

/** Whether the audit should hear of it. */
export function isWorthNoting(before: Attention, after: Attention): boolean {
  if (before.tokens === 0 || Math.abs(after.tokens - before.tokens) >= STEP_TOKENS) return true
  return before.level !== after.level || before.syncedTokens !== after.syncedTokens || before.gated !== after.gated
}

export function rank(level: AttentionLevel): number {
  return ATTENTION_LEVELS.indexOf(level)
}

function levelOf(amount: number, [yellow, orange, red]: readonly [number, number, number]): AttentionLevel {
  if (amount >= red) return 'red'
  if (amount >= orange) return 'orange'
  return amount >= yellow ? 'yellow' : 'green'
}
