import type { WrittenFile } from '../../model/tool.ts'
import { isPrivatePath } from '../book/known-names.ts'
import { wordText } from '../options/argv.ts'
import { resolvePath } from '../shell/path.ts'
import type { ShellReading, Step } from '../shell/reading.ts'
import { destroyingLines, spokenSecrets } from './code-spoken.ts'
import { codeText, stringsIn } from './code-text.ts'

const MAX_CARRIERS = 8

/** `jq . .env > /tmp/o`, `sqlite3 /tmp/k ".import .env t"`: files that a command names beside a secret may hold it from now on. */
export function carriersIn({ steps }: ShellReading): readonly WrittenFile[] {
  return steps.flatMap((step) => {
    const named = namesIn(step)
    const [secret] = named.filter((name) => isPrivatePath(name))
    const from = secret === undefined ? undefined : resolvePath(secret, folderOf(step))
    if (from === undefined) return []
    return named
      .filter((name) => !isPrivatePath(name) && /^(?:[~.]{0,2}\/)?[\w.-][\w./-]*$/.test(name) && /[./]/.test(name))
      .flatMap((name) => resolvePath(name, folderOf(step)) ?? [])
      .slice(0, MAX_CARRIERS)
      .map((path) => ({ path, text: undefined, from }))
  })
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

const folderOf = (step: Step): string | undefined => ('cwd' in step ? step.cwd : undefined)

function namesIn(step: Step): readonly string[] {
  if (step.kind === 'code')
    return step.text === undefined
      ? []
      : [...spokenSecrets(codeText(step.text, step.language)), ...stringsIn(step.text)]
  if (step.kind !== 'command') return []
  return [...step.argv.slice(1), ...step.redirects.map(({ target }) => target)].flatMap((word) =>
    wordText(word).split(/[\s"'(),]+/),
  )
}

/** Does what is in this file come from a secret, by what earlier calls did? */
export const holdsSecret = (path: string | undefined, written: readonly WrittenFile[]): boolean =>
  written.some((file) => file.path === path && file.from !== undefined && isPrivatePath(file.from))
