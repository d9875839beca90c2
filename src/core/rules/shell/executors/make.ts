import { readAllOptions, tableOf, valuesOf, withoutFolder } from '../../options/read-options.ts'
import { executeText } from '../execute.ts'
import { fileAt, isAddress } from '../files.ts'
import { newProcess, subshell, withInput } from '../frames.ts'
import { type Arg, arg, type Executor, type Frame, NO_STREAM, type Stream } from '../machine.ts'
import { HOLE, isOneName } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand, reportRunFile, reportUnresolved } from '../report.ts'
import { streamText } from '../streams.ts'

export const MAKERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['make', runMake],
  ['gmake', runMake],
]

const DEFAULT_FILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile']

/** A makefile from the input, or one that this session wrote, is read for its recipes. */
function runMake(args: readonly Arg[], frame: Frame): Stream {
  const { options } = readAllOptions(args.slice(1).filter(isNotBareJobs), tableOf('make'))
  const inner = subshell(frame)
  for (const folder of valuesOf(options, ['-C', '--directory'])) {
    inner.scope.cwd = isOneName(folder.text) ? resolvePath(folder.text, inner.scope.cwd) : undefined
  }
  reportCommand(withoutFolder(args), inner)
  const recipe = withInput(newProcess(inner, 'make'), NO_STREAM)
  for (const { text, raw } of args) {
    // `SHELL=/bin/bash` names a shell; with words behind it, it is a command.
    if (/^SHELL=\S+\s/.test(text)) executeText(text.slice('SHELL='.length), recipe, raw)
  }
  for (const code of valuesOf(options, ['-E', '--eval'])) runMakefile(code.text, recipe)
  const named = valuesOf(options, ['-f', '--file', '--makefile'])
  for (const path of named) {
    if (path.text === '-' || path.text === '/dev/stdin') runMakefile(streamText(frame.input, frame), recipe)
    else reportRunFile(path, 'make', inner)
  }
  const written = (named.length > 0 ? named : DEFAULT_FILES.map(arg))
    .map((path) => fileAt(path.text, inner))
    .find((file) => file !== undefined)
  if (written?.content.kind === 'network' || isAddress(written?.from))
    return reportUnresolved({ why: 'network-code', raw: 'make' }, recipe)
  if (written !== undefined) runMakefile(streamText(written.content, frame), recipe)
  return outputOf(args, frame)
}

/** `-j` without a number takes no word. */
function isNotBareJobs(word: Arg): boolean {
  return word.text !== '-j'
}

/** Lines after a tab, and what stands after `;` in a rule. Variables of make are not worked out. */
function runMakefile(text: string, frame: Frame): void {
  const joined = text.replace(/\\\n/g, ' ')
  for (const line of joined.split('\n')) {
    const recipe = line.startsWith('\t') ? line.slice(1) : /^[^\s#=:][^=:]*:[^=;]*;(.*)$/.exec(line)?.[1]
    for (const call of line.matchAll(/\$\(shell ([^()]+)\)/g)) executeText(call.slice(1, 2).join(''), frame, line)
    if (recipe === undefined) continue
    const code = recipe
      .replace(/^[@+\s-]+/, '')
      .replace(/\$\([^()]*\)|\$\{[^{}]*\}|\$[@<^?*]/g, HOLE)
      .replaceAll('$$', '$')
    if (code.trim() !== '') executeText(code, frame, line)
  }
}
