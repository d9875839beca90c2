import { array, nullish, object } from 'valibot'
import type { FileChange } from '../../core/model/tool.ts'
import { json, legible, optionalText } from '../legible.ts'
import { absolutePath, type NativeCall, outputText, type ReadTool, readShellCall, type ToolReading } from '../tools.ts'

const Replacement = object({ old_string: optionalText, new_string: optionalText })
const Write = object({ file_path: optionalText, content: optionalText })
const Edit = object({
  file_path: optionalText,
  old_string: optionalText,
  new_string: optionalText,
  edits: nullish(array(Replacement)),
})
const Notebook = object({ notebook_path: optionalText, new_source: optionalText })
const Search = object({
  file_path: optionalText,
  notebook_path: optionalText,
  path: optionalText,
  pattern: optionalText,
})
const Web = object({ url: optionalText, query: optionalText })
const Watch = object({ command: optionalText, ws: nullish(object({ url: optionalText })) })
const Delegate = object({ subagent_type: optionalText, prompt: optionalText })
const Message = object({ to: optionalText, message: json })
const Workflow = object({ script: optionalText, scriptPath: optionalText, name: optionalText })
const Schedule = object({ prompt: optionalText })
const Skill = object({ skill: optionalText, args: optionalText })
const SlashCommand = object({ command: optionalText })

/** Tools of 2.1.325 and, where they went away, of the versions before it. Everything else is `other`. */
export const CLAUDE_CODE_TOOLS: ReadonlyMap<string, ReadTool> = new Map<string, ReadTool>([
  ['Bash', readShellCall],
  ['PowerShell', readShellCall],
  ['Monitor', readWatch],
  ['Read', readFiles],
  ['NotebookRead', readFiles],
  ['Glob', readFiles],
  ['Grep', readFiles],
  ['LS', readFiles],
  ['Write', readWrite],
  ['Edit', readEdit],
  ['MultiEdit', readEdit],
  ['NotebookEdit', readNotebookEdit],
  ['WebFetch', readWeb],
  ['WebSearch', readWeb],
  ['Agent', readDelegate],
  ['Task', readDelegate],
  ['SendMessage', readMessage],
  ['Workflow', readWorkflow],
  ['CronCreate', readSchedule],
  ['ScheduleWakeup', readSchedule],
  ['Skill', readSkill],
  ['SlashCommand', readSlashCommand],
])

/** `Monitor` runs a shell command in the background and reports its lines, or listens to a socket. */
function readWatch(call: NativeCall): ToolReading {
  const { fields, bad } = legible(Watch, call.input)
  if (typeof fields.command === 'string') return { ...readShellCall(call), bad }
  const target = fields.ws?.url
  if (typeof target !== 'string') return { tool: undefined, bad: bad ?? 'command', unread: 'shell' }
  return { tool: { kind: 'network', name: call.name, target, method: 'GET' }, bad }
}

/** Searches without a path look from the working directory. */
function readFiles({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Search, input)
  const path = fields.file_path ?? fields.notebook_path ?? fields.path ?? '.'
  const pattern = typeof fields.pattern === 'string' ? { pattern: fields.pattern } : {}
  return { tool: { kind: 'read', name, paths: [absolutePath(path, cwd)], ...pattern }, bad }
}

function readWrite({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Write, input, ['file_path', 'content'])
  if (typeof fields.file_path !== 'string') return { tool: undefined, bad, unread: 'edit' }
  const path = absolutePath(fields.file_path, cwd)
  const after = typeof fields.content === 'string' ? { after: fields.content } : {}
  return { tool: { kind: 'edit', name, changes: [{ op: 'write', path, ...after }] }, bad }
}

function readEdit({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Edit, input, ['file_path'])
  if (typeof fields.file_path !== 'string') return { tool: undefined, bad, unread: 'edit' }
  const path = absolutePath(fields.file_path, cwd)
  const changes = (fields.edits ?? [fields]).map(
    ({ old_string: before, new_string: after }): FileChange => ({
      op: 'edit',
      path,
      ...(typeof before === 'string' ? { before } : {}),
      ...(typeof after === 'string' ? { after } : {}),
    }),
  )
  return { tool: { kind: 'edit', name, changes }, bad }
}

function readNotebookEdit({ name, input, cwd }: NativeCall): ToolReading {
  const { fields, bad } = legible(Notebook, input, ['notebook_path'])
  if (typeof fields.notebook_path !== 'string') return { tool: undefined, bad, unread: 'edit' }
  const path = absolutePath(fields.notebook_path, cwd)
  const after = typeof fields.new_source === 'string' ? { after: fields.new_source } : {}
  return { tool: { kind: 'edit', name, changes: [{ op: 'edit', path, ...after }] }, bad }
}

function readWeb({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Web, input)
  const target = fields.url ?? fields.query
  if (typeof target !== 'string') return { tool: undefined, bad: bad ?? 'url' }
  return { tool: { kind: 'network', name, target, method: 'GET' }, bad }
}

function readDelegate({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Delegate, input, ['prompt'])
  if (typeof fields.prompt !== 'string') return { tool: undefined, bad }
  const agentType = fields.subagent_type ?? 'general-purpose'
  return { tool: { kind: 'delegate', name, agentType, prompt: fields.prompt }, bad }
}

/** Text, or an object of the client's own protocol, for an agent that already runs. */
function readMessage({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Message, input, ['message'])
  return { tool: { kind: 'delegate', name, agentType: fields.to ?? '', prompt: outputText(fields.message) }, bad }
}

/** A script that starts agents; their tools pass the gate one by one. */
function readWorkflow({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Workflow, input)
  const prompt = fields.script ?? fields.scriptPath ?? fields.name
  if (typeof prompt !== 'string') return { tool: undefined, bad }
  return { tool: { kind: 'delegate', name, agentType: 'workflow', prompt }, bad }
}

/** A wake-up that only stops the loop has no prompt. */
function readSchedule({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Schedule, input)
  return { tool: { kind: 'schedule', name, prompt: fields.prompt ?? '' }, bad }
}

function readSkill({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(Skill, input, ['skill'])
  if (typeof fields.skill !== 'string') return { tool: undefined, bad }
  return { tool: { kind: 'skill', name, skill: fields.skill, args: fields.args ?? '' }, bad }
}

function readSlashCommand({ name, input }: NativeCall): ToolReading {
  const { fields, bad } = legible(SlashCommand, input, ['command'])
  const [, skill, args] = /^\/?(\S+)\s?(.*)$/s.exec(fields.command ?? '') ?? []
  if (skill === undefined) return { tool: undefined, bad }
  return { tool: { kind: 'skill', name, skill, args: args ?? '' }, bad }
}
