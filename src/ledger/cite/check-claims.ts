import type { Grounding, RecordedCitation } from '../../core/model/citation.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import type { Policy } from '../../core/model/policy.ts'
import { type GroundingRule, judgeGrounding } from '../../core/protocols/ledger/cite/grounding.ts'
import { readLine } from '../../core/protocols/ledger/record/line.ts'
import { linesOf, trajectoryFiles } from '../files/trajectory.ts'
import type { Claim } from './read-claims.ts'
import { type Looking, verifyCitations } from './verify-citations.ts'
import { openWitness } from './witness.ts'

/** A checkpoint looks at no more than this; what is older was looked at before. */
const MAX_CLAIMS = 20_000

/** LEDGER-38: every citation since the last handoff is opened again and compared. */
export async function checkClaims(
  folder: string,
  project: ProjectRoot,
  { record, policy }: { readonly record: LedgerRecord; readonly policy: Policy['ledger'] },
): Promise<Grounding> {
  const witness = await openWitness(folder, project)
  const claims = claimsSince(project, record.handoff?.atMs ?? 0)
  return groundClaims({ root: project, witness, atMs: Date.now() }, claims, policy)
}

/** Opens what the claims cite and weighs them. */
export async function groundClaims(
  looking: Looking,
  claims: readonly Claim[],
  rule: GroundingRule,
): Promise<Grounding> {
  const verified = await verifyCitations(
    looking,
    claims.flatMap(({ evidence }) => evidence),
  )
  let at = 0
  const judged = claims.map(({ claim, grounding, evidence }) => {
    const own = verified.slice(at, at + evidence.length)
    at += evidence.length
    return { claim, grounding, verdicts: own.map(({ verdict }) => verdict) }
  })
  return judgeGrounding(judged, rule)
}

/** Claims of the trajectory since the last handoff, by whichever agent, across files and midnight (C41). */
function claimsSince(project: ProjectRoot, sinceMs: number): readonly Claim[] {
  const day = new Date(sinceMs).toISOString().slice(0, 'YYYY-MM-DD'.length)
  const files = trajectoryFiles(project).filter((file) => file.day >= day)
  const claims = files.flatMap((file) =>
    linesOf(file).flatMap((line) => {
      if (!line.includes('"cite"')) return []
      const read = readLine(line)
      if (read?.entry.phase !== 'cite' || read.atMs <= sinceMs) return []
      const { claim, grounding, evidence } = read.entry
      return [{ claim, grounding: kindOf(grounding, evidence), evidence, session: read.session }]
    }),
  )
  return claims.slice(-MAX_CLAIMS)
}

/** What could not be verified when it was written may be true by now; what cites nothing stays what it is. */
function kindOf(grounding: string, evidence: readonly RecordedCitation[]): Claim['grounding'] {
  if (grounding === 'assumption') return 'assumption'
  return evidence.length > 0 ? 'citation' : 'none'
}
