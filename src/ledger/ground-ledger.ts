import type { Paths } from '../config/paths.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Evidence } from '../core/model/ledger.ts'
import { readLine } from '../core/protocols/ledger/record/line.ts'
import type { LedgerHabitat } from '../gate/gather-ledger.ts'
import { linesOf, trajectoryFiles } from './trajectory.ts'

/** A checkpoint looks at no more than this; what is older was looked at before. */
const MAX_CLAIMS = 20_000

type Cite = {
  readonly claim: string
  readonly grounding: 'citation' | 'assumption' | 'none'
  readonly evidence: readonly Evidence[]
}

/** LEDGER-38: every citation since the last handoff is opened again and compared. Loaded when somebody asks. */
export function groundLedger(paths: Paths): NonNullable<LedgerHabitat['groundingOf']> {
  return async (project, record, { threshold, assumptionCap }) => {
    const [{ groundClaims }, { openWitness }] = await Promise.all([import('./ground.ts'), import('./witness.ts')])
    const witness = await openWitness(paths.evidence, project)
    const claims = claimsSince(project, record.handoff?.atMs ?? 0)
    return groundClaims({ root: project, witness, atMs: Date.now() }, claims, { threshold, assumptionCap })
  }
}

/** Claims of the trajectory since the last handoff, by whichever agent, across files and midnight (C41). */
function claimsSince(project: ProjectRoot, sinceMs: number): readonly (Cite & { readonly session: string | null })[] {
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
function kindOf(grounding: string, evidence: readonly Evidence[]): Cite['grounding'] {
  if (grounding === 'assumption') return 'assumption'
  return evidence.length > 0 ? 'citation' : 'none'
}
