import type { Retention } from '../core/model/effect.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { NotesChange } from '../core/model/ledger.ts'
import type { Lines } from '../core/model/ledger-places.ts'
import type { TrajectoryLine } from '../core/protocols/ledger/record/line.ts'
import type { Rebuilt } from '../core/protocols/ledger/recover/rebuild.ts'

export type NotesText =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'problem'; readonly problem: string }

/** The State Zone of a project on disk. Writing throws when it cannot be done; reading never does. */
export interface LedgerFiles {
  append(project: ProjectRoot, agent: string, lines: readonly TrajectoryLine[]): void
  /** The number of the newest line; only the ends of the newest files are read. */
  lastNumber(project: ProjectRoot): number
  /** The record, from the files alone. */
  rebuild(project: ProjectRoot): Rebuilt
  readNotes(project: ProjectRoot): NotesText
  /** Gives where an unreadable file was kept, if one stood there; and whether there was none at all. */
  writeNotes(project: ProjectRoot, change: NotesChange): { readonly kept?: string; readonly isNew: boolean }
  tend(project: ProjectRoot, nowMs: number, retention: Retention): void
  /** Where this text stands in a file of the project. */
  find(project: ProjectRoot, path: string, text: string): Lines | undefined
  /** What an identifier names: those lines, and as much of the file as is worth counting. */
  named(project: ProjectRoot, path: string, lines: string): Named | undefined
  /** Those of the paths that are no more. */
  missing(project: ProjectRoot, paths: readonly string[]): readonly string[]
}

interface Named {
  readonly block: string
  readonly file: string
}
