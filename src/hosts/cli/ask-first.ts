import { type Exit, failed, misused } from './exit.ts'
import type { Terminal } from './terminal.ts'

/** Undefined when the person agrees, or has said `--yes`; otherwise how the command ends. */
export async function askFirst(terminal: Terminal, question: string, yes = false): Promise<Exit | undefined> {
  if (yes) return undefined
  if (!terminal.interactive) return misused('nobody can be asked here, so nothing was changed; add `--yes`')
  return (await terminal.confirm(question)) === true ? undefined : failed('cancelled; nothing was changed')
}
