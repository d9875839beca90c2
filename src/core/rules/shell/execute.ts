import { languageOfProgram } from '../book/languages.ts'
import { fileAt, isAddress } from './files.ts'
import { newShell, withInput } from './frames.ts'
import { MAX_DEPTH } from './limits.ts'
import { literalCommandsIn } from './literal-commands.ts'
import { type Arg, type Frame, NO_STREAM, rawOf, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { EITHER, isOnlyHoles, NETWORK_HOLE, readable, TRUSTED_HOLE, withoutGlobs } from './marks.ts'
import { basename } from './path.ts'
import type { InlineCode } from './reading.ts'
import { reportCode, reportRunFile, reportUnresolved } from './report.ts'
import { streamText } from './streams.ts'

/** Text that something executes as shell code. */
export function executeText(marked: string, frame: Frame, raw: string): Stream {
  const text = withoutGlobs(marked).replaceAll(EITHER, '')
  if (!isOnlyHoles(text)) return frame.machine.runText(text, frame)
  if (text.includes(NETWORK_HOLE)) return reportUnresolved({ why: 'network-code', raw }, frame)
  if (text.replaceAll(TRUSTED_HOLE, '').trim() === '') return NO_STREAM
  return reportUnresolved({ why: 'unknown-code', raw }, frame)
}

/** A stream that something executes as shell code: standard input of `sh`, the file behind `<( )`. */
export function executeStream(stream: Stream, frame: Frame, raw: string): Stream {
  const inner = withInput(frame, NO_STREAM)
  switch (stream.kind) {
    case 'none':
      return NO_STREAM
    case 'network':
      return reportUnresolved({ why: 'network-code', raw: `${raw} ${stream.url}`.trim() }, inner)
    case 'file':
      // `ssh prod bash -s < deploy.sh`: the file is here, and what it does is done there.
      if (frame.via.includes('ssh') && fileAt(stream.path.text, frame) === undefined)
        return reportUnresolved({ why: 'unknown-code', raw: `${raw} < ${stream.path.raw}` }, inner)
      return runFile({ path: stream.path, interpreter: 'sh', positional: [] }, inner)
    case 'command':
      if (stream.given === undefined) return executeText(streamText(stream, frame), inner, rawOf(stream.argv))
      return reportUnresolved(
        { why: 'unknown-code', raw: rawOf(stream.argv), inside: literalCommandsIn(stream.given) },
        inner,
      )
    default:
      return executeText(streamText(stream, frame), inner, raw)
  }
}

/** Text that something executes in another language. Parts that are not known are shown as an ellipsis. */
export function executeCode(
  language: InlineCode['language'],
  marked: string,
  frame: Frame,
  given: readonly Arg[] = [],
): Stream {
  if (isOnlyHoles(marked) && marked.includes(NETWORK_HOLE)) {
    return reportUnresolved({ why: 'network-code', raw: language }, frame)
  }
  reportCode(language, isOnlyHoles(marked) ? undefined : readable(marked), frame, given)
  return UNKNOWN_STREAM
}

export interface ProgramFile {
  readonly path: Arg
  /** `sh`, `python3`, or empty when the file is started by its own name. */
  readonly interpreter: string
  readonly positional: readonly Arg[]
}

/** A file that is run as a program. When this session wrote it, its content is read too. */
export function runFile(program: ProgramFile, frame: Frame): Stream {
  const { path, interpreter } = program
  const file = fileAt(path.text, frame)
  const raw = `${interpreter} ${path.raw}`.trim()
  if (/^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(path.text) && frame.input.kind === 'network')
    return reportUnresolved({ why: 'network-code', raw: `${raw} ${frame.input.url}` }, frame)
  if (!path.text.startsWith('/dev/fd/')) reportRunFile(path, interpreter, frame)
  if (file === undefined) return { kind: 'command', argv: [path] }
  const inner = interpreter === 'source' ? frame : newShell(frame, raw, program.positional)
  if (isAddress(file.from)) return reportUnresolved({ why: 'network-code', raw: `${raw} ${file.from}` }, inner)
  // Written, but nobody knows what: no more is known than of any other file.
  if (file.content.kind === 'none' || file.content.kind === 'unknown') return UNKNOWN_STREAM
  if (file.content.kind === 'file') return runCopy(program, file.content.path, frame)
  const text = streamText(file.content, frame)
  const language = languageOfProgram(interpreter === '' ? shebang(text) : interpreter)
  return language === 'shell'
    ? executeStream(file.content, inner, raw)
    : executeCode(language, text, inner, program.positional)
}

/** A copy or another name: what it stands for is run. Names may go round in a circle. */
function runCopy(program: ProgramFile, path: Arg, frame: Frame): Stream {
  const isItself = fileAt(path.text, frame) === fileAt(program.path.text, frame)
  if (isItself || frame.depth >= MAX_DEPTH) return UNKNOWN_STREAM
  return runFile({ ...program, path }, { ...frame, depth: frame.depth + 1 })
}

/** The program named in the first line: `#!/usr/bin/env -S python3 -u` is `python3`. */
function shebang(text: string): string {
  const words = /^#![ \t]*([^\n]+)/.exec(text)?.[1]?.split(/\s+/) ?? ['sh']
  return words.map(basename).find((word) => word !== 'env' && !word.startsWith('-') && !word.includes('=')) ?? 'sh'
}
