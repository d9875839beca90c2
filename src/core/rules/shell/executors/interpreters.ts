import { CODE_MODULES, INTERPRETERS, type Interpreter, MODULE_PROGRAMS } from '../../book/interpreters.ts'
import { type Grammar, grammarOf } from '../../options/grammar.ts'
import { isGiven, listedOptions, readOptions, valuesOf } from '../../options/read-options.ts'
import { valueNamed } from '../../text/word-table.ts'
import { executeCode, executeText, type ProgramFile, runFile } from '../execute.ts'
import { fileAt } from '../files.ts'
import { newProcess } from '../frames.ts'
import { type Arg, arg, argText, type Executor, type Frame, type Stream, textsOf, UNKNOWN_STREAM } from '../machine.ts'
import { reportCommand, reportUnresolved } from '../report.ts'
import { streamText } from '../streams.ts'
import { runVariable } from './variables.ts'

export function interpreterNamed(name: string): Executor | undefined {
  const interpreter = valueNamed(INTERPRETERS, name)
  return interpreter && ((args, frame) => interpret(interpreter(), args, frame))
}

/** `python -c code`, `python file`, `python -m module`, or a program that reads its code from its input. */
function interpret(interpreter: Interpreter, args: readonly Arg[], frame: Frame): Stream {
  const name = argText(args, 0)
  const { options, rest } = readOptions(
    withoutVerb(interpreter, args.slice(1)),
    grammarFor(interpreter),
    interpreter.module,
  )
  const { code, module = [], loads = [] } = interpreter
  for (const path of valuesOf(options, loads)) loadFirst(path, interpreter, { frame, name })
  for (const path of valuesOf(options, ['--env-file'])) readEnvironment(path, frame)
  const text = valuesOf(options, code)
  // `ruby -run -e rm -- -r x`: the library un.rb gives ruby the words of the shell's own tools.
  if (/^j?ruby/.test(name) && args.some((word) => /^-r?un$/.test(word.text)))
    return frame.machine.runProgram([...text, ...rest], newProcess(frame, `${name} -run`))
  if (text.length > 0) {
    // With `-p`, `-n` or `-i` it is a filter over files, and those words matter.
    const isFilter = interpreter.filters === true && isGiven(options, ['-i', '-n', '-p'])
    const words = isFilter
      ? args.slice(1)
      : args.slice(1).filter((word) => !text.includes(word) && PATH.test(word.text))
    if (words.length > 0) reportCommand([...args.slice(0, 1), ...words], frame)
    const inner = newProcess(frame, [name, ...code.slice(0, 1)].join(' '))
    // `perl -e 'system @ARGV' rm -rf x`: the words after the code are a command where the code runs what it is given.
    if (rest.length > 0 && text.some((word) => HANDS_ON.test(word.text))) frame.machine.runProgram(rest, inner)
    return runCode(interpreter, textsOf(text).join('\n'), inner, isFilter ? [] : rest)
  }
  const [program] = valuesOf(options, module)
  if (program !== undefined && MODULE_PROGRAMS.has(program.text)) {
    return frame.machine.runProgram([program, ...rest], newProcess(frame, `${name} -m`))
  }
  reportCommand(args, frame)
  if (program !== undefined) runModule(program.text, rest, { frame, name })
  if (program !== undefined || isGiven(options, IDLE)) return { kind: 'command', argv: args }
  const [file, ...positional] = rest
  if (file === undefined || file.text === '-' || file.text === '/dev/stdin')
    return readInput(interpreter, { frame, name }, positional)
  if (/^https?:\/\//.test(file.text)) return reportUnresolved({ why: 'network-code', raw: file.raw }, frame)
  if (interpreter.files?.test(file.text) === false) return { kind: 'command', argv: args }
  return runScriptFile({ path: file, positional, interpreter: name }, interpreter.language, frame)
}

interface By {
  readonly frame: Frame
  readonly name: string
}

/** `--require x.js`, `--import data:text/javascript,…`. */
function loadFirst(path: Arg, { language }: Interpreter, { frame, name }: By): void {
  const [head, ...code] = path.text.split(',')
  if (code.length === 0 || !/^data:/.test(`${head}`)) runFile({ path, interpreter: name, positional: [] }, frame)
  else executeCode(language, code.join(','), newProcess(frame, name))
}

/** A file of variables that this session wrote. */
function readEnvironment(path: Arg, frame: Frame): void {
  const content = fileAt(path.text, frame)?.content
  if (content?.kind !== 'text') return
  for (const line of content.text.split('\n')) {
    const [name = '', ...value] = line
      .trim()
      .replace(/^export\s/, '')
      .split('=')
    if (value.length > 0)
      runVariable(
        name.trim(),
        arg(
          value
            .join('=')
            .trim()
            .replace(/^(["'])(.*)\1$/, '$2'),
        ),
        frame,
      )
  }
}

/** `python -m timeit code`, `python -m pdb file`; a module that this session wrote is a file like any other. */
function runModule(module: string, words: readonly Arg[], by: By): void {
  const { frame, name } = by
  const known = CODE_MODULES.get(module)
  // What it does with its words is what a program of that name does.
  reportCommand([arg(module), ...words], newProcess(frame, `${name} -m`))
  if (known === undefined) {
    const path = module.replaceAll('.', '/')
    for (const text of [`${path}.py`, `${path}/__main__.py`])
      if (fileAt(text, frame) !== undefined) runFile({ path: arg(text), interpreter: name, positional: words }, frame)
    return
  }
  const inner = newProcess(frame, `${name} -m ${module}`)
  const { options, rest } = readOptions(words, listedOptions([...known.code, '-o', '-n', '-r', '-u', '-m']))
  for (const code of valuesOf(options, known.code)) executeCode('python', code.text.replace(/^!/, ''), inner)
  const [file] = rest
  if (known.rest === 'code') executeCode('python', textsOf(rest).join('\n'), inner)
  else if (file !== undefined) runFile({ path: file, interpreter: name, positional: rest.slice(1) }, frame)
}

/** A file that the code is given, or that is read before it. */
const PATH = /^(?:-[\w-]*=)?[~.]{0,2}\/[^\s'"()]*$|^[\w.]+=[^=();]*\s[^();]*$/

const HANDS_ON = /\b(?:system|exec\w*|spawn\w*|popen|run|call|check_\w+|fork|Popen)\b[\s\S]{0,80}\bargv\b/i

const IDLE: readonly string[] = ['--version', '-V', '--help', '-h', '-v']

function runCode(interpreter: Interpreter, text: string, frame: Frame, given: readonly Arg[]): Stream {
  for (const command of interpreter.shellIn === undefined ? [] : text.matchAll(interpreter.shellIn)) {
    executeText(command.slice(1, 2).join('').replace(/\\(.)/g, '$1'), frame, text)
  }
  return executeCode(interpreter.language, text, frame, given)
}

function grammarFor({ code, valued, glued = [], singleDash = false }: Interpreter): Grammar {
  const takes = [...code, ...valued].map((name) => `${name}=`)
  return grammarOf([...takes, ...glued.map((name) => `${name}?`)].join(' '), { oneDash: singleDash })
}

/** `deno eval`, `bun run`: the verb says what the next word is. */
function withoutVerb(interpreter: Interpreter, words: readonly Arg[]): readonly Arg[] {
  const verb = interpreter.verbs?.find((item) => item.name === argText(words, 0))
  if (verb === undefined) return words
  return verb.takes === 'code' ? [arg(interpreter.code.slice(0, 1).join('')), ...words.slice(1)] : words.slice(1)
}

function runScriptFile(program: ProgramFile, language: Interpreter['language'], frame: Frame): Stream {
  const { positional } = program
  runFile(program, frame)
  // `php artisan tinker --execute='…'`
  for (const { text } of positional)
    if (/^--(?:execute|eval|code|expr)=/.test(text))
      executeCode(language, text.replace(/^[^=]*=/, ''), newProcess(frame, program.interpreter))
  // `python manage.py shell -c code` runs the code too.
  const at = positional.findIndex((word) => word.text === '-c' || word.text === '--command')
  const code = positional[at + 1]
  if (at > 0 && code !== undefined && argText(positional, 0) === 'shell') {
    executeCode('python', code.text, newProcess(frame, 'manage.py shell -c'))
  }
  return UNKNOWN_STREAM
}

function readInput(interpreter: Interpreter, { frame, name }: By, given: readonly Arg[]): Stream {
  const { input } = frame
  const inner = newProcess(frame, name)
  switch (input.kind) {
    case 'none':
      return UNKNOWN_STREAM
    case 'network':
      return reportUnresolved({ why: 'network-code', raw: `${name} ${input.url}` }, inner)
    case 'file':
      return runFile({ path: input.path, interpreter: name, positional: given }, frame)
    default:
      return runCode(interpreter, streamText(input, frame), inner, given)
  }
}
