import type { CallPrint, ParsedEvent } from '../../../core/model/event.ts'
import { callId, eventId, sessionId } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import type { ToolCall } from '../../../core/model/tool.ts'
import { field, textField } from '../../../runtimes/transcript.ts'
import { genericTool } from './generic-tool.ts'
import { guessProject } from './guess-project.ts'
import type { Log } from './log.ts'

/** `{"session", "runtime", "events": [{kind, tool, target, input, result, failed, at}]}`: one normalised session a line. */
export function sessionRow(row: Json): Log | undefined {
  const events = field(row, 'events')
  if (!Array.isArray(events)) return undefined
  const session = textField(row, 'session') || 'unknown'
  const calls = events.filter((event) => textField(event, 'kind') === 'tool').map(callOf)
  return logOf({ session }, textField(row, 'runtime'), calls)
}

/** `{"run", "steps": [{tool, command, path}]}`: one labelled run a line. Labels are not looked at. */
export function labelledRow(row: Json): Log | undefined {
  const steps = field(row, 'steps')
  if (!Array.isArray(steps)) return undefined
  const run = textField(row, 'run') || 'unknown'
  return logOf({ session: run, run }, '', steps.map(stepOf))
}

interface Call {
  readonly tool: ToolCall
  readonly paths: readonly string[]
  readonly atMs: number
  readonly failed: boolean
  readonly print?: CallPrint
}

function callOf(event: Json): Call {
  const tool = genericTool(textField(event, 'tool'), textField(event, 'target'))
  const [input, result] = [textField(event, 'input'), textField(event, 'result')]
  const atMs = Date.parse(textField(event, 'at'))
  return {
    tool,
    paths: pathsOf(tool),
    atMs: Number.isFinite(atMs) ? atMs : 0,
    failed: field(event, 'failed') === true,
    ...(input !== '' && result !== '' && { print: { input, result } }),
  }
}

/** Editors with several commands carry the command beside the path: `str_replace_editor` `view` `/x`. */
function stepOf(step: Json): Call {
  const [name, command, path] = [textField(step, 'tool'), textField(step, 'command'), textField(step, 'path')]
  const tool = path === '' ? genericTool(name, command) : renamed(genericTool(command || name, path), name)
  return { tool, paths: pathsOf(tool), atMs: 0, failed: false }
}

const renamed = (tool: ToolCall, name: string): ToolCall => ({ ...tool, name })

function pathsOf(tool: ToolCall): readonly string[] {
  if (tool.kind === 'read') return tool.paths
  return tool.kind === 'edit' ? tool.changes.map(({ path }) => path) : []
}

function logOf(name: Log['name'], runtime: string, calls: readonly Call[]): Log {
  const project = guessProject(calls.flatMap(({ paths }) => paths))
  const known = runtime.startsWith('codex') ? 'codex' : 'claude-code'
  const events = calls.flatMap((call, index) =>
    eventsOf(call, { index, runtime: known, session: name.session, cwd: project }),
  )
  return { name, runtime: known, project, events }
}

interface Setting {
  readonly index: number
  readonly runtime: string
  readonly session: string
  readonly cwd: string
}

function eventsOf(
  { tool, atMs, failed, print }: Call,
  { index, runtime, session, cwd }: Setting,
): readonly ParsedEvent[] {
  const common = { atMs, runtime, session: sessionId(session), cwd, call: callId(`call-${index}`), tool }
  const before: ParsedEvent = { ...common, id: eventId(`before-${index}`), kind: 'tool.before' }
  if (print === undefined) return [before]
  const outcome = { ok: !failed, output: '' }
  return [before, { ...common, id: eventId(`after-${index}`), kind: 'tool.after', outcome, print }]
}
