import { grammarOf } from '../../options/grammar.ts'
import { isGiven, type Option, readAllOptions, readOptions, valuesOf } from '../../options/read-options.ts'
import { executeStream, executeText, runFile } from '../execute.ts'
import { runNumber, UNSET, variableValue } from '../expand/parameters.ts'
import { printFormat } from '../expand/print-format.ts'
import { quoteWord } from '../expand/quote.ts'
import { assignLine } from '../expand/read-line.ts'
import { descriptorStream, fileAt, followLinks } from '../files.ts'
import { newProcess, runSubscript, through, withVariables } from '../frames.ts'
import { capped } from '../limits.ts'
import { type Arg, argText, type Executor, type Frame, NO_STREAM, rawOf, type Stream, textsOf } from '../machine.ts'
import { HOLE, isConstant, withoutGlobs } from '../marks.ts'
import { outputOf } from '../outputs.ts'
import { resolvePath } from '../path.ts'
import { reportCommand } from '../report.ts'
import {
  exportName,
  makeLocal,
  realName,
  refer,
  removeAlias,
  removeFunction,
  setAlias,
  setElement,
  setVariable,
} from '../scope.ts'
import { streamText } from '../streams.ts'
import { runVariable } from './variables.ts'

/** Commands of the shell itself that run text or change what later words mean. */
export const BUILTINS: readonly (readonly [name: string, executor: Executor])[] = [
  ['cd', reported(changeFolder)],
  ['chdir', reported(changeFolder)],
  ['pushd', reported(pushFolder)],
  ['popd', reported(popFolder)],
  ['set', reported(setOptions)],
  ['shift', reported(shift)],
  ['read', reported(read)],
  ['mapfile', reported(readLines)],
  ['readarray', reported(readLines)],
  ['getopts', reported(forget)],
  ['let', reported(calculate)],
  ['wait', reported(calculate)],
  ['unset', reported(unset)],
  ['alias', reported(defineAlias)],
  ['unalias', reported(forgetAlias)],
  ['hash', reported(rememberPath)],
  ['test', reported(testNames)],
  ['[', reported(testNames)],
  ['compgen', reported(complete)],
  ['complete', reported(complete)],
  ['printf', reported(printInto)],
  ['export', declare],
  ['declare', declare],
  ['typeset', declare],
  ['local', declare],
  ['readonly', declare],
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['trap', trap],
]

/** `[ -v 'a[$(x)]' ]` looks the element up, and to do so it works out its subscript. */
function testNames(words: readonly Arg[], frame: Frame): void {
  words.forEach((word, at) => {
    if (/^-[vR]$/.test(argText(words, at - 1))) runSubscript(word.text, frame)
  })
}

const COMPLETE = grammarOf('-C= -W= -F= -G= -P= -S= -X= -o= -A=')

