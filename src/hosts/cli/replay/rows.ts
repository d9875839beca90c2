import type { ParsedEvent } from '../../../core/model/event.ts'
import { callId, eventId, sessionId } from '../../../core/model/ids.ts'
import type { Json } from '../../../core/model/json.ts'
import type { CallPrint } from '../../../core/model/surroundings.ts'
import type { ToolCall } from '../../../core/model/tool.ts'
import { RUNTIMES } from '../../../runtimes/registry.ts'
import { field, textField } from '../../../runtimes/transcript.ts'
import { genericTool, isShell } from './generic-tool.ts'

/** `{"session", "runtime", "events": [{kind, tool, target, input, result, failed, at}]}`: one normalised session a line. */
export function sessionRow(row: Json): Log | undefined {
  const events = field(row, 'events')
  if (!Array.isArray(events)) return undefined
  return logOf(nameOf(row), textField(row, 'runtime'), events.filter(isCall).map(callOf))
}

/** `{"run", "steps": [{tool, command, path}]}`: one labelled run a line. Labels are not looked at. */
export function labelledRow(row: Json): Log | undefined {
  const steps = field(row, 'steps')
  if (!Array.isArray(steps)) return undefined
  return logOf(nameOf(row), textField(row, 'runtime'), steps.map(callOf))
}

function nameOf(row: Json): Log['name'] {
  const run = anyText(row, ['run', 'run_id', 'instance_id'])
  const session = anyText(row, ['session', 'session_id', 'sessionId', 'id']) || run || 'unknown'
  return run === '' ? { session } : { session, run }
}

/** What is not said to be something else, and names a tool, is a call of it. */
function isCall(event: Json): boolean {
  const kind = anyText(event, ['kind', 'type'])
  return kind === '' ? toolName(event) !== '' : /^tool(?:_?(?:call|use))?$/i.test(kind)
}

interface Call {
  readonly tool: ToolCall
  readonly paths: readonly string[]
  readonly atMs: number
  readonly failed: boolean
  readonly print?: CallPrint
}

function callOf(event: Json): Call {
  const tool = toolOf(event)
  const [input, result] = [anyText(event, ['input']), anyText(event, ['result'])]
  const failed = ['failed', 'is_error', 'isError'].some((name) => field(event, name) === true)
  return {
    tool,
    paths: pathsOf(tool),
    atMs: momentOf(event),
    failed,
    ...(input !== '' && result !== '' && { print: { input, result } }),
  }
}

/** Editors with several commands carry the command beside the path: `str_replace_editor` `view` `/x`. */
function toolOf(event: Json): ToolCall {
  const name = toolName(event)
  const command = anyText(event, ['command', 'cmd'])
  const path = anyText(event, ['path', 'file_path'])
  if (command === '' || path === '' || isShell(name)) return genericTool(name, command || path || targetOf(event))
  const named = genericTool(command, path)
  return named.kind === 'other' ? genericTool(name, path) : { ...named, name }
}

const toolName = (event: Json): string => anyText(event, ['tool', 'tool_name', 'name'])

const targetOf = (event: Json): string => anyText(event, ['target', 'pattern', 'url', 'query'])

/** The first of these fields that says something. A list is the words of a command; a number may name a session. */
function anyText(record: Json, names: readonly string[]): string {
  for (const name of names) {
    const found = field(record, name)
    const text = Array.isArray(found) ? found.filter((word) => typeof word === 'string').join(' ') : found
    if (typeof text === 'number') return String(text)
    if (typeof text === 'string' && text !== '') return text
  }
  return ''
}

/** Smaller numbers are seconds. */
const LEAST_MS = 100_000_000_000

/** 0 where the row has no time: then nothing counts minutes. */
function momentOf(event: Json): number {
  const given = ['at', 'timestamp', 'ts', 'time'].map((name) => field(event, name)).find((one) => one !== null)
  if (typeof given === 'number') return given < LEAST_MS ? given * 1_000 : given
  const atMs = typeof given === 'string' ? Date.parse(given) : 0
  return Number.isFinite(atMs) ? atMs : 0
}

function pathsOf(tool: ToolCall): readonly string[] {
  if (tool.kind === 'read') return tool.paths
  return tool.kind === 'edit' ? tool.changes.map(({ path }) => path) : []
}

function logOf(name: Log['name'], runtime: string, calls: readonly Call[]): Log {
  const project = guessProject(calls.flatMap(({ paths }) => paths))
  const known = (RUNTIMES.find(({ name }) => runtime.startsWith(name)) ?? RUNTIMES[0])?.name ?? ''
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
): readonly LoggedEvent[] {
  const common = { atMs, runtime, session: sessionId(session), cwd, call: callId(`call-${index}`), tool }
  const before: LoggedEvent = { ...common, id: eventId(`before-${index}`), kind: 'tool.before' }
  if (print === undefined && !failed) return [before]
  const outcome = { ok: !failed, output: '' }
  return [before, { ...common, id: eventId(`after-${index}`), kind: 'tool.after', outcome, ...(print && { print }) }]
}

/** Folders that lie inside projects; none of them is one. */
const INNER = /^(?:src|lib|libs|app|apps|cmd|internal|pkg|packages|docs?|scripts?|tests?|spec|e2e|\.\w.*)$/
/** The project is where nearly all of the work is; a script somewhere else does not move it. */
const SHARE = 0.8

/**
 * The folder that a row was about, guessed from its absolute paths: the deepest that holds nearly all of them.
 *
 * @internal
 */
export function guessProject(paths: readonly string[]): string {
  const folders = paths.filter((path) => path.startsWith('/')).map((path) => path.split('/').slice(1, -1))
  let found: readonly string[] = []
  for (let depth = 1; ; depth += 1) {
    const counts = Map.groupBy(
      folders.filter((parts) => parts.length >= depth),
      (parts) => parts.slice(0, depth).join('/'),
    )
    const [best] = [...counts].toSorted(([, left], [, right]) => right.length - left.length)
    if (best === undefined || best[1].length < folders.length * SHARE) break
    const parts = best[0].split('/')
    if (INNER.test(parts.at(-1) ?? '')) break
    found = parts
  }
  return `/${found.join('/')}`
}

/** An event of a log, with the hashes of a result where the log has or allows them. */
export type LoggedEvent = ParsedEvent & { readonly print?: CallPrint }

/** One recorded session, whoever recorded it. */
export interface Log {
  /** What the report calls it: `session`, and `run` where the row has that name. */
  readonly name: { readonly session: string; readonly run?: string }
  readonly runtime: string
  readonly project: string
  readonly events: readonly LoggedEvent[]
}

/** A line that could not be replayed. */
export interface BadLine {
  readonly line: number
  readonly problem: string
}
