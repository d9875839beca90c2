import { newShell } from './frames.ts'
import { languageOf } from './languages.ts'
import { literalCommandsIn } from './literal-commands.ts'
import { type Arg, type Frame, NOTHING, type Stream } from './machine.ts'
import { isConstant, isOnlyHoles, NETWORK_HOLE, readable, TRUSTED_HOLE, withoutGlobs } from './marks.ts'
import { basename } from './path.ts'
import { reportCode, reportRunFile, reportUnresolved } from './report.ts'
import { isDownload, knownFile, streamText } from './streams.ts'

/** Text that something executes as shell code. */
export function executeText(marked: string, frame: Frame, raw: string): Stream {
  const text = withoutGlobs(marked)
  if (text.includes(NETWORK_HOLE)) {
    return reportUnresolved({ why: 'network-code', raw, inside: literalCommandsIn(text) }, frame)
  }
  if (isOnlyHoles(text)) {
    if (text.replaceAll(TRUSTED_HOLE, '').trim() === '') return NOTHING
    return reportUnresolved({ why: 'unknown-code', raw, inside: [] }, frame)
  }
  return frame.machine.runText(text, frame)
}

/** A stream that something executes as shell code: standard input of `sh`, the file behind `<( )`. */
export function executeStream(stream: Stream, frame: Frame, raw: string): Stream {
  switch (stream.kind) {
    case 'none':
      return NOTHING
    case 'network':
      return reportUnresolved({ why: 'network-code', raw: stream.url === '' ? raw : stream.url, inside: [] }, frame)
    case 'file':
      return runFile({ path: stream.path, interpreter: 'sh', positional: [] }, frame)
    case 'unknown':
      return reportUnresolved({ why: 'unknown-code', raw, inside: [] }, frame)
    case 'text':
    case 'command':
      return executeText(
        streamText(stream, frame),
        frame,
        stream.kind === 'text' ? readable(stream.text) : shown(stream.argv),
      )
  }
}

function shown(argv: readonly Arg[]): string {
  return argv.map((word) => word.raw).join(' ')
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
  const file = knownFile(path.text, frame)
  const raw = `${interpreter} ${path.raw}`.trim()
  if (!path.text.startsWith('/dev/fd/')) reportRunFile(path, interpreter, frame)
  if (file === undefined) return { kind: 'command', argv: [path] }
  const inner = newShell(frame, raw, program.positional)
  if (isDownload(file.from)) return reportUnresolved({ why: 'network-code', raw: file.from, inside: [] }, inner)
  if (file.content.kind === 'none' || file.content.kind === 'file') return { kind: 'unknown' }
  const text = streamText(file.content, frame)
  const language = languageOf(interpreter === '' ? shebang(text) : interpreter)
  if (language === 'shell') return executeStream(file.content, inner, raw)
  if (text.includes(NETWORK_HOLE)) return reportUnresolved({ why: 'network-code', raw, inside: [] }, inner)
  return reportCode(language, isConstant(text) ? withoutGlobs(text) : undefined, inner)
}

/** The program named in the first line: `#!/usr/bin/env -S python3 -u` is `python3`. */
function shebang(text: string): string {
  const match = /^#!\s*(\S+)(?:[ \t]+([^\n]*))?/.exec(text)
  if (match === null) return 'sh'
  const program = basename(match[1] ?? 'sh')
  if (program !== 'env') return program
  return (match[2] ?? '').split(/\s+/).find((word) => !word.startsWith('-') && !word.includes('=')) ?? 'sh'
}
