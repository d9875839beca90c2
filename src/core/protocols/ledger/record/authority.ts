import type { Stamp } from '../../../model/event.ts'
import type { ActiveBead, LedgerDecision, LedgerEntry, LedgerRecord } from '../../../model/ledger.ts'
import { isoTime } from '../../../model/time.ts'
import { redactedPreview } from '../../../rules/text/preview.ts'
import { decisionId } from './record.ts'

/**
 * LEDGER-2: where two of these disagree, the earlier one is right.
 * @internal
 */
export const TRUTH = ['CODE', 'BEADS', 'NOTES.md', 'TRAJECTORY', 'PRD/SDD', 'LEGACY DOCS', 'CONTEXT WINDOW'] as const
type Source = (typeof TRUTH)[number]

const MAX_TEXT = 300

/**
 * The one of two sources that is right.
 * @internal
 */
export function truer(left: Source, right: Source): Source {
  return TRUTH.indexOf(left) <= TRUTH.indexOf(right) ? left : right
}

/** The ruling on this topic that still stands, if there is one. */
export function rulingOn(record: LedgerRecord, title: string): LedgerDecision | undefined {
  const topic = bare(title)
  return record.decisions.findLast(
    (one) => !one.superseded && one.grounding !== 'observed' && topic !== '' && bare(one.title) === topic,
  )
}

/** Two texts that differ in spelling alone say the same. */
export function saysTheSame(left: string, right: string): boolean {
  return bare(left) === bare(right)
}

/**
 * LEDGER-34: a bead and the log that date the same ruling and word it differently. The bead is right; its wording is
 * recorded as the ruling, and the other one stays, superseded.
 */
export function forksBetween(record: LedgerRecord, bead: ActiveBead | undefined, stamp: Stamp): readonly LedgerEntry[] {
  if (bead === undefined) return []
  const ruled = new Map(bead.decisions.map(({ ts, decision }) => [ts, redactedPreview(decision, MAX_TEXT)]))
  const forked = record.decisions.flatMap((one) => {
    const said = ruled.get(isoTime(one.atMs))
    const isFork = one.bead === bead.id && !one.superseded && said !== undefined && !saysTheSame(said, one.decision)
    return isFork ? [{ one, said }] : []
  })
  return forked.flatMap(({ one, said }, index): readonly LedgerEntry[] => {
    const winner = truer('BEADS', 'NOTES.md')
    return [
      forkEntry({
        bead: bead.id,
        topic: one.title,
        context: one.decision,
        ruled: said,
        resolution: `${winner} is kept`,
      }),
      {
        phase: 'cite',
        decision_id: decisionId(stamp, `fork${index}`),
        title: one.title,
        claim: said,
        rationale: `${winner} outranks NOTES.md`,
        grounding: one.grounding,
        evidence: one.evidence,
        bead_id: bead.id,
        supersedes: one.id,
        notes_ref: '',
      },
    ]
  })
}

interface Fork {
  readonly bead: string
  readonly topic: string
  readonly context: string
  readonly ruled: string
  readonly resolution: string
}

export function forkEntry({ bead, topic, context, ruled, resolution }: Fork): LedgerEntry {
  return {
    phase: 'fork_detected',
    bead_id: bead,
    topic,
    context_decision: context,
    bead_decision: ruled,
    resolution,
  }
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
