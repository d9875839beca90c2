import type { ClaimCounts, Grounding } from '../../../model/citation.ts'
import type { LedgerEntry, LedgerRecord } from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'
import { groundingRefusal, UNMET, unmetRefusal } from '../../../words/ledger.ts'
import { showRatio, showThreshold } from '../cite/grounding.ts'

export interface Synthesis {
  /** False: a clear is refused where a person promoted the effect to gate. */
  readonly isMet: boolean
  /** LEDGER-106: all eight items. */
  readonly isReady: boolean
  readonly unmet: readonly string[]
  /** The first thing to say when it is refused. */
  readonly refusal: string
  readonly grounding: Grounding
  /** Its claims need no more evidence; those that do stay open until they have it, are flagged, or are withdrawn. */
  readonly isSettled: boolean
  readonly eddVerified: boolean
}

interface Item {
  readonly ok: boolean
  /** Refuses in the profile `standard` too. */
  readonly always: boolean
  readonly text: string
}

type LedgerPolicy = Policy['ledger']

/** LEDGER-37: what stands between this context and a clear. Files were opened before; here it is only weighed. */
export function synthesise(
  { record, trouble }: { readonly record: LedgerRecord; readonly trouble: string | null },
  checked: Grounding | undefined,
  policy: LedgerPolicy,
): Synthesis {
  const grounding = checked ?? fromRecord(record, policy)
  const strict = policy.grounding === 'strict'
  const isChecked = policy.grounding !== 'disabled' && policy.edd.requireCitations
  const scenarios = record.scenarios.length
  const hasTask = record.bead !== '' || grounding.total > 0
  const wanted = policy.edd.enabled && hasTask ? policy.edd.minTestScenarios : 0
  const lacking = (what: string) => (isChecked ? grounding.ungrounded.filter(({ lacks }) => lacks === what).length : 0)
  const [badPaths, noQuotes] = [lacking('path'), lacking('quote')]
  const isGrounded = !isChecked || grounding.clears
  const ratio = grounding.ratio === null ? 'no data' : showRatio(grounding.ratio)
  const hasNoGhosts = policy.grounding === 'disabled' || record.ghosts.length === 0
  const isWritten = trouble === null
  const items: readonly Item[] = [
    { ok: isGrounded, always: strict, text: UNMET.grounding(ratio) },
    { ok: hasNoGhosts, always: strict, text: UNMET.ghosts(record.ghosts) },
    { ok: isWritten, always: false, text: UNMET.notesBehind(trouble ?? '') },
    { ok: isWritten || record.bead === '', always: false, text: UNMET.taskBehind(record.bead) },
    { ok: scenarios >= wanted, always: false, text: UNMET.scenarios(scenarios, wanted) },
    { ok: badPaths === 0, always: false, text: UNMET.paths(badPaths) },
    { ok: isWritten, always: false, text: UNMET.references },
    { ok: record.search === null, always: false, text: UNMET.pivot },
  ]
  // LEDGER-51 is no item of the handoff's checklist, and refuses in the profile `full` all the same.
  const quotes: Item = { ok: noQuotes === 0, always: false, text: UNMET.quotes(noQuotes) }
  const missing = [...items, quotes].filter(({ ok }) => !ok)
  const unmet = missing.map(({ text }) => text)
  const counts = ({ always }: Item) => always || policy.profile === 'full'
  return {
    isMet: policy.grounding === 'warn' || !missing.some(counts),
    isReady: items.every(({ ok }) => ok),
    unmet,
    refusal: isGrounded
      ? unmetRefusal(unmet)
      : groundingRefusal(grounding.total - grounding.grounded, ratio, showThreshold(policy.threshold)),
    grounding,
    isSettled: grounding.clears,
    eddVerified: scenarios >= wanted,
  }
}

/** Without a look at the files, what was found when the claims were written. */
function fromRecord({ claims }: LedgerRecord, { threshold, assumptionCap }: LedgerPolicy): Grounding {
  const { total, grounded, assumptions } = claims
  const ratio = total === 0 ? null : grounded / total
  const isFlagged = total === grounded + assumptions && assumptions <= assumptionCap * total
  const status = ratio === null ? 'no-data' : ratio >= threshold ? 'pass' : 'fail'
  return { ...claims, ratio, status, clears: status !== 'fail' || isFlagged, flagged: [], ungrounded: [] }
}

/** LEDGER-63: every check leaves a line. No claims are no data, and no data needs no line. */
export function groundingEntries(claims: ClaimCounts, { threshold }: Policy['ledger']): readonly LedgerEntry[] {
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
