import type { Paths } from '../config/paths.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { BeadSight, NumberedEntry } from '../core/model/ledger.ts'
import { readLine } from '../core/protocols/ledger/record/line.ts'
import type { LedgerHabitat } from '../gate/gather-ledger.ts'
import type { GateParts } from '../gate/pipeline.ts'
import type { Bead } from './beads/bead.ts'
import { groundLedger } from './ground-ledger.ts'
import { reopenCitations } from './reopen-citations.ts'
import { linesFromEnd, trajectoryFiles } from './trajectory.ts'

/** What of the ledgers lies outside our own files: what claims cite, and the tasks. Never part of a lean hook. */
export interface LedgerSurroundings {
  readonly groundingOf: NonNullable<LedgerHabitat['groundingOf']>
  readonly reopenOf: NonNullable<LedgerHabitat['reopenOf']>
  readonly beadOf: NonNullable<LedgerHabitat['beadOf']>
  readonly mirrorBead: NonNullable<GateParts['mirrorBead']>
}

type Environment = Readonly<Record<string, string | undefined>>

/** A tracker that does not answer in this time is not waited for at the start of a session. */
const BEAD_DEADLINE_MS = 1_500
const LAST_RULINGS = 20

export function ledgerSurroundings(paths: Paths, env: Environment): LedgerSurroundings {
  const beadsOf = async (root: string) => {
    const { openBeads } = await import('./beads/open-beads.ts')
    return openBeads({ root, folder: paths.evidence, env })
  }
  return {
    groundingOf: groundLedger(paths),
    reopenOf: reopenCitations(paths),
    // LEDGER-23: the active task, or the first that is in progress.
    beadOf: (project, id) => {
      const asked = beadsOf(project).then(async (beads) => {
        if (id !== '') return beads.show(id)
        return (await beads.ready()).find(({ status }) => status === 'in_progress')
      })
      const late = new Promise<undefined>((done) => setTimeout(() => done(undefined), BEAD_DEADLINE_MS).unref())
      return Promise.race([asked, late]).then((bead) => bead && sightOf(bead))
    },
    mirrorBead: async (project, record, { isDelta, redo }) => {
      const beads = await beadsOf(project)
      const { mirrorBeads } = await import('./mirror-beads.ts')
      return mirrorBeads(beads, record, { isDelta, late: redo ? lateEntries(project) : [] })
    },
  }
}

/** Further back than any session goes; what is older was caught up before. */
const MAX_LATE_LINES = 5_000

/** What the trajectory says of tasks, oldest first. It is complete: facts are its redo log. */
function lateEntries(project: ProjectRoot): readonly NumberedEntry[] {
  const found: NumberedEntry[] = []
  let seen = 0
  for (const file of trajectoryFiles(project).toReversed())
    for (const line of linesFromEnd(file)) {
      seen += 1
      if (seen > MAX_LATE_LINES) return found.reverse()
      const read = /"bead_id":"[^"]/.test(line) ? readLine(line) : undefined
      if (read !== undefined) found.push(read)
    }
  return found.reverse()
}

function sightOf({ id, title, status, decisions, next_steps }: Bead): BeadSight {
  const last = decisions.slice(-LAST_RULINGS).map(({ ts, decision }) => ({ ts, decision }))
  return { id, title, status, decisions: last, nextSteps: next_steps }
}
