import { grammarOf } from '../../options/grammar.ts'
import { readOptions, valuesOf } from '../../options/read-options.ts'
import { wordsIn } from '../../text/word-table.ts'
import { executeCode, executeStream, executeText, runFile } from '../execute.ts'
import { newShell } from '../frames.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, type Stream } from '../machine.ts'
import { isConstant, withoutGlobs } from '../marks.ts'
import { basename } from '../path.ts'
import { reportCommand } from '../report.ts'
import { setVariable } from '../scope.ts'

const NAMES = wordsIn('sh bash dash zsh ksh mksh ash rbash fish tcsh csh elvish nu xonsh')

export const SHELLS: readonly (readonly [name: string, executor: Executor])[] = [
  ...NAMES.map((name): readonly [string, Executor] => [name, runShell]),
  ['newgrp', runNewGroup],
]

/** A shell with another group, which reads its input. */
function runNewGroup(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  return executeStream(frame.input, newShell(frame, 'newgrp', []), 'newgrp')
}

const SHAPE = grammarOf('--rcfile= --init-file= -o= -O= --command= --init-command= -C=')

/** What is read as the language of bash, and means the same. */
const ALIKE = /^(?:sh|bash|dash|ash|rbash|mksh)$/
/** Where zsh and ksh run words in places where bash does not. */
const ODD =
  /[*\w]\([^()\s]{0,8}(?:e[^\w\s(]|\+\w)|\$\{\([^)]{0,80}e|\bfor\s{1,8}\w{1,80}\s{0,8}\(|\b(?:repeat|zargs|zmv|sched|always)\b|\balias\s{1,8}-[sg]|\bfunction\s{1,8}\w{1,80}\.\w|(?:^|[;{\s'])>\s{0,8}[^\s>]{1,400}\s{0,8}$/

/** `bash -c code`, `bash file`, or a shell that reads its input. */
function runShell(args: readonly Arg[], frame: Frame): Stream {
  const name = argText(args, 0)
  const { options, rest } = readOptions(args.slice(1).map(withDash), SHAPE)
  for (const code of valuesOf(options, ['--init-command', ...(name.endsWith('fish') ? ['-C'] : [])]))
    executeText(code.text, newShell(frame, `${name} -C`, []), code.raw)
  const [long] = valuesOf(options, ['--command'])
  for (const path of valuesOf(options, ['--rcfile', '--init-file']))
    runFile({ path, interpreter: name, positional: [] }, frame)
  if (long !== undefined) return executeText(long.text, newShell(frame, `${name} -c`, rest), long.raw)
  const [first, ...words] = rest
  if (options.some((option) => option.name === '-c')) {
    if (first === undefined) return NO_STREAM
    const inner = newShell(frame, `${name} -c`, words.slice(1))
    setVariable(inner.scope, '0', words.length > 0 ? argText(words, 0) : name)
    if (!ALIKE.test(basename(name)) && (!/zsh|ksh/.test(name) || ODD.test(first.text)))
      executeCode('other', withoutGlobs(first.text).replace(/["'\\*]/g, ' '), inner, words)
    return executeText(first.text, inner, first.raw)
  }
  reportCommand(args, frame)
  if (first === undefined || options.some((option) => option.name === '-s') || first.text === '-') {
    return executeStream(frame.input, newShell(frame, name, rest), name)
  }
  if (isCheck(name, args, options)) return NO_STREAM
  if (first.text === '/dev/stdin') return executeStream(frame.input, newShell(frame, name, words), name)
  return runFile({ path: first, interpreter: name, positional: words }, frame)
}

/** `bash -n x` reads it and runs nothing; interactive, it would. */
const isCheck = (name: string, args: readonly Arg[], options: readonly { readonly name: string }[]): boolean =>
  /(?:^|\/)(?:ba|z|da|k|mk)?sh$/.test(name) &&
  options.some((option) => option.name === '-n') &&
  !options.some((option) => option.name === '-i') &&
  !args.some(({ text }) => text.startsWith('+'))

/** `+x` is an option too. */
function withDash(word: Arg): Arg {
  return /^\+[a-zA-Z]/.test(word.text) && isConstant(word.text)
    ? { text: `-${word.text.slice(1)}`, raw: word.raw }
    : word
}
