import { existsSync, realpathSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { type Backup, entriesOf, listBackups, metaOf } from '../../../backup/catalog.ts'
import { type BackupHome, repositoryOf, rootsOf } from '../../../backup/places.ts'
import { rawOf, shownOf } from '../../../backup/raw-path.ts'
import { governedRootOf, projectRootOf } from '../../../config/governed.ts'
import { type Paths, pathsOf } from '../../../config/paths.ts'
import { loadPolicy } from '../../../config/policy.ts'
import type { BackupAct } from '../../../core/model/backup.ts'
import { type Exit, type Opened, refused } from '../exit.ts'
import { partsOfPolicy, wired } from '../open-project.ts'
import { oneLine } from '../show.ts'
import { actStamp, submitAct } from '../submit-act.ts'
import { type Context, shortPath } from '../terminal.ts'

/** The copies of the repository of this folder. */
export interface OpenBackups {
  readonly root?: string
  readonly paths: Paths
  readonly home: BackupHome
}

/** A person at the command line waits for large trees. */
export const PATIENCE_MS = 10 * 60_000

export async function openBackups({ cwd, env }: Context): Promise<OpenBackups> {
  const paths = pathsOf(env)
  const root = repositoryOf(cwd) ?? projectRootOf(cwd)
  const { policy } = loadPolicy(await partsOfPolicy(env), root ?? cwd)
  const { capMb, keepDays } = policy.backup
  return { ...(root !== undefined && { root }), paths, home: { folder: paths.fileBackups, capMb, keepDays } }
}

/** For what is about this very repository. */
export function rootOf({ root }: OpenBackups, { cwd }: Context): Opened<string> {
  return root === undefined
    ? refused(`\`${cwd}\` is in no repository; go to one and try again`)
    : { ok: true, open: root }
}

/** The newest of this repository; by id, or by a beginning that only one has, of any folder, also of one that is gone. */
export async function findBackup(open: OpenBackups, id: string | undefined, context: Context): Promise<Opened<Backup>> {
  const { home } = open
  if (id === undefined || id === 'latest') {
    const here = rootOf(open, context)
    if (!here.ok) return here
    const newest = (await listBackups(home, here.open)).at(-1)
    if (newest) return { ok: true, open: newest }
    return refused('there is no backup of this repository; `fairlead backup create` makes one')
  }
  const all = await Promise.all(rootsOf(home).map((root) => listBackups(home, root)))
  const named = all.flat().filter((one) => one.id.startsWith(id))
  const [backup] = named
  if (backup && named.length === 1) return { ok: true, open: backup }
  const what = backup
    ? `\`${oneLine(id)}\` is the beginning of ${named.length} backups`
    : `there is no backup \`${oneLine(id)}\``
  return refused(`${what}; \`fairlead backup list --all\` lists them`)
}

/** What a person typed, relative to the root. */
export function pathsFrom(context: Context, root: string, typed: readonly string[]): Opened<readonly string[]> {
  const folder = realFolder(context.cwd)
  const found = typed.map((path) => relative(root, resolve(folder, path)))
  const outside = found.findIndex((path) => path === '..' || path.startsWith('../'))
  if (outside >= 0)
    return refused(
      `\`${oneLine(typed[outside] ?? '')}\` is outside \`${shortPath(root, context.env)}\`; name a file in it`,
    )
  return { ok: true, open: found.map(rawOf) }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}

/** How much of its root a copy was made of. */
export async function scopeOf(backup: Backup): Promise<{ readonly only: boolean; readonly asked: readonly string[] }> {
  const meta = await metaOf(backup)
  if (!meta?.only) return { only: false, asked: [] }
  const entries = (await entriesOf(backup)) ?? []
  return { only: true, asked: entries.map(({ path }) => join(backup.root, shownOf(path))) }
}

/** Puts a person's act on record where the project has a record. Says how it ended only when that went wrong. */
export async function recordAct(context: Context, { paths }: OpenBackups, act: BackupAct): Promise<Exit | undefined> {
  const project = governedRootOf(act.kind === 'create' ? act.report.root : act.root, paths.governed)
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
