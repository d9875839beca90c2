import type { HookPayload } from './recording-hook.ts'

const VARIANT_KEYS = ['source', 'trigger', 'reason', 'notification_type', 'load_reason', 'command_name']

/** `<event>-<variant>`, where the variant is what tells one doorway from another. */
export function fixtureName(payload: HookPayload): string {
  const said = VARIANT_KEYS.map((key) => payload[key]).find((value) => typeof value === 'string' && value !== '')
  const variant = said ?? toolVariant(payload) ?? promptVariant(payload) ?? batchVariant(payload)
  const inAgent = payload.agent_id !== undefined && !payload.hook_event_name.startsWith('Subagent')
  const parts = [payload.hook_event_name, variant, codeMode(payload), inAgent ? 'in-agent' : '']
  return parts
    .map((part) => kebab(String(part)))
    .filter((part) => part !== '')
    .join('-')
}

/** Two payloads of one name may still differ in their fields: a terminal session knows more than a print run. */
export function shapeOf(value: unknown, depth = 0): string {
  if (Array.isArray(value)) return value.length > 0 ? 'filled' : 'empty'
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value
  const keys = Object.entries(value).map(([key, inner]) => (depth > 0 ? key : `${key}:${shapeOf(inner, depth + 1)}`))
  return `{${keys.sort().join()}}`
}

function toolVariant({ tool_name: tool }: HookPayload): string | undefined {
  if (typeof tool !== 'string') return undefined
  return tool.startsWith('mcp__') ? 'mcp' : tool
}

/** Codex marks a call made from inside its JavaScript tool by nothing but the shape of its id. */
const codeMode = ({ tool_use_id: id }: HookPayload) =>
  typeof id === 'string' && id.startsWith('exec-') ? 'code-mode' : ''

/** Not every prompt was typed: clients hand over the end of a background task the same way. */
function promptVariant({ prompt, agent_type: agent }: HookPayload): string | undefined {
  if (agent === '') return 'compaction'
  return typeof prompt === 'string' && prompt.startsWith('<task-notification>') ? 'task-notification' : undefined
}

function batchVariant(payload: HookPayload): string {
  const calls = payload.tool_calls
  if (!Array.isArray(calls)) return ''
  if (JSON.stringify(calls).includes('hook error')) return 'denied'
  return calls.length > 1 ? 'parallel' : 'single'
}

const kebab = (text: string) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .toLowerCase()
