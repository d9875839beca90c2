import { takeBackup } from '../../../backup/take.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { count, oneLine } from '../show.ts'
import { type Context, shortPath } from '../terminal.ts'
import { megabytes, openBackups, PATIENCE_MS, recordAct, rootOf } from './open-backups.ts'

/** A copy by hand. */
export async function backupCreate(context: Context, { reason }: { readonly reason: string }): Promise<Exit> {
  const opened = await openBackups(context)
  const here = rootOf(opened, context)
  if (!here.ok) return here.exit
  const { home } = opened
  const root = here.open
  const report = await takeBackup({ home, root, asked: [], reason, atMs: Date.now(), deadlineMs: PATIENCE_MS })
  const unrecorded = await recordAct(context, opened, { kind: 'create', report, reason })
  if (report.kind === 'failed') return failed(`no backup was made: ${report.why}; mend that and try again`)
  const { terminal, env } = context
  terminal.out(
    `${terminal.colors.green(report.id)}: ${count(report.files, 'file')} of ${shortPath(root, env)}, ${megabytes(report.bytes)}`,
  )
  if (report.leftOut > 0) {
    const names = report.leftNames.map((name) => `\`${oneLine(name, 60)}\``).join(', ')
    terminal.out(`left out: ${report.leftOut}, among them ${names}; \`fairlead backup list --json\` says why`)
  }
  return unrecorded ?? DONE
}
