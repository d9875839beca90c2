import { existsSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Backup, entriesOf, listBackups, metaOf } from '../../../backup/catalog.ts'
import { type BackupHome, repositoryOf, rootsOf } from '../../../backup/places.ts'
import { rawPathOf, shownOf } from '../../../backup/raw-path.ts'
import { governedRootOf, projectRootOf } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { loadPolicy } from '../../../config/policy.ts'
import type { BackupAct } from '../../../core/model/backup.ts'
import { BACKUP_TEXTS } from '../../../core/words/cli.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'
import { type Exit, type OrExit, refused } from '../exit.ts'
import { partsOfPolicy, wired } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import { type Context, shortPath } from '../terminal.ts'

/** Where the backups are, and the repository of this folder. */
export interface OpenBackups {
  readonly root?: string
  readonly paths: Paths
  readonly home: BackupHome
}

/** A person at the command line can wait for a large work tree. */
export const PATIENCE_MS = 10 * 60_000

export async function openBackups({ cwd, env }: Context): Promise<OpenBackups> {
  const paths = pathsOf(env)
  const root = repositoryOf(cwd) ?? projectRootOf(cwd)
  const { policy } = loadPolicy(await partsOfPolicy(env), root ?? cwd)
  const { capMb, keepDays } = policy.backup
  return { ...(root !== undefined && { root }), paths, home: { folder: paths.fileBackups, capMb, keepDays } }
}

/** The repository, for commands that need one. */
export function rootOf({ root }: OpenBackups, { cwd }: Context): OrExit<string> {
  return root === undefined ? refused(BACKUP_TEXTS.noRepository(cwd)) : { ok: true, open: root }
}

/** The newest backup of this repository, or one of any folder by its id or the beginning of it. */
export async function findBackup(open: OpenBackups, id: string | undefined, context: Context): Promise<OrExit<Backup>> {
  const { home } = open
  if (id === undefined || id === 'latest') {
    const here = rootOf(open, context)
    if (!here.ok) return here
    const newest = (await listBackups(home, here.open)).at(-1)
    if (newest) return { ok: true, open: newest }
    return refused(BACKUP_TEXTS.noneHere)
  }
  const all = await Promise.all(rootsOf(home).map((root) => listBackups(home, root)))
  const named = all.flat().filter((one) => one.id.startsWith(id))
  const [backup] = named
  if (backup && named.length === 1) return { ok: true, open: backup }
  return refused(backup ? BACKUP_TEXTS.ambiguous(oneLine(id), named.length) : BACKUP_TEXTS.unknown(oneLine(id)))
}

/** The typed paths, relative to the root. */
export function pathsFrom(context: Context, root: string, typed: readonly string[]): OrExit<readonly string[]> {
  const folder = realFolder(context.cwd)
  const found = typed.map((path) => relative(root, resolve(folder, path)))
  const outside = found.findIndex((path) => path === '..' || path.startsWith('../'))
  if (outside >= 0) return refused(BACKUP_TEXTS.outside(oneLine(typed[outside] ?? ''), shortPath(root, context.env)))
  return { ok: true, open: found.map(rawPathOf) }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** How much of its root a backup covers. */
export async function backupScope(
  backup: Backup,
): Promise<{ readonly only: boolean; readonly asked: readonly string[] }> {
  const meta = await metaOf(backup)
  if (!meta?.only) return { only: false, asked: [] }
  const entries = (await entriesOf(backup)) ?? []
  return { only: true, asked: entries.map(({ path }) => join(backup.root, shownOf(path))) }
}

/** Records a person's act where the project has an audit log. Returns an exit only when that failed. */
export async function recordAct(context: Context, { paths }: OpenBackups, act: BackupAct): Promise<Exit | undefined> {
  const project = governedRootOf(act.kind === 'create' ? act.report.root : act.root, governedIn(paths))
  if (project === undefined || !existsSync(paths.database)) return undefined
  const { gate } = await wired(paths, context.env)
  try {
    const submitted = await submitAct({ gate, project }, { kind: 'backup', act, ...actStamp(context) })
    return submitted.ok ? undefined : submitted.exit
  } finally {
    await gate.close()
  }
}

export function megabytes(bytes: number): string {
  return bytes < 100_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
