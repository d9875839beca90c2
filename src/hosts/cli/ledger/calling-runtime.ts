import type { Environment } from '../terminal.ts'

/** In whose shell the command line runs; named in lines of the record, proves nothing. */
export function callingRuntime(env: Environment): string {
  return env['CLAUDECODE'] ? 'claude-code' : env['CODEX_THREAD_ID'] ? 'codex' : 'cli'
}
