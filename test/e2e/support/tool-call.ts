import type { World } from './world.ts'

type ToolCall = { readonly id: string; readonly name: string; readonly input: object }

/** What Claude Code hands to the hook before it calls a tool. */
export function beforeTool({ project }: Pick<World, 'project'>, { id, name, input }: ToolCall) {
  return {
    session_id: 'e2e-session',
    transcript_path: '/nowhere',
    cwd: project,
    permission_mode: 'bypassPermissions',
    hook_event_name: 'PreToolUse',
    tool_name: name,
    tool_input: input,
    tool_use_id: id,
  }
}
