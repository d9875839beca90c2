import type { Arg, Frame, KnownFile, Stream } from './machine.ts'
import { hasActiveGlob, isConstant } from './marks.ts'
import { resolvePath } from './path.ts'
import { joinStreams } from './streams.ts'

/** Remembers a file that this text makes, when its name is constant. Devices are not files. */
export function writeFile(path: Arg, file: KnownFile, frame: Frame): void {
  const absolute = constantPath(path, frame)
  if (absolute === undefined) return
  // The last writer is the newest entry, in order.
  frame.machine.files.delete(absolute)
  frame.machine.files.set(absolute, file)
}

export function appendTo(path: Arg, content: Stream, frame: Frame): void {
  const absolute = constantPath(path, frame)
  const before = absolute === undefined ? undefined : frame.machine.files.get(absolute)
  writeFile(path, { content: before === undefined ? content : joinStreams([before.content, content], frame) }, frame)
}

/** Absolute path of a word that names exactly one local file. */
export function constantPath(path: Arg, frame: Frame): string | undefined {
  if (frame.place === 'remote' || !isConstant(path.text) || hasActiveGlob(path.text) || path.text === '')
    return undefined
  const absolute = resolvePath(path.text, frame.scope.cwd)
  return absolute === undefined || absolute.startsWith('/dev/') ? undefined : absolute
}
