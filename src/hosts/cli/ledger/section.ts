import { realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve } from 'node:path'
import { projectRootOf } from '../../../config/governed.ts'
import { ROOT_PREFIX } from '../../../core/protocols/ledger/citation.ts'
import { sectionsOf } from '../../../evidence/sections/section.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import type { Context } from '../terminal.ts'

export interface SectionOptions {
  readonly name?: string
  readonly json?: boolean
}

/** LEDGER-83: the whole function or class around a line, or of a name. */
export async function ledgerSection(
  { cwd, env, terminal }: Context,
  place: string,
  options: SectionOptions,
): Promise<Exit> {
  const root = projectRootOf(cwd)
  if (root === undefined) return failed(`\`${cwd}\` is in no project; go to one and try again`)
  const [, named = place, line] = /^(.+?):(\d{1,8})(?:-\d{1,8})?$/.exec(place) ?? []
  if (line === undefined && options.name === undefined)
    return misused('say which part: `<file>:<line>`, or `--name <function>`')
  const path = named.startsWith(ROOT_PREFIX)
    ? named.slice(ROOT_PREFIX.length)
    : relative(root, resolve(realpathSync(cwd), named))
  if (path.startsWith('..') || isAbsolute(path))
    return failed(`\`${place}\` lies outside the project; name a file of it`)
  const wanted = options.name === undefined ? { line: Number(line) } : { name: options.name }
  const answer = await sectionsOf({ root, env }, path, wanted)
  if (!answer.ok) return failed(`\`${place}\`: ${PROBLEMS[answer.problem]}`)
  for (const section of answer.sections) {
    if (options.json) terminal.out(JSON.stringify(section))
    else {
      const mark = section.complete ? `${section.kind} ${section.name ?? ''}`.trim() : 'lines only: no parser for this'
      terminal.out(terminal.colors.dim(`${ROOT_PREFIX}${path}:${section.line_start}-${section.line_end}  ${mark}`))
      terminal.out(printable(section.text))
    }
  }
  return DONE
}

/** Codes that move the cursor or hide text stay out of a person's terminal. */
function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n\t]/gu, '')
}

const PROBLEMS = {
  missing: 'no such file; name another',
  unreadable: 'this is no text of the project; name another file',
  'nothing-there': 'nothing of that name or line; see the file itself',
} as const
