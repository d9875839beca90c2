import { isGiven, readAllOptions, readOptions, tableOf, valuesOf } from '../../options/read-options.ts'
import { executeCode, executeText, runFile } from '../execute.ts'
import { fileAt, writeFile } from '../files.ts'
import { newProcess, withInput } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, type Stream, stream } from '../machine.ts'
import { HOLE, isOnlyHoles, toWord, withoutGlobs } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import type { Redirect } from '../reading.ts'
import { reportCommand } from '../report.ts'
import { readAwk } from './awk-program.ts'
import { readSed } from './sed-program.ts'

/** Filters with a small language of their own that can run commands and write files. */
export const TEXT_PROGRAMS: readonly (readonly [name: string, executor: Executor])[] = [
  ['sed', runSed],
  ['gsed', runSed],
  ['awk', runAwk],
  ['gawk', runAwk],
  ['mawk', runAwk],
  ['nawk', runAwk],
]

function runSed(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readAllOptions(args.slice(1), tableOf('sed'))
  const given = valuesOf(options, ['-e', '--expression'])
  const files = valuesOf(options, ['-f', '--file'])
  const scripts = given.length === 0 && files.length === 0 ? rest.slice(0, 1) : given
  const { commands, writes } = readSed(scripts.map((script) => withoutGlobs(script.text)).join('\n'))
  reportCommand(args, writing(writes, frame))
  const inner = withInput(newProcess(frame, 'sed e'), NO_STREAM)
  for (const command of commands) executeText(command, inner, command)
  for (const path of files) runFile({ path, interpreter: 'sed', positional: [] }, frame)
  if (isGiven(options, ['-i', '--in-place'])) rewriteFiles(rest, scripts, frame)
  return outputOf(args, frame)
}

/** Files of this session are remembered as they are after the edit. */
function rewriteFiles(paths: readonly Arg[], scripts: readonly Arg[], frame: Frame): void {
  for (const path of paths) {
    const file = fileAt(path.text, frame)
    if (file?.content.kind !== 'text') continue
    const text = scripts.reduce((before, script) => editedBySed(before, withoutGlobs(script.text)), file.content.text)
    writeFile(path, { ...file, content: stream(text) }, frame)
  }
}

function runAwk(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readOptions(args.slice(1), tableOf('awk'))
  const files = valuesOf(options, ['-f', '--file'])
  const given = valuesOf(options, ['-e', '--source'])
  const program =
    given.length === 0 && files.length === 0 ? argText(rest, 0) : given.map((word) => word.text).join('\n')
  const variables = new Map(
    valuesOf(options, ['-v', '--assign']).map((word): [string, string] => assignment(word.text)),
  )
  const { commands, writes, reads } = readAwk(withoutGlobs(program), variables)
  // `print > ARGV[1]`: a file that it is given.
  const operands = given.length === 0 && files.length === 0 ? rest.slice(1) : rest
  const isOnGiven = writes.some((path) => path.includes(HOLE)) && /\b(?:ARGV|FILENAME)\b/.test(program)
  const written = [...writes, ...(isOnGiven ? operands.map(({ text }) => text) : [])]
  const { redirects } = writing(written, frame)
  const read = reads.map((path): Redirect => ({ op: '<', target: toWord(path, path) }))
  reportCommand(args, { ...frame, redirects: [...redirects, ...read] })
  const inner = withInput(newProcess(frame, 'awk'), NO_STREAM)
  // What is put together as it runs is judged like any other code.
  if ([...commands.filter((text) => !isOnlyHoles(text)), ...writes, ...reads].some((text) => text.includes(HOLE)))
    executeCode('awk', program, inner)
  for (const path of files) runFile({ path, interpreter: 'awk', positional: [] }, frame)
  if (isOnlyHoles(program)) executeCode('awk', program, inner)
  for (const command of commands) executeText(command, inner, command)
  return isGiven(options, ['--version']) ? NO_STREAM : outputOf(args, frame)
}

function assignment(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals < 0 ? [text, HOLE] : [text.slice(0, equals), text.slice(equals + 1)]
}

/** What the program writes by itself is reported as if the shell redirected to it. */
export function writing(paths: readonly string[], frame: Frame): Frame {
  const redirects = paths.map((path): Redirect => ({ op: '>', target: toWord(path, path) }))
  return { ...frame, redirects: [...frame.redirects, ...redirects] }
}

/** `s/old/new/` with any sign between; a backslash keeps the next character. */
const SUBSTITUTE =
  /(?:^|[;\n{\d$/])[^\S\n]*s([^\w\s\\])((?:\\.|(?!\1)[^\\\n]){0,4096})\1((?:\\.|(?!\1)[^\\\n]){0,4096})\1/g
/** `1i text`, `$a text`, `/x/c text`. */
const INSERT = /(?:^|[\n;])[^\S\n]*(?:(?:\d+|\$|\/[^/\n]*\/)[^\S\n]*)?[aic](?:\\\n?|\s)\s*([^\n]+)/g

/** The text after the edit; where a pattern is no plain text, with the new piece as a line of its own. */
function editedBySed(text: string, script: string): string {
  let edited = text
  for (const [, , old = '', fresh = ''] of script.matchAll(SUBSTITUTE)) {
    const piece = fresh.replace(/\\(.)/g, '$1')
    edited =
      /[.*[\]^$\\&]/.test(old + fresh) || !edited.includes(old)
        ? `${edited}\n${piece}`
        : edited.replaceAll(old, () => piece)
  }
  for (const [, piece = ''] of script.matchAll(INSERT)) edited = `${edited}\n${piece}`
  return edited
}
