import { callingRuntime, callingSession } from '../../../runtimes/registry.ts'
import type { Environment } from '../terminal.ts'

/** In whose shell the command line runs; named in lines of the record, proves nothing. */
export function callerIn(env: Environment) {
  return { runtime: callingRuntime(env)?.name ?? 'cli', session: callingSession(env) }
}
