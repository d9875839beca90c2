import { linkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { FactContext } from '../core/model/fact.ts'
import type { ProjectHome, ProjectRoot } from '../core/model/ids.ts'
import { STATE_FILE } from '../core/model/state.ts'
import { STATE_FILE_WORDS } from '../core/words/gate.ts'
import { codeOf } from '../disk/error-code.ts'
import { replaceFile, sweepDrafts } from '../disk/replace-file.ts'
import { appendFound } from './append.ts'
import { digestsOf, fieldsOf } from './codec.ts'
import { keepNewest, type Loaded, loadProject, type Parts, saveProject } from './load-project.ts'
import { findingOf, type Look, lookInTurn } from './look.ts'
import { type FileFinding, type FileRecord, reconcile } from './reconcile.ts'
import { sha256 } from './sha256.ts'
import { isUnchanged } from './yaml/sight.ts'
import { editTemplate } from './yaml/state-file.ts'
import { stateFolder, withStateLock } from './yaml/state-lock.ts'

export interface Projection {
  readonly project: ProjectRoot
  /** Of the event that made it due; an outside edit found on the way is recorded under it. */
  readonly context: FactContext
  /** A writer died before: what it left behind is swept. */
  readonly isRedo: boolean
}

const MAX_TRIES = 5

/**
 * Shows the newest state in the file. The commit stands whatever happens here; a problem is noted in the database,
 * becomes a fact at the next event, and is returned.
 */
export async function projectFile(parts: Parts, projection: Projection): Promise<string | undefined> {
  try {
    if (projection.isRedo) sweepDrafts(join(parts.homes(projection.project).own, STATE_FILE))
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const seen = await lookInTurn(parts, projection.project)
      const isDone = await parts.database.transact(() => projectOnce(parts, projection, seen))
      if (isDone) {
        parts.faults('file.committed')
        return undefined
      }
    }
    return STATE_FILE_WORDS.keepsChanging
  } catch (error) {
    const problem = writeProblem(error)
    await noteProblem(parts, projection.project, problem)
    return problem
  }
}

/** False: the file changed meanwhile; look again. */
function projectOnce(parts: Parts, { project, context }: Projection, seen: Look): boolean {
  const { tables, faults } = parts
  faults('file.begun')
  const loaded = loadProject(parts, project)
  const record = tables.fileRecord(project)
  // What nobody signed is put on record first, by the next event.
  if (loaded.dueSeq <= record.lastFact || loaded.counted !== undefined) return true
  if (!isUnchanged(seen.sight, parts.homes(project).own)) return false
  const found = findingOf(seen.sight, seen)
  if (found === undefined) return false
  if (hashOf(found) !== record.hash) {
    // Committed by itself: were the process to die after the rename, the file would hold facts that are not recorded.
    takeOver(parts, { project, context }, { found, loaded, record })
    return false
  }
  // Nothing that may be replaced stands there. It is recorded as unreadable.
  if (seen.sight.kind === 'unreadable' && !seen.sight.stat) return true
  return write(parts, { project, seen, loaded, record })
}

function hashOf(found: FileFinding): string | null {
  return found.kind === 'missing' ? null : found.hash
}

function takeOver(
  parts: Parts,
  { project, context }: Pick<Projection, 'project' | 'context'>,
  { found, loaded, record }: { readonly found: FileFinding; readonly loaded: Loaded; readonly record: FileRecord },
): void {
  const outside = reconcile(found, { state: loaded.state, lastFact: loaded.head.seq, record })
  const next = appendFound(parts, loaded, { project, context, facts: outside.facts })
  if (next !== loaded) saveProject(parts, project, next)
  parts.tables.saveFileRecord(project, outside.record)
}

interface Writing {
  readonly project: ProjectRoot
  readonly seen: Look
  readonly loaded: Loaded
  readonly record: FileRecord
}

function write(parts: Parts, { project, seen, loaded, record }: Writing): boolean {
  const { tables, loadYaml, homes, written, faults } = parts
  const { own: home } = homes(project)
  const { sight, reading } = seen
  const fields = fieldsOf(loaded.state, loaded.head.seq)
  const edit = reading?.ok ? reading.edit : editTemplate(loadYaml)
  // From here on the reading is of bytes that may never get there.
  written.delete(project)
  const text = edit(fields)
  const keepOld = sight.kind !== 'missing' && !reading?.ok
  const isReplaced = withStateLock(
    home,
    () => {
      const isWanted = () => {
        if (!isUnchanged(sight, home)) return false
        if (keepOld) keepAside(home, sight.path)
        return true
      }
      // EDGE-103
      return replaceFile(sight.path, text, { mode: { ifNew: 0o644 }, survives: 'power-cut', isWanted, at: faults })
    },
    () => faults('lock.created'),
  )
  faults('lock.removed')
  if (!isReplaced) return false
  const hash = sha256(text)
  const file = { fields, claims: loaded.state.edge.claims, lastFact: loaded.head.seq }
  keepNewest(written, project, { hash, reading: { ok: true, file, edit } })
  tables.saveFileRecord(project, {
    ...record,
    hash,
    stamp: null,
    lastFact: loaded.head.seq,
    digests: digestsOf(fields),
    readProblem: null,
    writeProblem: null,
    isWriteProblemNoted: false,
  })
  faults('file.recorded')
  return true
}

/** It could not be understood and may hold a person's work: a second name for it, which the rename leaves there. */
function keepAside(home: ProjectHome, path: string): void {
  const folder = stateFolder(home)
  if (folder === undefined) return
  const kept = join(folder, 'active_context.unreadable.yaml')
  try {
    rmSync(kept, { force: true })
    linkSync(path, kept)
  } catch {
    // Another file system: then it is lost, and the fact `state.unreadable` says that it was there.
  }
}

/** EDGE-105, word for word. */
function writeProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const isForbidden = ['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))
  return isForbidden
    ? `Cannot write state: ${message}. Check file permissions.`
    : `State write failed: ${message}. Disk full?`
}

async function noteProblem({ database, tables }: Parts, project: ProjectRoot, problem: string): Promise<void> {
  try {
    await database.transact(() => {
      const record = tables.fileRecord(project)
      if (record.writeProblem === problem) return
      tables.saveFileRecord(project, { ...record, writeProblem: problem, isWriteProblemNoted: false })
    })
  } catch {
    // The database is in trouble as well: the next update will say so itself.
  }
}