/** `-C` names a command that is run, and the words of `-W` are expanded. */
function complete(words: readonly Arg[], frame: Frame): void {
  const { options } = readAllOptions(words, COMPLETE)
  const inner = newProcess(frame, 'compgen')
  for (const code of valuesOf(options, ['-C'])) executeText(code.text, inner, code.raw)
  for (const list of valuesOf(options, ['-W'])) {
    if (/\$\(|`/.test(list.text)) executeText(`: ${list.text}`, inner, list.raw)
  }
}

function reported(change: (words: readonly Arg[], frame: Frame) => void): Executor {
  return (args, frame) => {
    reportCommand(args, frame)
    change(args.slice(1), frame)
    return outputOf(args, frame)
  }
}

function changeFolder(words: readonly Arg[], frame: Frame): void {
  const target = words.find((word) => word.text === '-' || !word.text.startsWith('-'))
  moveTo(target === undefined ? '~' : target.text, frame)
}

function moveTo(target: string, frame: Frame): void {
  const { scope } = frame
  const before = scope.cwd
  if (target === '~') scope.cwd = frame.place === 'remote' ? undefined : frame.machine.place.home
  else if (target === '-') scope.cwd = scope.previousCwd
  else if (target !== '')
    scope.cwd = isConstant(target)
      ? resolvePath(withoutGlobs(followLinks(searched(target, frame), frame, true)), scope.cwd)
      : undefined
  scope.previousCwd = before
}

/** `CDPATH=~; cd Music`: where a plain name is looked for first. */
function searched(target: string, frame: Frame): string {
  const paths = variableValue('CDPATH', frame)
  const first = typeof paths === 'string' && isConstant(paths) ? paths.replace(/:.*/s, '') : ''
  return /^[/~]/.test(first) && !/^\.{0,2}\/|^\.\.?$/.test(target) ? `${first}/${target}` : target
}

function pushFolder(words: readonly Arg[], frame: Frame): void {
  const { scope } = frame
  const target = words.find((word) => !/^[-+]/.test(word.text))
  const back = scope.folders.at(-1)
  scope.folders = [...(target === undefined ? scope.folders.slice(0, -1) : scope.folders), scope.cwd]
  moveTo(target === undefined ? (back ?? HOLE) : target.text, frame)
}

function popFolder(_words: readonly Arg[], frame: Frame): void {
  const { scope } = frame
  moveTo(scope.folders.at(-1) ?? HOLE, frame)
  scope.folders = scope.folders.slice(0, -1)
}

function setOptions(words: readonly Arg[], frame: Frame): void {
  const texts = textsOf(words)
  const dashes = texts.indexOf('--')
  if (texts.includes('-a') || texts.includes('allexport')) frame.scope.exportsAll = true
  if (dashes >= 0) frame.scope.positional = texts.slice(dashes + 1)
  else if (texts.length > 0 && !/^[-+]/.test(argText(words, 0))) frame.scope.positional = texts
}

function shift(words: readonly Arg[], frame: Frame): void {
  const count = Number(argText(words, 0) || 1)
  frame.scope.positional = Number.isInteger(count) ? frame.scope.positional?.slice(count) : undefined
}

const READ = grammarOf('-u= -d= -n= -N= -p= -t= -i=')
const READ_LINES = grammarOf('-u= -d= -n= -C= -c= -O= -s=')

/** `read a b <<< 'x y'` assigns what it reads; from anywhere else the names are unknown. */
function read(words: readonly Arg[], frame: Frame): void {
  const { options, rest } = readOptions(words, READ)
  const names = textsOf(rest).filter((text) => /^[A-Za-z_]\w*$/.test(text))
  for (const { text } of rest) runSubscript(text, frame)
  const isPlain = options.every((option) => /^-[rau]$/.test(option.name))
  const text = inputText(options, frame)
  const line = isPlain && text !== '' ? text.split('\n', 1).join('') : HOLE
  assignLine(line, { names, isArray: isGiven(options, ['-a']) }, frame)
}

function readLines(words: readonly Arg[], frame: Frame): void {
  const { options, rest } = readOptions(words, READ_LINES)
  const name = argText(rest, 0) || 'MAPFILE'
  const text = inputText(options, frame)
  const lines = text === '' ? [HOLE] : text.replace(/\n$/, '').split('\n')
  setVariable(frame.scope, name, capped(lines))
  for (const callback of valuesOf(options, ['-C'])) {
    executeText(
      `${callback.text} 0 ${quoteWord(lines.slice(0, 1).join(''))}`,
      through(frame, 'mapfile -C'),
      callback.raw,
    )
  }
}

/** Standard input, or the descriptor that `-u` names. */
function inputText(options: readonly Option[], frame: Frame): string {
  const [number] = valuesOf(options, ['-u'])
  return streamText(number === undefined ? frame.input : descriptorStream(number.text, frame), frame)
}

/** Everything named may be changed in a way we do not follow. */
function forget(words: readonly Arg[], frame: Frame): void {
  for (const { text } of words) {
    runSubscript(text, frame)
    const [name = ''] = text.split(/\W/)
    if (name !== '') setVariable(frame.scope, name, HOLE)
  }
}

/** `let x`, `wait -p x`: names stand for what they hold, and that is worked out. */
function calculate(words: readonly Arg[], frame: Frame): void {
  for (const { text } of words) runNumber(text, frame)
  forget(words, frame)
}

function unset(words: readonly Arg[], frame: Frame): void {
  for (const { text } of words) {
    removeFunction(frame.scope, text)
    runSubscript(text, frame)
    if (/^[A-Za-z_]\w*$/.test(text)) setVariable(frame.scope, text, text === 'IFS' ? ' \t\n' : UNSET)
  }
}

function defineAlias(words: readonly Arg[], frame: Frame): void {
  for (const { text } of words) {
    const equals = text.indexOf('=')
    if (equals > 0) setAlias(frame.scope, text.slice(0, equals), text.slice(equals + 1))
  }
}

function forgetAlias(words: readonly Arg[], frame: Frame): void {
  for (const { text } of words) removeAlias(frame.scope, text)
  if (argText(words, 0) === '-a') frame.scope.aliases = new Map()
}

/** `hash -p /bin/rm ls` makes `ls` run rm. */
function rememberPath(words: readonly Arg[], frame: Frame): void {
  if (argText(words, 0) === '-p') setAlias(frame.scope, argText(words, 2), quoteWord(argText(words, 1)))
}

function printInto(words: readonly Arg[], frame: Frame): void {
  if (argText(words, 0) !== '-v') return
  runSubscript(argText(words, 1), frame)
  const text = printFormat(argText(words, 2), textsOf(words.slice(3)))
  const element = /^(\w+)\[([^\]]*)\]$/.exec(argText(words, 1))
  if (element !== null) setElement(frame.scope, `${element[1]}`, { key: `${element[2]}`, text })
  else setVariable(frame.scope, realName(frame.scope, argText(words, 1)), text)
}

function declare(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const { scope } = frame
  const flags = textsOf(args.slice(1))
    .filter((text) => text.startsWith('-'))
    .join('')
  const isExport = argText(args, 0) === 'export' ? !flags.includes('n') : flags.includes('x')
  const isReference = argText(args, 0) !== 'export' && flags.includes('n')
  const isLocal = /^(local|declare|typeset)$/.test(argText(args, 0)) && !flags.includes('g')
  for (const word of args.slice(1)) {
    // The value of an integer or of a name reference is worked out; of any other only a subscript in the name.
    if (/[in]/.test(flags) || !word.text.includes('=')) runSubscript(word.text, frame)
    const equals = word.text.indexOf('=')
    const isAppend = word.text[equals - 1] === '+'
    const name = word.text.slice(0, equals < 0 ? undefined : isAppend ? equals - 1 : equals)
    if (!/^[A-Za-z_]\w*$/.test(name)) continue
    if (isLocal) makeLocal(scope, name)
    if (isExport) exportName(scope, name)
    if (equals < 0 && argText(args, 0) === 'local') setVariable(scope, name, UNSET)
    const held = equals < 0 && isExport ? scope.variables.get(name) : undefined
    if (typeof held === 'string') runVariable(name, { text: held, raw: word.raw }, frame)
    if (equals < 0) continue
    // An array was assigned when its words were expanded.
    if (word.text === word.raw && word.text[equals + 1] === '(') continue
    if (flags.includes('i')) runNumber(word.text.slice(equals + 1), frame)
    const before = isAppend ? scope.variables.get(name) : ''
    const value = word.text.slice(equals + 1)
    if (isReference) refer(scope, name, value)
    else setVariable(scope, name, typeof before === 'string' ? before + value : HOLE)
    if (isExport) runVariable(name, { text: value, raw: word.raw }, frame)
  }
  return outputOf(args, frame)
}

function evaluate(args: readonly Arg[], frame: Frame): Stream {
  const words = args.slice(1)
  return withVariables(frame, () => executeText(textsOf(words).join(' '), through(frame, 'eval'), rawOf(words)))
}

function source(args: readonly Arg[], frame: Frame): Stream {
  const [path, ...positional] = args.slice(1).filter((word) => word.text !== '--')
  reportCommand(args, frame)
  if (path === undefined) return NO_STREAM
  const inner = through(frame, 'source')
  const file = fileAt(path.text, frame)
  if (path.text === '/dev/stdin' || path.text === '-') return executeStream(frame.input, inner, 'source')
  if (path.text.startsWith('/dev/fd/') && file !== undefined) return executeStream(file.content, inner, path.raw)
  return runFile({ path, interpreter: 'source', positional }, inner)
}

/** The code runs when the shell ends, with what its variables hold then. */
function trap(args: readonly Arg[], frame: Frame): Stream {
  const [code] = args.slice(1).filter((word) => word.text !== '--')
  reportCommand(args, frame)
  const isCode = code !== undefined && code.text !== '' && !code.text.startsWith('-') && args.length > 2
  if (isCode) frame.machine.traps.push({ code, frame: through(frame, 'trap') })
  return NO_STREAM
}
