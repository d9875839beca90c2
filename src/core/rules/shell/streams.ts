import { type Arg, type Frame, type KnownFile, NOTHING, type Stream } from './machine.ts'
import { HOLE, isConstant, NETWORK_HOLE, TRUSTED_HOLE, toWord, withoutGlobs } from './marks.ts'
import { resolvePath } from './path.ts'
import type { Input } from './reading.ts'
import { isTrustedOutput } from './trusted-output.ts'

/** The stream as marked text: what is not constant becomes a hole that remembers where it comes from. */
export function streamText(stream: Stream, frame: Frame): string {
  switch (stream.kind) {
    case 'none':
      return ''
    case 'text':
      return stream.text
    case 'network':
      return NETWORK_HOLE
    case 'file': {
      const file = knownFile(stream.path.text, frame)
      return file === undefined || file.content.kind === 'file' ? HOLE : streamText(file.content, frame)
    }
    case 'command':
      return isTrustedOutput(stream.argv) ? TRUSTED_HOLE : HOLE
    case 'unknown':
      return HOLE
  }
}

/** One stream after the other, as the commands of a list write them. */
export function joinStreams(streams: readonly Stream[], frame: Frame): Stream {
  const speaking = streams.filter((stream) => stream.kind !== 'none')
  const only = speaking[0]
  if (only === undefined) return NOTHING
  if (speaking.length === 1) return only
  return { kind: 'text', text: speaking.map((stream) => streamText(stream, frame)).join('') }
}

/** The stream as the reading reports it. */
export function toInput(stream: Stream): Input {
  switch (stream.kind) {
    case 'text':
      return isConstant(stream.text) ? { kind: 'text', text: withoutGlobs(stream.text) } : { kind: 'unknown' }
    case 'file':
      return { kind: 'file', path: toWord(stream.path.text, stream.path.raw) }
    case 'command':
      return { kind: 'command', argv: stream.argv.map((word) => toWord(word.text, word.raw)) }
    default:
      return stream
  }
}

/** A file whose content or origin is known from this text or from earlier in the session. */
export function knownFile(path: string, frame: Frame): KnownFile | undefined {
  if (!isConstant(path)) return undefined
  const absolute = resolvePath(withoutGlobs(path), frame.scope.cwd)
  return absolute === undefined ? undefined : frame.machine.files.get(absolute)
}

export function isDownload(from: string | undefined): from is string {
  return from !== undefined && /^[a-z]+:\/\//.test(from)
}

export function argsText(args: readonly Arg[]): string {
  return args.map((word) => word.text).join(' ')
}
