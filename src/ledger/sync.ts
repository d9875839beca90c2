import type { StoredFact } from '../core/model/fact.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { LedgerDecision } from '../core/model/ledger.ts'
import type { Effect } from '../core/model/outcome.ts'
import { notesChange } from '../core/protocols/ledger/notes/edit-notes.ts'
import { decisionsOf } from '../core/protocols/ledger/record/delta.ts'
import { lineOf, readLine, type TrajectoryLine } from '../core/protocols/ledger/record/line.ts'
import type { StoreReader } from '../stores/store.ts'
import type { LedgerFiles } from './files/ledger-files.ts'

export type Sync = Extract<Effect, { readonly kind: 'ledger.sync' }>

export interface Syncing {
  readonly store: StoreReader
  readonly files: LedgerFiles
  readonly project: ProjectRoot
}

/** What became of it: undefined is well, anything else is why the files are behind. */
export type SyncResult = {
  readonly problem?: string
  readonly kept?: string
  /** NOTES.md was gone and has again what had been decided. */
  readonly isBack?: boolean
}

/** Pages of facts to look through for lines that were missed, the newest first. */
const REDO_FACTS = [500, 10_000, Number.MAX_SAFE_INTEGER]

/**
 * Writes what the commit decided to the State Zone. One writer at a time: under the same exclusion as the commit. The
 * facts are the redo log, so a writer that died half-way is made good by the next one.
 */
export async function syncLedger(parts: Syncing, effect: Sync): Promise<SyncResult> {
  const { store, files, project } = parts
  try {
    const missed = effect.redo ? await missedLines(parts, effect) : []
    const { record } = (await store.read(project)).ledger
    return await store.alone(() => {
      for (const { agent, lines } of missed) files.append(project, agent, lines)
      if (effect.lines.length > 0) files.append(project, effect.agent, effect.lines)
      if (!effect.notes && missed.length === 0) return {}
      const own = ownDecisions(effect)
      const { kept, isNew } = files.writeNotes(
        project,
        notesChange(record, [...missed.flatMap(({ decisions }) => decisions), ...own]),
      )
      const isBack = isNew && missed.length === 0 && record.decisionCount > own.length
      return { ...(kept !== undefined && { kept }), ...(isBack && { isBack }) }
    })
  } catch (error) {
    return { problem: error instanceof Error ? error.message : 'it could not be written' }
  }
}

interface Missed {
  readonly agent: string
  readonly lines: readonly TrajectoryLine[]
  readonly decisions: readonly LedgerDecision[]
}

/** Lines that the facts know and the files do not, up to those that this effect itself brings. */
async function missedLines({ store, files, project }: Syncing, effect: Sync): Promise<readonly Missed[]> {
  const last = files.lastNumber(project)
  const own = effect.lines.map(({ n }) => Number(n))
  const newest = Math.min(...own, (await store.read(project)).ledger.record.n + 1) - 1
  if (newest <= last) return []
  for (const newestFacts of REDO_FACTS) {
    const facts = await store.facts(project, { newest: newestFacts })
    const missed = facts.filter((row) => isBetween(row, last, newest))
    if (missed.length === newest - last || facts.length < newestFacts) return grouped(missed)
  }
  return []
}

/** The record keeps the newest few; a burst may have pushed this one out before its turn to be written came. */
function ownDecisions({ lines }: Sync): readonly LedgerDecision[] {
  const entries = lines.flatMap((line) => readLine(JSON.stringify(line)) ?? [])
  return entries.flatMap(decisionsOf)
}

function isBetween({ fact }: StoredFact, after: number, upTo: number): boolean {
  return fact.kind === 'ledger.recorded' && fact.n > after && fact.n <= upTo
}

function grouped(rows: readonly StoredFact[]): readonly Missed[] {
  const numbered = rows.flatMap(({ fact, atMs, session }) =>
    fact.kind === 'ledger.recorded' ? [{ n: fact.n, atMs, session, agent: fact.agent, entry: fact.entry }] : [],
  )
  return [...Map.groupBy(numbered, ({ agent }) => agent)].map(([agent, entries]) => ({
    agent,
    lines: entries.map(lineOf),
    decisions: entries.flatMap(decisionsOf),
  }))
}
