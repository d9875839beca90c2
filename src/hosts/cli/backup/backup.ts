import { type Backup, listBackups, metaOf } from '../../../backup/catalog.ts'
import { compare } from '../../../backup/compare.ts'
import { rootsOf } from '../../../backup/places.ts'
import { shownOf } from '../../../backup/raw-path.ts'
import { takeBackup } from '../../../backup/take.ts'
import { isoTime } from '../../../core/model/time.ts'
import { BACKUP_TEXTS } from '../../../core/words/cli.ts'
import { count } from '../../../core/words/count.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { ago, oneLine, withoutCodes } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import {
  backupScope,
  findBackup,
  megabytes,
  openBackups,
  PATIENCE_MS,
  pathsFrom,
  recordAct,
  rootOf,
} from './open-backups.ts'

const MAX_LEFT_SHOWN = 200

interface ListOptions {
  readonly json?: boolean
  readonly all?: boolean
}

/** Lists the backups of this repository, or of every folder, oldest first. */
export async function backupList(context: Context, { json, all }: ListOptions): Promise<Exit> {
  const { terminal } = context
  const opened = await openBackups(context)
  const here = rootOf(opened, context)
  if (!here.ok && !all) return here.exit
  const roots = all || !here.ok ? rootsOf(opened.home) : [here.open]
  const backups = (await Promise.all(roots.map((root) => listBackups(opened.home, root)))).flat()
  if (json) {
    terminal.out(JSON.stringify({ backups: await Promise.all(backups.map(plainOf)) }, null, 2))
    return DONE
  }
  if (backups.length === 0) terminal.out(BACKUP_TEXTS.noneYet)
  for (const backup of backups) terminal.out(describe(context, backup, all === true))
  return DONE
}

/** What `backup list --json` prints for one. */
async function plainOf({ store, atMs, ...backup }: Backup): Promise<object> {
  const left = (await metaOf({ store, tree: backup.tree }))?.leftOut ?? []
  const leftOut = left.slice(0, MAX_LEFT_SHOWN).map(({ path, why }) => ({ path: shownOf(path), why }))
  return { ...backup, at: isoTime(atMs), left: leftOut }
}

function describe({ terminal, env }: Context, backup: Backup, withRoot: boolean): string {
  const { bold, dim } = terminal.colors
  const { id, root, atMs, files, bytes, leftOut, reason } = backup
  const left = leftOut > 0 ? `, ${leftOut} left out` : ''
  const size = `${count(files, 'file')}, ${megabytes(bytes)}${left}`
  const where = withRoot ? `${shortPath(root, env)}  ` : ''
  return `${bold(id)}  ${dim(ago(atMs, Date.now()).padStart(11))}  ${size}  ${where}${dim(oneLine(reason, 80))}`
}

interface DiffOptions {
  readonly id: string | undefined
  readonly paths: readonly string[]
  readonly stat?: boolean
}

/** Shows what changed since a backup. */
export async function backupDiff(context: Context, { id, paths, stat }: DiffOptions): Promise<Exit> {
  const opened = await openBackups(context)
  const found = await findBackup(opened, id, context)
  if (!found.ok) return found.exit
  const { root } = found.open
  const chosen = pathsFrom(context, root, paths)
  if (!chosen.ok) return chosen.exit
  const { terminal } = context
  const compared = await compare({
    backup: found.open,
    taking: { home: opened.home, root, ...(await backupScope(found.open)), atMs: Date.now(), deadlineMs: PATIENCE_MS },
    paths: chosen.open,
    stat: stat ?? false,
  })
  if (!compared.ok) return failed(BACKUP_TEXTS.notCompared(found.open.id, compared.why))
  if (compared.text === '') {
    terminal.out(BACKUP_TEXTS.unchanged(found.open.id))
    return DONE
  }
  for (const line of Buffer.from(compared.text, 'latin1').toString('utf8').trimEnd().split('\n'))
    terminal.out(colored(context, withoutCodes(line)))
  return DONE
}

function colored({ terminal }: Context, line: string): string {
  const { green, red, bold } = terminal.colors
  if (line.startsWith('diff ') || line.startsWith('+++ ') || line.startsWith('--- ')) return bold(line)
  return line.startsWith('+') ? green(line) : line.startsWith('-') ? red(line) : line
}

/** Makes a backup now. */
export async function backupCreate(context: Context, { reason }: { readonly reason: string }): Promise<Exit> {
  const opened = await openBackups(context)
  const here = rootOf(opened, context)
  if (!here.ok) return here.exit
  const { home } = opened
  const root = here.open
  const report = await takeBackup({ home, root, asked: [], reason, atMs: Date.now(), deadlineMs: PATIENCE_MS })
  const unrecorded = await recordAct(context, opened, { kind: 'create', report, reason })
  if (report.kind === 'failed') return failed(BACKUP_TEXTS.notMade(report.why))
  const { terminal, env } = context
  terminal.out(
    `${terminal.colors.green(report.id)}: ${count(report.files, 'file')} of ${shortPath(root, env)}, ${megabytes(report.bytes)}`,
  )
  if (report.leftOut > 0) {
    const names = report.leftNames.map((name) => `\`${oneLine(name, 60)}\``).join(', ')
    terminal.out(BACKUP_TEXTS.leftOut(report.leftOut, names))
  }
  return unrecorded ?? DONE
}
