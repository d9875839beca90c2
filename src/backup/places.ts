import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { move } from '../disk/move.ts'
import { listFolder } from '../disk/read-file.ts'
import { askStore, gitProblem } from './ask-git.ts'

/** Where copies are kept and for how long. */
export interface BackupHome {
  /** In the user's state folder, closed to agents. */
  readonly folder: string
  readonly capMb: number
  readonly keepDays: number
}

export const DAY_MS = 86_400_000
const KEPT = 'keep_days'

/** The folder whose files are copied for a path: the top level of its repository, else undefined. */
export function repositoryOf(path: string): string | undefined {
  for (let folder = nearestFolder(path); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder
    if (dirname(folder) === folder) return undefined
  }
}

function nearestFolder(path: string): string {
  for (let folder = path; ; folder = dirname(folder)) {
    try {
      // Resolving the path itself would follow a link that is to be deleted.
      if (folder !== path || statSync(folder).isDirectory()) return realpathSync(folder)
    } catch {
      // Gone, or never there: the folder above it counts.
    }
    if (dirname(folder) === folder) return folder
  }
}

/** All stores of one root, by name. A store spans `keep_days`, so that the old is thrown away whole and nothing is rewritten. */
export function shelfOf({ folder }: BackupHome, root: string): string {
  return join(folder, process.getBuiltinModule('node:crypto').hash('sha256', root).slice(0, 32))
}

export function storesOf(home: BackupHome, root: string): readonly string[] {
  const shelf = shelfOf(home, root)
  const names = listFolder(shelf).filter((name) => /^\d+$/.test(name))
  return names.map((name) => join(shelf, name))
}

/** Every folder of which there may be a copy, also those that are gone. */
export function rootsOf({ folder }: BackupHome): readonly string[] {
  return listFolder(folder).flatMap((name) => {
    try {
      return [readFileSync(join(folder, name, 'root'), 'utf8').replace(/\n$/, '')]
    } catch {
      return []
    }
  })
}

/** The store that a copy made now belongs to; made when missing. */
export async function openStoreFor(home: BackupHome, root: string, atMs: number): Promise<string> {
  const shelf = shelfOf(home, root)
  const store = join(shelf, String(Math.floor(atMs / (home.keepDays * DAY_MS))))
  if (existsSync(join(store, 'HEAD'))) return store
  mkdirSync(shelf, { recursive: true, mode: 0o700 })
  writeFileSync(join(shelf, 'root'), `${root}\n`, { mode: 0o600 })
  const fresh = `${store}.${process.pid}.new`
  rmSync(fresh, { recursive: true, force: true })
  const made = await askStore(fresh, ['init', '--quiet', '--bare', '--template=', fresh])
  if (made.code !== 0) throw new Error(gitProblem(made))
  // Above every `.gitattributes`: bytes are kept as they are.
  mkdirSync(join(fresh, 'info'), { recursive: true })
  writeFileSync(join(fresh, 'info', 'attributes'), '* -text !eol !ident !filter !working-tree-encoding !diff !merge\n')
  // Other folders have other policies: what was promised for these copies is kept with them.
  writeFileSync(join(fresh, KEPT), `${home.keepDays}\n`)
  try {
    move(fresh, store)
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true })
    // Another process was faster.
    if (!existsSync(join(store, 'HEAD'))) throw error
  }
  return store
}

/** Whole stores whose newest copy is too old. A store that is half gone is not seen by anybody. */
export function pruneStores(
  home: BackupHome,
  {
    root,
    atMs,
    newestOf,
  }: { readonly root: string; readonly atMs: number; readonly newestOf: (store: string) => number },
): number {
  const keepMs = home.keepDays * DAY_MS
  const current = String(Math.floor(atMs / keepMs))
  const old = storesOf(home, root).filter((store) => !store.endsWith(`/${current}`) && newestOf(store) < atMs - keepMs)
  for (const store of old) removeStore(store)
  return old.length
}

/** How long its copies were promised to be kept. */
export function keptMsOf(store: string): number | undefined {
  try {
    const days = Number(readFileSync(join(store, KEPT), 'utf8'))
    return days > 0 ? days * DAY_MS : undefined
  } catch {
    return undefined
  }
}

export function removeStore(store: string): void {
  const gone = `${store}.gone`
  try {
    rmSync(gone, { recursive: true, force: true })
    move(store, gone)
    rmSync(gone, { recursive: true, force: true })
  } catch {
    // Tried again with the next copy.
  }
}
