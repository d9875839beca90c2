import type { Capabilities, Doorway } from '../runtime.ts'
import { doorway, isAtLeast } from '../surface.ts'

export const NEWEST_TESTED = '0.166.0'

/**
 * What each doorway takes, measured on 0.166.0. A stop could be refused, without any limit, and never is (EDGE-72). No
 * doorway can be made to fail closed. `ask` at a permission request is silence: the client's own prompt is already open.
 */
export const SURFACE: readonly Doorway[] = [
  doorway('SessionStart', 'session.start', ['deny', 'steer', 'notice']),
  doorway('UserPromptSubmit', 'prompt', ['deny', 'steer', 'notice']),
  doorway('PreToolUse', 'tool.before', ['deny', 'steer', 'notice']),
  doorway('PermissionRequest', 'permission.request', ['deny', 'ask', 'notice']),
  doorway('PostToolUse', 'tool.after', ['steer', 'notice']),
  doorway('Stop', 'stop', ['notice']),
  doorway('SubagentStart', 'agent.start', ['steer', 'notice']),
  doorway('SubagentStop', 'agent.stop', ['notice']),
  doorway('PreCompact', 'compact.before', ['deny', 'notice']),
  doorway('PostCompact', 'compact.after', ['notice']),
  doorway('Interrupt', 'other', ['notice']),
  doorway('SessionEnd', 'session.end'),
]

const UNCOVERED: readonly string[] = [
  'keys sent with `write_stdin` to a shell that is still open; close it with `unified_exec_tty = false` under `[features]`',
  'hosted `web_search`: it runs at the provider',
  'the result of an MCP call or a patch that failed, and of a patch applied through the shell: no PostToolUse follows',
  'the exit code of a shell command: only its output is told',
  'hooks that are not trusted, or whose command changed since: skipped, and `codex exec` says nothing',
  'threads started after `hooks.json` was changed, subagents too: they read the changed file',
  'a run with `hooks = false` under `[features]`: no user or project hook runs',
  'permission requests in `codex exec`: approvals are off there, so none is ever made',
  'what the person does with `/clear` or `/new`: seen only when the next thread starts',
  'a hook that is ended together with its guard, or prints something other than its answer: the call passes, even with `--strict`',
]

export function capabilities(version: string | undefined): Capabilities {
  return { doorways: SURFACE, uncovered: [...versionNotes(version), ...UNCOVERED] }
}

function versionNotes(version: string | undefined): readonly string[] {
  const tested = isAtLeast(version, NEWEST_TESTED)
  if (tested === undefined) return [`the version of this client is unknown; tested with ${NEWEST_TESTED}`]
  return tested ? [] : [`version ${version} is older than any tested one; the oldest is ${NEWEST_TESTED}`]
}
