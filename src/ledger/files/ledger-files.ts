import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT_PREFIX } from '../../core/model/citation.ts'
import type { HomesOf } from '../../core/model/homes.ts'
import type { ProjectHome, ProjectRoot } from '../../core/model/ids.ts'
import type { Lines, NotesChange } from '../../core/model/ledger.ts'
import type { Retention } from '../../core/model/outcome.ts'
import { spanOf } from '../../core/protocols/ledger/record/identifier.ts'
import { type Rebuilt, startRebuild } from '../../core/protocols/ledger/recover/rebuild.ts'
import { readText } from '../../disk/read-file.ts'
import { tendProof } from '../../stores/files/proof-archive.ts'
import { readNotesText, writeNotes } from './notes-file.ts'
import { appendLines, lastNumber, linesFromEnd, tendTrajectories, trajectoryFiles } from './trajectory.ts'

/** Longer files are counted as far as this: what is saved is told rather too small than too large. */
const MAX_NAMED_CHARS = 32_768
const MAX_FILE_BYTES = 262_144

/** The State Zone of a project on disk. Writing throws when it cannot be done; reading never does. */
export const ledgerFiles = (homes: HomesOf) => ({
  append: (project: ProjectRoot, agent: string, lines: Parameters<typeof appendLines>[2]): void =>
    appendLines(homes(project).ledger, agent, lines),
  lastNumber: (project: ProjectRoot) => lastNumber(homes(project).ledger),
  rebuild: (project: ProjectRoot) => rebuildRecord(homes(project).ledger),
  readNotes: (project: ProjectRoot) => readNotesText(homes(project).notes),
  writeNotes: (project: ProjectRoot, change: NotesChange) => writeNotes(homes(project), change),
  tend(project: ProjectRoot, nowMs: number, retention: Retention): void {
    const { ledger, own } = homes(project)
    try {
      tendTrajectories(ledger, nowMs, retention)
    } finally {
      tendProof(own, nowMs, retention)
    }
  },
  /** Where this text stands in a file of the project. */
  find(project: ProjectRoot, path: string, text: string): Lines | undefined {
    const file = path.startsWith(`${project}/`) ? readText(path, MAX_FILE_BYTES) : undefined
    const at = file?.indexOf(text.trimEnd()) ?? -1
    if (file === undefined || at < 0) return undefined
    const from = file.slice(0, at).split('\n').length
    return { from, to: from + text.trimEnd().split('\n').length - 1 }
  },
  /** What an identifier names: those lines, and as much of the file as is worth counting. */
  named(project: ProjectRoot, path: string, lines: string) {
    // The path comes from a ledger, and a ledger is a file anybody may write.
    const named = join(project, path.replace(ROOT_PREFIX, ''))
    const file = named.startsWith(`${project}/`)
      ? readText(named, MAX_FILE_BYTES)?.slice(0, MAX_NAMED_CHARS)
      : undefined
    if (file === undefined) return undefined
    const span = spanOf(lines)
    const cut = file.split('\n').slice((span?.from ?? 1) - 1, span?.to)
    return { block: span === null ? file : cut.join('\n'), file }
  },
  /** Those of the paths that are no more. */
  missing: (project: ProjectRoot, paths: readonly string[]) =>
    paths.filter((path) => !existsSync(join(project, path.replace(ROOT_PREFIX, '')))),
})
export type LedgerFiles = ReturnType<typeof ledgerFiles>

/**
 * LEDGER-1: the record from the ledgers alone. Files are read from the newest back to the last snapshot; what is older
 * is in it already. A line that is no line is counted and left out (LEDGER-21).
 */
export function rebuildRecord(home: ProjectHome, upTo?: number): Rebuilt {
  const rebuilding = startRebuild(upTo)
  let snapshotDay = ''
  for (const file of trajectoryFiles(home).toReversed()) {
    // Several agents write on the same day; what an older day holds is in the snapshot.
    if (file.day < snapshotDay) break
    const before = rebuilding.snapshot()
    for (const line of linesFromEnd(file)) if (!rebuilding.add(line)) break
    if (rebuilding.snapshot() > before) snapshotDay = file.day
  }
  return rebuilding.done()
}
