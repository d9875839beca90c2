import type { Effect } from '../../../model/effect.ts'
import type { LedgerRecord } from '../../../model/ledger.ts'
import { identifierRow } from '../notes/edit-notes.ts'

/**
 * LEDGER-86, LEDGER-121: the identifiers of this session, to be weighed against what they name once the answer is out: a real
 * tokenizer is too heavy for a decision.
 */
export function weighEffects({ identifiers, handoff }: LedgerRecord): readonly Effect[] {
  const since = handoff?.atMs ?? 0
  const named = identifiers.filter(({ atMs, purpose }) => atMs > since && purpose !== 'deleted')
  if (named.length === 0) return []
  return [
    {
      kind: 'ledger.weigh',
      named: named.map((one) => ({ path: one.path, lines: one.lines, row: identifierRow(one) })),
    },
  ]
}
