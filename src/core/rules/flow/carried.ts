import type { WrittenFile } from '../../model/tool.ts'
import { isPrivatePath } from '../book/known-names.ts'
import { wordText } from '../options/argv.ts'
import { resolvePath } from '../shell/path.ts'
import type { InlineCode, ResolvedCommand, ShellReading, Step } from '../shell/reading.ts'
import { destroyingLines, spokenSecrets } from './code-spoken.ts'
import { codeText, stringsIn } from './code-text.ts'

const MAX_CARRIERS = 8

/** `jq . .env > /tmp/o`, `sqlite3 /tmp/k ".import .env t"`: files that a command names beside a secret may hold it from now on. */
export const carriersIn = ({ steps }: ShellReading): readonly WrittenFile[] =>
  steps.flatMap((step) => (step.kind === 'code' || step.kind === 'command' ? carriedBy(step) : []))

function carriedBy(step: InlineCode | ResolvedCommand): readonly WrittenFile[] {
  const named = namesIn(step)
  const secret = named.find((name) => isPrivatePath(name))
  const from = secret === undefined ? undefined : resolvePath(secret, step.cwd)
  if (from === undefined) return []
  const paths = named
    .filter((name) => !isPrivatePath(name) && /^(?:[~.]{0,2}\/)?[\w.-][\w./-]*$/.test(name) && /[./]/.test(name))
    .map((name) => resolvePath(name, step.cwd))
  return [...new Set(paths)]
    .filter((path) => path !== undefined)
    .slice(0, MAX_CARRIERS)
    .map((path) => ({ path, text: undefined, from }))
}

/** What a command prints may be what its words say: of `python -c "print('rm -rf x')" > y` that is kept. */
export function printedBy({ steps }: ShellReading): string | undefined {
  const lines = steps.flatMap((step) => destroyingLines(saidIn(step)))
  return lines.length === 0 ? undefined : lines.join('\n')
}

function saidIn(step: Step): string {
  if (step.kind === 'code') return `${step.text}`
  return step.kind === 'command' ? step.argv.map(wordText).join('\n') : ''
}

function namesIn(step: InlineCode | ResolvedCommand): readonly string[] {
  if (step.kind === 'code') {
    const text = `${step.text}`
    return [...spokenSecrets(codeText(text, step.language)), ...stringsIn(text)]
  }
  return [...step.argv.slice(1), ...step.redirects.map(({ target }) => target)].flatMap((word) =>
    wordText(word).split(/[\s"'(),]+/),
  )
}

/** Does what is in this file come from a secret, by what earlier calls did? */
export const holdsSecret = (path: string | undefined, written: readonly WrittenFile[]): boolean =>
  written.some((file) => file.path === path && file.from !== undefined && isPrivatePath(file.from))
