import { pathsOf } from '../../src/config/paths.ts'
import { eventId } from '../../src/core/model/ids.ts'
import { wired } from '../../src/hosts/cli/open-project.ts'
import type { Seat } from './fake-terminal.ts'

let calls = 0

/** One payload of Claude Code through the real gate, in this process; gives what the client would be told. */
export async function hookCall({ env, cwd }: Seat, payload: object): Promise<string> {
  calls += 1
  const common = { session_id: 'session-1', transcript_path: '', cwd, tool_use_id: `call-${calls}` }
  const { gate } = await wired(pathsOf(env), env)
  try {
    const answer = await gate.handle({
      runtime: 'claude-code',
      bytes: JSON.stringify({ ...common, ...payload }),
      stamp: { id: eventId(`hook-${calls}`), atMs: Date.now() },
      startDir: cwd,
    })
    return answer.stdout
  } finally {
    await gate.close()
  }
}

/** The same for a command of its shell. */
export function bashCall(seat: Seat, command: string, over: object = {}): Promise<string> {
  return hookCall(seat, { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, ...over })
}
