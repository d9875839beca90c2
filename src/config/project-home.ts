import { existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { type HomesOf, IN_REPO, type Layout, type ProjectHomes } from '../core/model/homes.ts'
import { type ProjectHome, type ProjectRoot, projectHome, projectRoot } from '../core/model/ids.ts'
import { STATE_FILE } from '../core/model/state.ts'
import { move } from '../disk/move.ts'
import { listFolder, readHead, readJsonFile } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import { mainWorktreeOf, repositoryId } from './governed.ts'

/** What a home says of itself, in its `project.json`. */
export interface HomeRecord {
  readonly root: ProjectRoot
  readonly layout: Layout
  /** Notes, trajectories and tasks are published in the work tree; at the home where it is left out. */
  readonly ledger?: 'in-repo'
  /** Of a linked worktree that shares nothing with the main one. */
  readonly notes?: 'own'
  /** Names the repository on this disk; empty for a linked worktree, which shares it. */
  readonly git?: string
}

/** What homes are found by. `sha256` is passed in: a cold hook has one already, and Node's own is slow to load. */
export interface HomeParts {
  readonly projects: string
  readonly sha256: (text: string) => string
}

const RECORD = 'project.json'
const MAX_RECORD_BYTES = 65_536
const MAX_NAME_CHARS = 40
const HASH_CHARS = 12

/**
 * Where each project's own files are. The only place that knows: everybody else gets homes and builds none. `settles`: only
 * projects under the gate are asked about, so one of which nothing is recorded is looked at, and what was found is recorded.
 */
export function homesIn(parts: HomeParts, settles = false): HomesOf {
  const folderOf = folders(parts)
  const recordIn = records()
  const recordOf = (root: string) => recordIn(folderOf(root))
  // Asked several times for every event: as long as its record is the same, only that is looked at.
  const known = new Map<ProjectRoot, { readonly record: HomeRecord; readonly homes: ProjectHomes }>()
  return (root) => {
    const before = recordOf(root)
    const same = known.get(root)
    if (same !== undefined && same.record === before) return same.homes
    const own = before ?? (settles ? adopted(parts.projects, { root, folder: folderOf(root) }) : undefined)
    const record = own ?? inherited(root, recordOf) ?? (settles ? { root, layout: layoutOf(root) } : undefined)
    if (record === undefined) return IN_REPO(root)
    const home = projectHome(folderOf(root))
    if (own === undefined) writeRecord(home, { ...record, root })
    if (record.layout === 'in-repo') return IN_REPO(root)
    const ledger = record.ledger === 'in-repo' ? projectHome(root) : home
    const isAlone = record.ledger === 'in-repo' || record.notes === 'own'
    const main = isAlone ? undefined : mainWorktreeOf(root)
    const isShared = main !== undefined && recordOf(main)?.layout === 'home'
    const homes = { layout: 'home', own: home, ledger, notes: isShared ? projectHome(folderOf(main)) : ledger } as const
    // What a linked worktree shares depends on another record, too.
    if (before !== undefined && main === undefined) known.set(root, { record: before, homes })
    return homes
  }
}

/** As a project was kept before anything was recorded of it: a team that publishes its state file goes on so. */
export function layoutOf(root: string): Layout {
  const head = readHead(`${root}/${STATE_FILE}`, HEAD_BYTES) ?? ''
  return /^schema_version: 4$/m.test(head) ? 'in-repo' : 'home'
}

const HEAD_BYTES = 4_096

/** What was chosen for this very project, if anything was. */
export function homeRecordOf(parts: HomeParts, root: ProjectRoot): HomeRecord | undefined {
  return records()(folders(parts)(root))
}

/** The folder of ours that this project has, whether or not its files are in it. */
export function homeFolderOf(parts: HomeParts, root: ProjectRoot): ProjectHome {
  return projectHome(folders(parts)(root))
}

/** Every project of which something was chosen, governed or not. */
export function recordedRoots({ projects }: Pick<HomeParts, 'projects'>): readonly ProjectRoot[] {
  const records = listFolder(projects).map((name) => readJsonFile(`${projects}/${name}/${RECORD}`, MAX_RECORD_BYTES))
  return records.map((record) => checked(record).root).filter((root) => root !== '')
}

export function recordHome(parts: HomeParts, record: HomeRecord): void {
  writeRecord(folders(parts)(record.root), record)
}

function writeRecord(folder: string, record: HomeRecord): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const git = mainWorktreeOf(record.root) === undefined ? repositoryId(record.root) : ''
  writePrivate(`${folder}/${RECORD}`, `${JSON.stringify({ ...record, git }, null, 2)}\n`)
}

