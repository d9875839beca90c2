import { object } from 'valibot'
import { json, legible, optionalText } from '../legible.ts'
import { absolutePath, type NativeCall, outputText, type ReadTool, readShellCall, type ToolReading } from '../tools.ts'
import { readPatch } from './apply-patch.ts'

const Patch = object({ command: optionalText })
const Message = object({
  message: optionalText,
  items: json,
  agent_type: optionalText,
  target: optionalText,
  id: optionalText,
})
const Goal = object({ objective: optionalText })
const Image = object({ path: optionalText })

/** Tools of 0.166.0. `exec_command` arrives as `Bash`, and so does a patch applied through the shell. */
export const CODEX_TOOLS: ReadonlyMap<string, ReadTool> = new Map<string, ReadTool>([
  ['Bash', readShellCall],
  ['apply_patch', readApplyPatch],
  ['spawn_agent', readMessage],
  ['send_input', readMessage],
  ['send_message', readMessage],
  ['followup_task', readMessage],
  ['create_goal', readGoal],
  ['view_image', readImage],
])

/** A patch in which we find no file is not judged as harmless: it stays `other`, and is reported. */
function readApplyPatch({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Patch, input, ['command'])
  const changes = readPatch(fields.command ?? '', cwd)
  if (changes.length === 0) return { tool: undefined, bad: bad ?? 'command', unread: 'edit' }
  return { tool: { kind: 'edit', name, changes }, bad }
}

/** The optionalText for another agent is a string or a list of parts. */
function readMessage({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Message, input)
  const prompt = fields.message ?? outputText(fields.items)
  if (prompt === '') return { tool: undefined, bad: bad ?? 'message' }
  const agentType = fields.agent_type ?? fields.target ?? fields.id ?? 'default'
  return { tool: { kind: 'delegate', name, agentType, prompt }, bad }
}

/** A goal keeps starting turns until it is reached. */
function readGoal({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Goal, input, ['objective'])
  if (typeof fields.objective !== 'string') return { tool: undefined, bad }
  return { tool: { kind: 'schedule', name, prompt: fields.objective }, bad }
}

function readImage({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Image, input, ['path'])
  if (typeof fields.path !== 'string') return { tool: undefined, bad }
  return { tool: { kind: 'read', name, paths: [absolutePath(fields.path, cwd)] }, bad }
}
