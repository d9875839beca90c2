import type { GroundingSight, LedgerRecord } from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'

export interface Synthesis {
  /** False: a clear is refused where a person promoted the effect to gate. */
  readonly isMet: boolean
  /** LEDGER-106: all eight items. */
  readonly isReady: boolean
  readonly unmet: readonly string[]
  /** The first thing to say when it is refused. */
  readonly refusal: string
  readonly grounding: GroundingSight
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
export function synthesise(state: Weighed, seen: GroundingSight | undefined, policy: LedgerPolicy): Synthesis {
  const { record, trouble } = state
  const grounding = seen ?? fromRecord(record, policy)
  const strict = policy.grounding === 'strict'
  const isChecked = policy.grounding !== 'disabled' && policy.edd.requireCitations
  const scenarios = record.scenarios.length
  const hasTask = record.bead !== '' || grounding.total > 0
  const wanted = policy.edd.enabled && hasTask ? policy.edd.minTestScenarios : 0
  const refusal = refusalText(grounding, policy.threshold)
  const bad = (pattern: RegExp) => grounding.ungrounded.filter(({ why }) => pattern.test(why)).length
  const [badPaths, noQuotes] = isChecked ? [bad(/\bpath\b/), bad(/quote|evidence/)] : [0, 0]
  const isGrounded = !isChecked || grounding.clears
  const items: readonly Item[] = [
    { ok: isGrounded, always: strict, text: `grounding ratio ${shown(grounding.ratio)}` },
    {
      ok: policy.grounding === 'disabled' || record.ghosts.length === 0,
      always: strict,
      text: ghostText(record.ghosts),
    },
    { ok: trouble === null, always: false, text: `NOTES.md is behind: ${trouble}` },
    { ok: trouble === null || record.bead === '', always: false, text: `bead ${record.bead} is behind` },
    { ok: scenarios >= wanted, always: false, text: `${scenarios} of ${wanted} test scenarios` },
    { ok: badPaths === 0, always: false, text: `${badPaths} citations without a \${PROJECT_ROOT} path` },
    { ok: trouble === null, always: false, text: 'the handoff can name no lines of NOTES.md' },
    { ok: record.search === null, always: false, text: 'a search with too many results has no pivot' },
  ]
  // LEDGER-51 is no item of the handoff's checklist, and refuses in the profile `full` all the same.
  const quotes: Item = { ok: noQuotes === 0, always: false, text: `${noQuotes} decisions without a quote` }
  const missing = [...items, quotes].filter(({ ok }) => !ok)
  const counts = ({ always }: Item) => always || policy.profile === 'full'
  return {
    isMet: policy.grounding === 'warn' || !missing.some(counts),
    isReady: items.every(({ ok }) => ok),
    unmet: missing.map(({ text }) => text),
    refusal: isGrounded ? `Cannot clear: ${missing.map(({ text }) => text).join('; ')}` : refusal,
    grounding,
    eddVerified: scenarios >= wanted,
  }
}

export interface Weighed {
  readonly record: LedgerRecord
  readonly trouble: string | null
}

/** Without a look at the files, what was found when the claims were written. */
function fromRecord({ claims }: LedgerRecord, { threshold, assumptionCap }: LedgerPolicy): GroundingSight {
  const { total, grounded, assumptions } = claims
  const ratio = total === 0 ? null : grounded / total
  const isFlagged = total === grounded + assumptions && assumptions <= assumptionCap * total
  return { ...claims, ratio, clears: ratio === null || ratio >= threshold || isFlagged, flagged: [], ungrounded: [] }
}

/** LEDGER-39, to the letter. */
function refusalText({ total, grounded, ratio }: GroundingSight, threshold: number): string {
  const lack = `Cannot clear: ${total - grounded} decisions lack grounded citations.`
  const mend = 'Add evidence or mark as [ASSUMPTION] before clearing.'
  return `${lack} ${mend} Current grounding ratio: ${shown(ratio)} (required: ${threshold.toFixed(2)})`
}

/** Cut, not rounded: what is under the threshold must not look as if it were on it. */
function shown(ratio: number | null): string {
  return ratio === null ? 'no data' : (Math.floor(ratio * 100 + 1e-9) / 100).toFixed(2)
}

function ghostText(ghosts: readonly string[]): string {
  return `[UNVERIFIED GHOST] ${ghosts.join(', ')}`
}
