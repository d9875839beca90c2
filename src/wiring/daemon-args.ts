import { join } from 'node:path'

/** Many short answers make little garbage that lives: a small nursery keeps the daemon a third smaller. */
const SMALL_NURSERY = '--max-semi-space-size=2'

/** What Node is given to run the daemon of the bundle in `folder`. */
export function daemonArgs(folder: string): readonly string[] {
  return [SMALL_NURSERY, join(folder, 'daemon.mjs')]
}
