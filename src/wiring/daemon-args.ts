import { join } from 'node:path'

/** Many short answers make little garbage that lives: a small nursery, cleared early, keeps the daemon a third smaller. */
const SMALL = ['--max-semi-space-size=2', '--optimize-for-size']

/** What Node is given to run the daemon of the bundle in `folder`. */
export function daemonArgs(folder: string): readonly string[] {
  return [...SMALL, join(folder, 'daemon.mjs')]
}
