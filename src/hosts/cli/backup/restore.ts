import { join } from 'node:path'
import { type Backup, type BackupEntry, listBackups } from '../../../backup/catalog.ts'
import type { LeftOut } from '../../../backup/list-files.ts'
import { shownOf } from '../../../backup/raw-path.ts'
import { restore, selectEntries } from '../../../backup/restore.ts'
import { takeBackup } from '../../../backup/take.ts'
import { ownPathsOf } from '../../../config/own-paths.ts'
import { isInside } from '../../../core/model/inside.ts'
import { BACKUP_TEXTS } from '../../../core/words/cli.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { type Prove, proveHere } from '../prove-here.ts'
import { oneLine } from '../show.ts'
import { askFirst, type Context, shortPath } from '../terminal.ts'
import {
  backupScope,
  findBackup,
  type OpenBackups,
  openBackups,
  PATIENCE_MS,
  pathsFrom,
  recordAct,
} from './open-backups.ts'

interface RestoreOptions {
  readonly id: string | undefined
  readonly paths: readonly string[]
  readonly yes?: boolean
  /** False with `--no-backup`. */
  readonly backup?: boolean
}

const MAX_REFUSED_SHOWN = 20
/** Each of these is compared with every file. */
const MAX_ASKED = 200

/** Restores files. It can be undone: the current files are backed up first. */
export async function backupRestore(
  context: Context,
  options: RestoreOptions,
  prove: Prove = proveHere,
): Promise<Exit> {
  const { terminal, env } = context
  const opened = await openBackups(context)
  const found = await findBackup(opened, options.id, context)
  if (!found.ok) return found.exit
  const { root } = found.open
  const chosen = pathsFrom(context, root, options.paths)
  if (!chosen.ok) return chosen.exit
  const entries = await selectEntries({ backup: found.open, paths: chosen.open })
  if (!entries) return failed(BACKUP_TEXTS.unreadable(found.open.id))
  const { id, reason } = found.open
  if (entries.length === 0)
    return failed(options.paths.length === 0 ? BACKUP_TEXTS.empty(id) : BACKUP_TEXTS.noSuchFile(id))
  terminal.out(BACKUP_TEXTS.about(id, oneLine(reason, 80), shortPath(root, env), entries.length))
  const declined = await askFirst(terminal, BACKUP_TEXTS.question, options.yes)
  if (declined) return declined
  const undo = options.backup === false ? undefined : await copyFirst(opened, found.open, entries)
  if (undo && !('store' in undo)) return failed(BACKUP_TEXTS.notCopiedFirst(undo.why))
  // Only a person restores the gate's own files: an older policy may be a looser one.
  const proof = await prove(context, 'fairlead backup restore')
  const closed = proof.kind === 'human' ? [] : ownPathsOf(opened.paths, env, { project: root, layout: 'in-repo' })
  const isClosed = (path: string) => closed.some((one) => isInside(join(root, shownOf(path)), one))
  const restored = await restore({ backup: found.open, paths: chosen.open, ...(undo && { undo }), isClosed })
  if (!restored.ok) return failed(BACKUP_TEXTS.unreadable(id))
  const act = {
    kind: 'restore',
    id,
    root,
    files: restored.written.length,
    ...(undo && { undo: undo.id }),
  } as const
  const unrecorded = await recordAct(context, opened, act)
  terminal.out(BACKUP_TEXTS.restored(restored.written.length, restored.same))
  if (undo) terminal.out(BACKUP_TEXTS.undo(undo.id))
  return unrecorded ?? report(context, restored.refused)
}

/** Backs up what is about to be overwritten. */
async function copyFirst(
  { home }: OpenBackups,
  backup: Backup,
  entries: readonly BackupEntry[],
): Promise<Backup | { readonly why: string }> {
  const { root } = backup
  const { only } = await backupScope(backup)
  const named = entries.map(({ path }) => join(root, shownOf(path)))
  const asked = only || named.length <= MAX_ASKED ? named : []
  const reason = `before restoring ${backup.id}`
  const report = await takeBackup({ home, root, only, asked, reason, atMs: Date.now(), deadlineMs: PATIENCE_MS })
  if (report.kind === 'failed') return { why: report.why }
  const made = (await listBackups(home, root)).find(({ id }) => id === report.id)
  return made ?? { why: BACKUP_TEXTS.copyLost }
}

function report({ terminal }: Context, refused: readonly LeftOut[]): Exit {
  if (refused.length === 0) return DONE
  for (const { path, why } of refused.slice(0, MAX_REFUSED_SHOWN))
    terminal.out(BACKUP_TEXTS.kept(oneLine(shownOf(path)), why))
  return failed(BACKUP_TEXTS.notRestored(refused.length))
}
