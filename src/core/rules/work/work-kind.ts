import type { Json } from '../../model/json.ts'
import { unreachable } from '../../model/language.ts'
import type { Surroundings } from '../../model/surroundings.ts'
import type { ToolCall, Work, WorkKind } from '../../model/tool.ts'
import { wordText } from '../options/argv.ts'
import type { ResolvedCommand, ShellReading, Step } from '../shell/reading.ts'
import { commandWork, fileWork, gravest, isCarrier, isKnown } from './command-work.ts'
import { runsTests } from './test-run.ts'
import { serverToolWork, toolWork } from './tool-name.ts'

/** What a shell text runs: its steps, and everything in the words of commands. */
export interface Script {
  readonly reading: ShellReading
  readonly commands: readonly ResolvedCommand[]
}

/** What a tool call is for, from the tool, the resolved commands and the target. Nothing an agent says about it counts. */
export function workOfTool(tool: Exclude<ToolCall, { kind: 'shell' }>, around: Surroundings): Work {
  switch (tool.kind) {
    case 'read':
      return located('explore', tool.paths[0])
    case 'edit': {
      const kinds = tool.changes.map((change) => changeWork(change.op, change.to ?? change.path, around))
      const change = tool.changes[0]
      return located(gravestEdit(kinds), change && (change.to ?? change.path))
    }
    case 'network':
      return plain('explore')
    case 'delegate':
      return plain('delegate')
    case 'mcp':
      return mcpWork(tool, around)
    case 'schedule':
    case 'skill':
      return plain('other')
    case 'other':
      return located(toolWork(tool.name), pathIn(tool.input))
    default:
      return unreachable(tool)
  }
}

/** The same for a shell call that has been read. */
export function scriptWork({ reading, commands }: Script, around: Surroundings): Work {
  const read = commandsWork(commands, around)
  const kind = read === 'other' || read === 'explore' ? gravest([read, ...guessedWork(reading, around)]) : read
  const tests = runsTests(reading.steps)
  if (tests && kind !== 'ship') return { kind: 'verify', tests }
  // Code in a pipe is a filter; code on its own is a trial.
  const isCode = reading.steps.some(
    (step) => step.kind === 'code' && step.language !== 'awk' && step.language !== 'sed',
  )
  const isRun = reading.steps.some(runsUnknown)
  const ran = (kind === 'other' && isCode) || (isRun && (kind === 'other' || kind === 'explore'))
  return { kind: ran ? 'verify' : kind, tests }
}

/** What is done elsewhere says what it is for; what carries it there does so only where nothing else does. */
function commandsWork(commands: readonly ResolvedCommand[], around: Surroundings): WorkKind {
  const work = (some: readonly ResolvedCommand[]) => gravest(some.map((command) => commandWork(command, around)))
  if (!commands.some(({ place }) => place !== 'local')) return work(commands)
  const carried = work(commands.filter((command) => !isCarrier(command)))
  return carried === 'other' ? work(commands) : carried
}

/** What could not be read, such as the text of another shell, may still name the commands in it. */
function guessedWork({ steps }: ShellReading, around: Surroundings): readonly WorkKind[] {
  const inside = steps.flatMap((step) => (step.kind === 'unresolved' ? step.inside : []))
  return inside.slice(0, MAX_GUESSED).map((command) => commandWork(command, around))
}

const MAX_GUESSED = 32

function mcpWork({ tool, readOnly, input }: Extract<ToolCall, { kind: 'mcp' }>, around: Surroundings): Work {
  const path = pathIn(input)
  const kind = serverToolWork(tool)
  if (readOnly === true && kind !== 'plan') return located('explore', path)
  return located(kind === 'edit' && path !== undefined ? fileWork(path, around) : kind, path)
}

/** One change of the product makes the call an edit, whatever tests come with it. */
function gravestEdit(kinds: readonly WorkKind[]): WorkKind {
  return kinds.includes('edit') ? 'edit' : gravest(kinds)
}

function changeWork(op: string, path: string, around: Surroundings): WorkKind {
  const kind = fileWork(path, around)
  if (op === 'delete' && kind === 'verify') return 'explore'
  return kind
}

/** A tool nobody described may still say which file it is about. */
function pathIn(input: Json): string | undefined {
  const target = collapseTarget(input)
  return target?.startsWith('/') ? target : undefined
}

/** A file of the project's own, run as a program. What is sourced only sets up the shell; `./gradlew` says itself what it does. */
const runsUnknown = (step: Step): boolean =>
  step.kind === 'run-file' && step.interpreter !== 'source' && !isKnown(nameOf(wordText(step.path)))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const plain = (kind: WorkKind): Work => ({ kind, tests: false })

const located = (kind: WorkKind, path: string | undefined): Work =>
  path === undefined ? plain(kind) : { kind, tests: false, path }

/** PLANE-F01b: what one call is about, in one string. */
const ORDER = ['command', 'file_path', 'path', 'pattern', 'url', 'query'] as const

/**
 * The first of the telling fields that is not empty; nothing when the input has none of them.
 * @public
 */
export function collapseTarget(input: Json): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
  const fields = new Map(Object.entries(input))
  for (const name of ORDER) {
    const value = fields.get(name)
    if (typeof value === 'string' && value !== '') return value
  }
  return undefined
}
