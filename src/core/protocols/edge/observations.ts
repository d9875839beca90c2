import type { Fact } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import { type Observations, STATE_FILE } from '../../model/state.ts'

const MAX_FILES = 200
const MAX_TOOLS = 64
/** Where a session uses more tools than we count apart. */
const MORE_TOOLS = 'other'

/** EDGE-66 to EDGE-69: one more result. The cost does not grow with what came before. */
export function observed(
  before: Observations,
  fact: Extract<Fact, { kind: 'call.observed' }>,
  atMs: number,
): Observations {
  return {
    filesModified: withFiles(before.filesModified, filesWorkedOn(fact)),
    toolsUsed: withTool(before.toolsUsed, fact.tool),
    testsRun: before.testsRun || fact.testRun,
    testsPassed: fact.testRun ? fact.ok : before.testsPassed,
    lastEditHash: (fact.ok ? fact.diffHash : undefined) ?? before.lastEditHash,
    lastActivityMs: Math.max(before.lastActivityMs ?? atMs, atMs),
  }
}

/** What a call really changed. Writing claims doesn't count as work: a plan can't be its own proof. */
export function filesWorkedOn({ ok, files }: Extract<Fact, { kind: 'call.observed' }>): readonly string[] {
  return ok ? files.filter((file) => !file.endsWith(`/${STATE_FILE}`)) : []
}

/** EDGE-67: each file once, in the order of first touch. */
function withFiles(before: readonly string[], files: readonly string[]): readonly string[] {
  const fresh = files.filter((file, index) => !before.includes(file) && files.indexOf(file) === index)
  return fresh.length === 0 ? before : [...before, ...fresh].slice(0, MAX_FILES)
}

function withTool(before: Observations['toolsUsed'], tool: string): Observations['toolsUsed'] {
  const isCounted = Object.hasOwn(before, tool) || Object.keys(before).length < MAX_TOOLS
  const name = isCounted ? tool : MORE_TOOLS
  return { ...before, [name]: (lookUp(before, name) ?? 0) + 1 }
}

export function callCount({ toolsUsed }: Observations): number {
  return Object.values(toolsUsed).reduce((sum, count) => sum + count, 0)
}
