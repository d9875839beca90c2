import { randomUUID } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { governedRootOf, projectRootOf } from '../../config/governed.ts'
import { ownPathsOf } from '../../config/own-paths.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import { loadPolicy } from '../../config/policy.ts'
import type { BackupAct } from '../../core/model/backup.ts'
import { eventId, sessionId } from '../../core/model/ids.ts'
import { type Backup, listBackups } from '../../gate/backup/catalog.ts'
import { type BackupHome, repositoryOf } from '../../gate/backup/places.ts'
import { rawOf } from '../../gate/backup/raw-path.ts'
import { type Exit, failed } from './exit.ts'
import { partsOfPolicy } from './load-policy.ts'
import { wired } from './open-project.ts'
import { oneLine } from './show.ts'
import { type Context, shortPath } from './terminal.ts'

/** The copies of the repository of this folder. */
export interface OpenBackups {
  readonly root: string
  readonly paths: Paths
  readonly home: BackupHome
}

export type Opened<Open> = { readonly ok: true; readonly open: Open } | { readonly ok: false; readonly exit: Exit }

/** A person at the command line waits for large trees. */
export const PATIENCE_MS = 10 * 60_000

export async function openBackups({ cwd, env }: Context): Promise<Opened<OpenBackups>> {
  const paths = pathsOf(env)
  const root = repositoryOf(cwd) ?? projectRootOf(cwd)
  if (root === undefined) return { ok: false, exit: failed(`\`${cwd}\` is in no repository; go to one`) }
  const { policy } = loadPolicy(await partsOfPolicy(env), root)
  const { capMb, keepDays } = policy.backup
  return { ok: true, open: { root, paths, home: { folder: paths.fileBackups, capMb, keepDays } } }
}

/** By its id, by a beginning that only one has, or the newest. */
export async function findBackup({ home, root }: OpenBackups, id: string | undefined): Promise<Opened<Backup>> {
  const all = await listBackups(home, root)
  const newest = all.at(-1)
  if (!newest)
    return { ok: false, exit: failed('there is no backup of this repository; `fairlead backup create` makes one') }
  const named = id === undefined || id === 'latest' ? [newest] : all.filter((one) => one.id.startsWith(id))
  const [backup] = named
  if (backup && named.length === 1) return { ok: true, open: backup }
  const what = backup
    ? `\`${oneLine(id ?? '')}\` is the beginning of ${named.length} backups`
    : `there is no backup \`${oneLine(id ?? '')}\``
  return { ok: false, exit: failed(`${what}; \`fairlead backup list\` lists them`) }
}

/** What a person typed, relative to the root. */
export function pathsFrom(context: Context, root: string, typed: readonly string[]): Opened<readonly string[]> {
  const folder = realFolder(context.cwd)
  const found = typed.map((path) => relative(root, resolve(folder, path)))
  const outside = found.findIndex((path) => path === '..' || path.startsWith('../'))
  if (outside >= 0)
    return {
      ok: false,
      exit: failed(`\`${oneLine(typed[outside] ?? '')}\` is outside \`${shortPath(root, context.env)}\``),
    }
  return { ok: true, open: found.map(rawOf) }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** Puts a person's act on record where the project has a record. */
export async function recordAct({ cwd, env }: Context, { paths, root }: OpenBackups, act: BackupAct): Promise<void> {
  const project = governedRootOf(root, paths.governed)
  if (project === undefined || !existsSync(paths.database)) return
  const { gate } = await wired(paths, env)
  try {
    const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
    const session = sessionId(`terminal-${process.pid}`)
    await gate.submit({ kind: 'backup', act, ...stamp, runtime: 'fairlead', session, cwd }, project)
  } finally {
    await gate.close()
  }
}

/** What belongs to the gate inside a project, relative to nothing: absolute. */
export function closedPaths({ env }: Context, { paths, root }: OpenBackups): readonly string[] {
  return ownPathsOf(paths, env, root)
}

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
