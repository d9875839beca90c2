import { join } from 'node:path'
import { FOR_AGENT } from './protocol.ts'

/**
 * Many short answers make little garbage that lives: a small nursery, and a heap that grows in small steps, keep the daemon small.
 * `--optimize-for-size` and a nursery of half the size keep it a little smaller, and cost a third of every answer (measured).
 */
const SMALL = ['--max-semi-space-size=4', '--heap-growing-percent=20']

/** SIGUSR1 would open Node's inspector on a port, and with it the daemon's memory, to every process of this user. */
const NO_INSPECTOR = '--disable-sigusr1'

/** What Node is given to run the daemon of the bundle in `folder`. */
export function daemonArgs(folder: string): readonly string[] {
  return [...SMALL, NO_INSPECTOR, join(folder, 'daemon.mjs')]
}

/** What runs our command line for an agent, from the same bundle. */
export function cliOf(folder: string): readonly [string, ...string[]] {
  return [process.execPath, NO_INSPECTOR, join(folder, 'cli.mjs'), FOR_AGENT]
}
