import { compare } from '../../../backup/compare.ts'
import { DONE, type Exit, failed } from '../exit.ts'
import { withoutCodes } from '../show.ts'
import type { Context } from '../terminal.ts'
import { findBackup, openBackups, PATIENCE_MS, pathsFrom, scopeOf } from './open-backups.ts'

interface DiffOptions {
  readonly id: string | undefined
  readonly paths: readonly string[]
  readonly stat?: boolean
}

/** What changed since a copy was made. */
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
    taking: { home: opened.home, root, ...(await scopeOf(found.open)), atMs: Date.now(), deadlineMs: PATIENCE_MS },
    paths: chosen.open,
    stat: stat ?? false,
  })
  if (!compared.ok)
    return failed(`the two cannot be compared: ${compared.why}; \`fairlead backup list\` shows what there is`)
  if (compared.text === '') {
    terminal.out(`nothing changed since ${found.open.id}`)
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