/**
 * A renamed project takes its home along: the same repository on this disk, and nothing at its old path. That it was found
 * under a new name is on record where it is governed.
 */
function adopted(
  projects: string,
  { root, folder }: { readonly root: ProjectRoot; readonly folder: string },
): HomeRecord | undefined {
  const git = mainWorktreeOf(root) === undefined ? repositoryId(root) : ''
  for (const name of git === '' ? [] : listFolder(projects)) {
    const record = checked(readJsonFile(`${projects}/${name}/${RECORD}`, MAX_RECORD_BYTES))
    if (record.git !== git || existsSync(record.root)) continue
    const found = { ...record, root }
    move(`${projects}/${name}`, folder)
    writeRecord(folder, found)
    return found
  }
  return undefined
}

type RecordOf = (root: string) => HomeRecord | undefined

/** A linked worktree, and a project that was made inside another, are kept like the one that they belong to. */
function inherited(root: ProjectRoot, recordOf: RecordOf): HomeRecord | undefined {
  for (let folder: string = root; ; folder = dirname(folder)) {
    const main = mainWorktreeOf(projectRoot(folder))
    const found = recordOf(folder) ?? (main === undefined ? undefined : recordOf(main))
    if (found !== undefined || dirname(folder) === folder) return found
  }
}

/** Readable, and never the same for two projects. */
function folders({ projects, sha256 }: HomeParts): (root: string) => string {
  const known = new Map<string, string>()
  return (root) => {
    const folder = known.get(root) ?? `${projects}/${keyOf(root, sha256)}`
    known.set(root, folder)
    return folder
  }
}

function keyOf(root: string, sha256: HomeParts['sha256']): string {
  const name = basename(root)
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(0, MAX_NAME_CHARS)
  return `${name || 'project'}-${sha256(root).slice(0, HASH_CHARS)}`
}

/** Read again when the file changed: a daemon lives longer than a choice. */
function records(): (folder: string) => HomeRecord | undefined {
  const known = new Map<string, { readonly stamp: string; readonly record: HomeRecord }>()
  return (folder) => {
    const stamp = stampOf(`${folder}/${RECORD}`) ?? stampOf(folder)
    if (stamp === undefined) return undefined
    const before = known.get(folder)
    if (before?.stamp === stamp) return before.record
    const value = readJsonFile(`${folder}/${RECORD}`, MAX_RECORD_BYTES)
    const record = checked(value)
    // What could not be read now may be read in a moment.
    if (value !== undefined) known.set(folder, { stamp, record })
    return record
  }
}

function stampOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false })
    return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join(' ')
  } catch {
    return undefined
  }
}

/** A home whose record is lost or makes no sense is a home nevertheless: nothing of it goes back into a work tree. */
function checked(value: unknown): HomeRecord {
  const { root, layout, ledger, notes, git } = { ...(typeof value === 'object' ? value : {}) } as Readonly<
    Record<string, unknown>
  >
  return {
    root: projectRoot(typeof root === 'string' ? root : ''),
    layout: layout === 'in-repo' ? 'in-repo' : 'home',
    ...(ledger === 'in-repo' && { ledger }),
    ...(notes === 'own' && { notes }),
    ...(typeof git === 'string' && { git }),
  }
}
