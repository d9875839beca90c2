import type { Json } from '../model/json.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { unreachable } from '../model/unreachable.ts'
import type { Work, WorkKind } from '../model/work.ts'
import { collapseTarget } from './collapse-target.ts'
import type { Reading, ResolvedCommand } from './shell/reading.ts'
import { runsTests } from './test-run.ts'
import { commandWork, fileWork, gravest } from './work/command-work.ts'

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
      return located(mcpWork(tool.tool, tool.readOnly === true), pathIn(tool.input))
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
  const isRun = reading.steps.some((step) => step.kind === 'run-file')
  const ran = (kind === 'other' && isCode) || (isRun && (kind === 'other' || kind === 'explore'))
  return { kind: ran ? 'verify' : kind, tests }
}

/** Tools that are in no table of a runtime, by name. */
const NAMED: readonly (readonly [RegExp, WorkKind])[] = [
  [/todo|plan|think|^task(?:create|update|list|get)$|question|goal|^finish$|^submit$/i, 'plan'],
  [/read|view|list|search|grep|glob|find|fetch|get|lsp|look|output|wiki/i, 'explore'],
  [/edit|write(?!_stdin)|patch|create|replace/i, 'edit'],
  [/agent|delegate|spawn/i, 'delegate'],
]

const MCP_READS = /(?:^|_|-)(?:get|list|search|read|fetch|query|find|view|describe|lookup|resolve|ask|extract)/i

function mcpWork(tool: string, isReadOnly: boolean): WorkKind {
  if (/think|plan/i.test(tool)) return 'plan'
  return isReadOnly || MCP_READS.test(tool) ? 'explore' : 'other'
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

const plain = (kind: WorkKind): Work => ({ kind, tests: false })

const located = (kind: WorkKind, path: string | undefined): Work =>
  path === undefined ? plain(kind) : { kind, tests: false, path }
