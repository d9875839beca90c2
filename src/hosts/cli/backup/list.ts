import { type Backup, listBackups, metaOf } from '../../../backup/catalog.ts'
import { rootsOf } from '../../../backup/places.ts'
import { shownOf } from '../../../backup/raw-path.ts'
import { isoTime } from '../../../core/model/time.ts'
import { DONE, type Exit } from '../exit.ts'
import { ago, count, oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import { megabytes, openBackups, rootOf } from './open-backups.ts'

const MAX_LEFT_SHOWN = 200

interface ListOptions {
  readonly json?: boolean
  readonly all?: boolean
}

/** The copies of this repository, or of every folder, oldest first. */
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
  if (backups.length === 0) terminal.out('no backup yet; `fairlead backup create` makes one')
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
