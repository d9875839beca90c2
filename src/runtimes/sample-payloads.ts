import { isJsonObject } from '../core/model/json.ts'
import { readJson } from './torn-json.ts'
import { field } from './transcript.ts'

/** A session played in place of a client: by `doctor`, to see whether the hook answers, and by the demo. */
interface PlayedSession {
  readonly session: string
  readonly cwd: string
}

interface PlayedCall extends PlayedSession {
  readonly call: string
  readonly command: string
}

/** Hook payloads in the dialect that every runtime here speaks. */
export const samplePayload = {
  sessionStart: (played: PlayedSession) => written('SessionStart', { ...common(played), source: 'startup' }),
  beforeTool: (played: PlayedCall) => written('PreToolUse', callFields(played)),
  afterTool: (played: PlayedCall, stdout: string) =>
    written('PostToolUse', { ...callFields(played), tool_response: { stdout, stderr: '', interrupted: false } }),
  stop: (played: PlayedSession) => written('Stop', { ...common(played), stop_hook_active: false }),
}

/** Why a call was refused, as the hook's answer says it to the client; undefined when the answer refuses nothing. */
export function refusalIn(stdout: string): string | undefined {
  const output = field(readJson(stdout), 'hookSpecificOutput')
  if (!isJsonObject(output) || output['permissionDecision'] !== 'deny') return undefined
  return String(output['permissionDecisionReason'] ?? '')
}

function written(doorway: string, fields: object): string {
  return JSON.stringify({ hook_event_name: doorway, ...fields })
}

function common({ session, cwd }: PlayedSession): object {
  return { session_id: session, transcript_path: '', cwd, permission_mode: 'default' }
}

function callFields({ call, command, ...played }: PlayedCall): object {
  return { ...common(played), tool_name: 'Bash', tool_input: { command }, tool_use_id: call }
}
