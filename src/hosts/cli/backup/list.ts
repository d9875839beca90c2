import { isoTime } from '../../../core/model/time.ts'
import { listBackups, metaOf } from '../../../gate/backup/catalog.ts'
import { rootsOf } from '../../../gate/backup/places.ts'
import { shownOf } from '../../../gate/backup/raw-path.ts'
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
export async function backupList(context: Context, { json, all: every }: ListOptions): Promise<Exit> {
  const opened = await openBackups(context)
  const here = rootOf(opened, context)
  if (!here.ok && !every) return here.exit
  const { home } = opened
  const roots = every || !here.ok ? rootsOf(home) : [here.open]
  const { terminal, env } = context
  const backups = (await Promise.all(roots.map((root) => listBackups(home, root)))).flat()
  if (json) {
    const all = await Promise.all(
      backups.map(async ({ store, atMs, ...backup }) => {
        const left = (await metaOf({ store, tree: backup.tree }))?.leftOut ?? []
        const leftOut = left.slice(0, MAX_LEFT_SHOWN).map(({ path, why }) => ({ path: shownOf(path), why }))
        return { ...backup, at: isoTime(atMs), left: leftOut }
      }),
    )
    terminal.out(JSON.stringify({ backups: all }, null, 2))
    return DONE
  }
  if (backups.length === 0) terminal.out('no backup yet; `fairlead backup create` makes one')
  const { bold, dim } = terminal.colors
  for (const { id, root, atMs, files, bytes, leftOut, reason } of backups) {
    const left = leftOut > 0 ? `, ${leftOut} left out` : ''
    const size = `${count(files, 'file')}, ${megabytes(bytes)}${left}`
    terminal.out(
      `${bold(id)}  ${dim(ago(atMs, Date.now()).padStart(11))}  ${size}  ${every ? `${shortPath(root, env)}  ` : ''}${dim(oneLine(reason, 80))}`,
    )
  }
  return DONE
}
