import { holdersOf, openFile } from './open-files.ts'

/**
 * Which other processes hold this pipe of ours, as the kernel says. Undefined when it is no pipe or nobody can tell.
 * A parent can be borrowed (`exec` in an agent's shell leaves the client above), the other end of a pipe cannot.
 */
export function pipePeers(descriptor: number, proc = '/proc', self = process.pid): readonly number[] | undefined {
  const pipe = openFile(self, descriptor, proc)
  if (!pipe.startsWith('pipe:[')) return undefined
  return holdersOf(pipe, proc).filter((pid) => pid !== self)
}
