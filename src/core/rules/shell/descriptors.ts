import type { RedirectDescriptor } from 'unbash'
import { type Frame, type Stream, UNKNOWN } from './machine.ts'
import { setVariable } from './scope.ts'

/** The number that bash gives to the first descriptor it names by itself. */
const FIRST_NAMED = 10

/** `exec 3< f` and `exec {fd}<<< text`: what the descriptor gives is remembered under its path. */
export function openDescriptor(descriptor: RedirectDescriptor, stream: Stream, frame: Frame): void {
  const { files } = frame.machine
  const number = descriptor.type === 'FileDescriptor' ? descriptor.value : FIRST_NAMED + files.size
  if (descriptor.type !== 'FileDescriptor') setVariable(frame.scope, descriptor.name, String(number))
  files.set(`/dev/fd/${number}`, { content: stream })
}

/** What `<&3` or `read -u 3` gives. */
export function descriptorStream(number: string, frame: Frame): Stream {
  return frame.machine.files.get(`/dev/fd/${number}`)?.content ?? UNKNOWN
}
