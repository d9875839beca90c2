import { realpathSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { ROOT_PREFIX } from '../../../core/model/citation.ts'
import { isInside } from '../../../core/model/inside.ts'
import { sectionsOf } from '../../../ledger/sections/section.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import { projectHere } from '../open-project.ts'
import { withoutCodes } from '../show.ts'
import type { Context } from '../terminal.ts'

interface SectionOptions {
  readonly name?: string
  readonly json?: boolean
}

/** LEDGER-83: the whole function or class around a line, or of a name. */
export async function ledgerSection(context: Context, place: string, options: SectionOptions): Promise<Exit> {
  const { cwd, env, terminal } = context
  const here = projectHere(context)
  if (!here.ok) return here.exit
  const root = here.open
  const [, named = place, line] = /^(.+?):(\d{1,8})(?:-\d{1,8})?$/.exec(place) ?? []
  if (line === undefined && options.name === undefined)
    return misused('say which part: `<file>:<line>`, or `--name <function>`')
  const path = named.startsWith(ROOT_PREFIX)
    ? named.slice(ROOT_PREFIX.length)
    : relative(root, resolve(realpathSync(cwd), named))
  if (!isInside(resolve(root, path), root)) return failed(`\`${place}\` lies outside the project; name a file of it`)
  const wanted = options.name === undefined ? { line: Number(line) } : { name: options.name }
  const answer = await sectionsOf({ root, env }, path, wanted)
  if (!answer.ok) return failed(`\`${place}\`: ${PROBLEMS[answer.problem]}`)
  for (const section of answer.sections) {
    if (options.json) terminal.out(JSON.stringify(section))
    else {
      const mark = section.complete ? `${section.kind} ${section.name ?? ''}`.trim() : 'lines only: no parser for this'
      terminal.out(terminal.colors.dim(`${ROOT_PREFIX}${path}:${section.line_start}-${section.line_end}  ${mark}`))
      terminal.out(withoutCodes(section.text.replaceAll('\r\n', '\n')))
    }
  }
  return DONE
}

const PROBLEMS = {
  missing: 'no such file; name another',
  unreadable: 'this is no text of the project; name another file',
  'nothing-there': 'nothing of that name or line; see the file itself',
} as const
