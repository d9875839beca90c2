import type { Json } from '../model/json.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Work, WorkKind } from '../model/work.ts'
import { textOf } from './argv.ts'
import { collapseTarget } from './collapse-target.ts'
import type { Reading, ResolvedCommand, Step } from './shell/reading.ts'
import { runsTests } from './test-run.ts'
import { commandWork, fileWork, gravest, isKnown } from './work/command-work.ts'

/** What a shell text runs: its steps, and everything in the words of commands. */
export interface Script {
  readonly reading: Reading
  readonly commands: readonly ResolvedCommand[]
}

/** What a tool call is for, from the tool, the resolved commands and the target. Nothing an agent says about it counts. */
export function workOf(tool: Exclude<ToolCall, { kind: 'shell' }>, around: Surroundings): Work {
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
      return located(NAMED.find(([when]) => when.test(tool.name))?.[1] ?? 'other', pathIn(tool.input))
    default:
      return unreachable(tool)
  }
}

/** The same for a shell call that has been read. */
export function scriptWork({ reading, commands }: Script, around: Surroundings): Work {
  const kinds = commands.map((command) => commandWork(command, around))
  const kind = gravest(kinds)
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

/** Tools that are in no table of a runtime, by name. */
const NAMED: readonly (readonly [RegExp, WorkKind])[] = [
  [
    /todo|plan|think|^task(?:create|update|list|get|_tracker)$|question|goal|^finish$|^submit$|^attempt_completion$/i,
    'plan',
  ],
  [
    /run_?(?:tests?|code|cell|python)|execute_?(?:code|cell|python|ipython)|code_?interpreter|^i?python$|^jupyter/i,
    'verify',
  ],
  [/search_?(?:and_?)?replace/i, 'edit'],
  [/read|view|list|search|grep|glob|find|fetch|get|lsp|look|output|wiki|^open|^goto$|^scroll|filemap/i, 'explore'],
  [/edit|write(?!_stdin)|patch|create|replace|^insert|^undo|delete_?file/i, 'edit'],
  [/agent|delegate|spawn/i, 'delegate'],
]

const MCP_READS = /(?:^|_|-)(?:get|list|search|read|fetch|query|find|view|describe|lookup|resolve|ask|extract)/i
const MCP_RUNS =
  /(?:^|_|-)(?:run|execute)(?:_|-)?(?:\w{1,40}_)?(?:tests?|code|cell|notebook|python|javascript)(?:_|-|$)/i
const MCP_EDITS =
  /(?:^|_|-)(?:edit|write|replace|insert|patch|create|delete|move|rename)(?:_|-)(?:\w{1,40}_)?(?:file|symbol|lines?|content|text|regex|cell|notebook|directory)/i
const MCP_SHIPS = /(?:^|_|-)(?:push|merge|publish|deploy|release)(?:_|-|$)|create_(?:pull|merge)_request/i

function mcpWork({ tool, readOnly, input }: Extract<ToolCall, { kind: 'mcp' }>, around: Surroundings): Work {
  const path = pathIn(input)
  if (/think|plan/i.test(tool)) return located('plan', path)
  if (readOnly === true || MCP_READS.test(tool)) return located('explore', path)
  if (MCP_RUNS.test(tool)) return located('verify', path)
  if (MCP_EDITS.test(tool)) return located(path === undefined ? 'edit' : fileWork(path, around), path)
  return located(MCP_SHIPS.test(tool) ? 'ship' : 'other', path)
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
  step.kind === 'run-file' && step.interpreter !== 'source' && !isKnown(nameOf(textOf(step.path)))

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

const plain = (kind: WorkKind): Work => ({ kind, tests: false })

const located = (kind: WorkKind, path: string | undefined): Work =>
  path === undefined ? plain(kind) : { kind, tests: false, path }
