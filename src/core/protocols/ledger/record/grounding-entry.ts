import type { Claims, LedgerEntry } from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'

/** LEDGER-63: every check leaves a line. No claims are no data, and no data needs no line. */
export function groundingEntries(claims: Claims, { threshold }: Policy['ledger']): readonly LedgerEntry[] {
  const { total, grounded, assumptions } = claims
  if (total === 0) return []
  const ratio = grounded / total
  return [
    {
      phase: 'grounding_check',
      total_claims: total,
      grounded_claims: grounded,
      assumptions,
      grounding_ratio: ratio,
      threshold,
      status: ratio >= threshold ? 'pass' : 'fail',
    },
  ]
}
