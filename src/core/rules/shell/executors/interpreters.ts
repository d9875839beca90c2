import { executeCode, executeText, runFile } from '../execute.ts'
import { process } from '../frames.ts'
import { type Arg, arg, type Executor, type Frame, type Stream, textAt, UNKNOWN } from '../machine.ts'
import type { InlineCode } from '../reading.ts'
import { reportCommand, reportUnresolved } from '../report.ts'
import { streamText } from '../streams.ts'
import { INTERPRETERS, type Interpreter, MODULE_PROGRAMS } from './interpreter-table.ts'
import { hasOption, type OptionShape, readOptions, valuesOf } from './options.ts'

export const INTERPRETER_EXECUTORS: readonly (readonly [name: string, executor: Executor])[] = INTERPRETERS.flatMap(
  (interpreter) =>
    interpreter.names.map((name): readonly [string, Executor] => [
      name,
      (args, frame) => interpret(interpreter, args, frame),
    ]),
)

/** `python -c code`, `python file`, `python -m module`, or a program that reads its code from its input. */
function interpret(interpreter: Interpreter, args: readonly Arg[], frame: Frame): Stream {
  const name = textAt(args, 0)
  const words = withoutVerb(interpreter, args.slice(1))
  const { options, rest } = readOptions(words, shapeOf(interpreter))
  const code = valuesOf(options, interpreter.code)
  const inner = process(frame, [name, ...interpreter.code.slice(0, 1)].join(' '))
  for (const path of valuesOf(options, interpreter.loads ?? []))
    runFile({ path, interpreter: name, positional: [] }, frame)
  if (code.length > 0) {
    // With `-p`, `-n` or `-i` it is a filter over files, and those words matter.
    if (hasOption(options, ['-i', '-n', '-p']) && interpreter.filters === true) reportCommand(args, frame)
    const text = code.map((word) => word.text).join('\n')
    for (const command of interpreter.shellIn === undefined ? [] : text.matchAll(interpreter.shellIn)) {
      executeText(command.slice(1, 2).join('').replace(/\\(.)/g, '$1'), inner, text)
    }
    return executeCode(interpreter.language, text, inner)
  }
  const [module] = valuesOf(options, interpreter.module ?? [])
  if (module !== undefined && MODULE_PROGRAMS.has(module.text))
    return frame.machine.runProgram([module, ...rest], process(frame, `${name} -m`))
  reportCommand(args, frame)
  if (module !== undefined || hasOption(options, ['--version', '-V', '--help', '-h', '-v']))
    return { kind: 'command', argv: args }
  const [file, ...positional] = rest
  if (file !== undefined && file.text !== '-' && file.text !== '/dev/stdin') {
    return runScriptFile({ file, positional, name }, frame)
  }
  return readInput(interpreter.language, frame, name)
}

function shapeOf(interpreter: Interpreter): OptionShape {
  return {
    valued: new Set([...interpreter.code, ...interpreter.valued]),
    glued: new Set(interpreter.glued),
    singleDash: interpreter.singleDash === true,
    last: new Set(interpreter.module),
  }
}

/** `deno eval`, `bun run`: the verb says what the next word is. */
function withoutVerb(interpreter: Interpreter, words: readonly Arg[]): readonly Arg[] {
  const verb = interpreter.verbs?.find((item) => item.name === textAt(words, 0))
  if (verb === undefined) return words
  return verb.takes === 'code' ? [arg(interpreter.code.slice(0, 1).join('')), ...words.slice(1)] : words.slice(1)
}

function runScriptFile(
  script: { readonly file: Arg; readonly positional: readonly Arg[]; readonly name: string },
  frame: Frame,
): Stream {
  const { file, positional, name } = script
  const at = positional.findIndex((word) => word.text === '-c' || word.text === '--command')
  runFile({ path: file, interpreter: name, positional }, frame)
  // `python manage.py shell -c code` runs the code too.
  const code = positional[at + 1]
  if (at >= 0 && code !== undefined && textAt(positional, 0) === 'shell')
    executeCode('python', code.text, process(frame, `${name} shell -c`))
  return UNKNOWN
}

function readInput(language: InlineCode['language'], frame: Frame, name: string): Stream {
  const { input } = frame
  const inner = process(frame, name)
  switch (input.kind) {
    case 'none':
      return UNKNOWN
    case 'network':
      return reportUnresolved({ why: 'network-code', raw: `${name} ${input.url}`.trim(), inside: [] }, inner)
    case 'file':
      return runFile({ path: input.path, interpreter: name, positional: [] }, frame)
    default:
      return executeCode(language, streamText(input, frame), inner)
  }
}
