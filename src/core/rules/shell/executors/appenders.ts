import { isGiven, type Option, readOptions, tableOf, valuesOf } from '../../options/read-options.ts'
import { executeStream, executeText } from '../execute.ts'
import { quoteWord } from '../expand/quote.ts'
import { newProcess, withInput } from '../frames.ts'
import { capped, MAX_UNROLL } from '../limits.ts'
import { type Arg, arg, argText, type Executor, type Frame, NO_STREAM, type Stream, textsOf } from '../machine.ts'
import { isConstant } from '../marks.ts'
import { streamText } from '../streams.ts'

/** Programs that add words from their input to the command they start. */
export const APPENDERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['xargs', runXargs],
  ['gxargs', runXargs],
  ['parallel', runParallel],
  ['sem', runParallel],
  ['rush', runParallel],
]

function runXargs(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readOptions(args.slice(1), tableOf('xargs'))
  const [given] = valuesOf(options, ['-I', '-J', '--replace'])
  const mark = given?.text === '' || (given === undefined && isGiven(options, ['--replace'])) ? arg('{}') : given
  const [file] = valuesOf(options, ['-a', '--arg-file'])
  const input: Stream = file === undefined ? frame.input : { kind: 'file', path: file }
  const command = rest.length === 0 ? [arg('echo')] : rest
  const inner = withInput(newProcess(frame, 'xargs'), NO_STREAM)
  if (mark === undefined) return frame.machine.runProgram([...command, ...inputWords(input, options, frame)], inner)
  for (const line of inputLines(input, options, frame)) {
    const filled = command.map((word) => ({ text: word.text.replaceAll(mark.text, line.text), raw: word.raw }))
    frame.machine.runProgram(filled, inner)
  }
  return { kind: 'command', argv: args }
}

/** Every word of the input when it is constant, otherwise one unknown word. */
function inputWords(input: Stream, options: readonly Option[], frame: Frame): readonly Arg[] {
  const text = inputText(input, frame)
  if (text === undefined) return unknownWords(input, frame)
  const isWhole = isGiven(options, ['-0', '--null', '-d', '--delimiter'])
  const words = text.split(separator(options)).map((word) => (isWhole ? word : word.replace(/["'\\]/g, '')))
  return capped(words.filter((word) => word !== '')).map(arg)
}

function inputLines(input: Stream, options: readonly Option[], frame: Frame): readonly Arg[] {
  const text = inputText(input, frame)
  if (text === undefined) return unknownWords(input, frame)
  const isWhole = isGiven(options, ['-0', '--null', '-d', '--delimiter'])
  const lines = text.split(isWhole ? separator(options) : '\n').map((line) => line.trim())
  const given = lines.filter((line) => line !== '')
  return capped(given, MAX_UNROLL).map(arg)
}

function separator(options: readonly Option[]): RegExp | string {
  if (isGiven(options, ['-0', '--null'])) return '\0'
  const delimiter = valuesOf(options, ['-d', '--delimiter'])[0]?.text
  if (delimiter === undefined) return /\s+/
  return delimiter === '\\n' ? '\n' : delimiter === '\\0' ? '\0' : delimiter
}

function inputText(input: Stream, frame: Frame): string | undefined {
  const text = streamText(input, frame)
  return isConstant(text) ? text : undefined
}

/** What is known of the words that stand for all of them: where `find` looks, or that it is the network. */
function unknownWords(input: Stream, frame: Frame): readonly Arg[] {
  const texts = streamText(input, frame).trimEnd()
  return capped(input.kind === 'command' ? texts.split('\n') : [texts], MAX_UNROLL).map((text) => ({ text, raw: '…' }))
}

/** Standard input, the file that `-a` names, or files that nobody knows. */
function parallelInput(options: readonly Option[], at: number, frame: Frame): Stream {
  const [file] = valuesOf(options, ['-a', '--arg-file'])
  if (file !== undefined) return { kind: 'file', path: file }
  return at < 0 ? frame.input : { kind: 'unknown' }
}

/** The words are one shell text, run once per value after `:::` or per line of input. */
function runParallel(args: readonly Arg[], frame: Frame): Stream {
  const { options, rest } = readOptions(args.slice(1), tableOf('parallel'))
  const mark = valuesOf(options, ['-I'])[0]?.text ?? '{}'
  const at = rest.findIndex((word) => /^::::?\+?$/.test(word.text))
  const command = at < 0 ? rest : rest.slice(0, at)
  const kept = [...frame.kept, ...valuesOf(options, ['--joblog', '--results'])]
  const inner = { ...withInput(newProcess(frame, 'parallel'), NO_STREAM), kept }
  if (command.length === 0) {
    if (at < 0) return executeStream(parallelInput(options, at, frame), inner, 'parallel')
    for (const word of rest.slice(at + 1)) executeText(word.text, inner, word.raw)
    return { kind: 'command', argv: args }
  }
  const isListed = argText(rest, at).startsWith(':::') && !argText(rest, at).startsWith('::::')
  const values = isListed
    ? capped(textsOf(rest.slice(at + 1)), MAX_UNROLL).map(arg)
    : inputLines(parallelInput(options, at, frame), options, frame)
  for (const text of parallelTexts(command)) runOverValues(text, values, mark, inner)
  return { kind: 'command', argv: args }
}

/** GNU joins the words to one text of the shell; with `-q`, and in its namesakes, each stays a word. */
function parallelTexts(command: readonly Arg[]): readonly string[] {
  const words = textsOf(command)
  return [
    ...new Set([
      words.join(' '),
      ...(words.some((word) => /\s/.test(word)) && words.length > 1 ? [words.map(quoteWord).join(' ')] : []),
    ]),
  ]
}

function runOverValues(text: string, values: readonly Arg[], mark: string, inner: Frame): void {
  // `sem rm x`: the words are all there is.
  if (values.length === 0) executeText(text, inner, text)
  for (const value of values) {
    const word = quoteWord(value.text)
    const isMarked = /\{[^ {]*\}/.test(text) || text.includes(mark)
    const filled = isMarked ? text.replaceAll(mark, word).replace(/\{[.#%/\d+-]*\}/g, word) : `${text} ${word}`
    executeText(filled, inner, filled)
  }
}
