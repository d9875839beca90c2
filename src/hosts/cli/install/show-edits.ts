import { INSTALL_TEXTS } from '../../../core/words/install.ts'
import type { FileEdit } from '../../../install/plan.ts'
import { type Context, shortPath } from '../terminal.ts'
import { lineDiff } from './line-diff.ts'

const MAX_LINE_CHARS = 160

/** Every file that changes, in a line each: for those who asked for nothing more. */
export function nameEdits({ terminal, env }: Context, edits: readonly FileEdit[], most = edits.length): void {
  for (const edit of edits.slice(0, most))
    terminal.out(`  ${shortPath(edit.path, env)} ${terminal.colors.dim(about(edit))}`)
  if (edits.length > most) terminal.out(`  ${INSTALL_TEXTS.more(edits.length - most)}`)
}

/** Every file that would change, with the lines that would. */
export function showEdits({ terminal, env }: Context, edits: readonly FileEdit[]): void {
  const { bold, dim, green, red } = terminal.colors
  for (const edit of edits) {
    terminal.out(`\n${bold(shortPath(edit.path, env))} ${dim(about(edit))}`)
    for (const { kind, text } of lineDiff(edit.before ?? '', edit.after ?? '')) {
      const line = text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS)}…` : text
      if (kind === 'added') terminal.out(green(`+ ${line}`))
      else if (kind === 'removed') terminal.out(red(`- ${line}`))
      else terminal.out(dim(`  ${line}`))
    }
  }
}

function about({ before, after, what }: FileEdit): string {
  return INSTALL_TEXTS.edit(before === null ? 'new' : after === null ? 'removed' : 'changed', what)
}
