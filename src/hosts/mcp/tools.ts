import type { Policy } from '../../core/model/policy.ts'
import { hasDirector } from '../../core/protocols/plane/role-of.ts'
import type { Tool } from './tool.ts'
import { anchor } from './tools/anchor.ts'
import { makeAskPerson } from './tools/ask-person.ts'
import { checkpoint } from './tools/checkpoint.ts'
import { memoryTool, objectiveTool, planTool } from './tools/claims.ts'
import { decideTool, ghostTool, handoffTool, pivotTool, recallTool, sectionTool, statusTool } from './tools/ledger.ts'
import { tasksTool, taskTool, withdrawTool } from './tools/tasks.ts'
import { waive } from './tools/waive.ts'

/** What the record is kept with. */
const RECORDING: readonly Tool[] = [
  objectiveTool,
  planTool,
  memoryTool,
  statusTool,
  decideTool,
  withdrawTool,
  pivotTool,
  handoffTool,
  recallTool,
  sectionTool,
  ghostTool,
  tasksTool,
  taskTool,
]

/**
 * The tools for a runtime, as `mcp` in the settings says. Those that a required anchor or a director needs are always there,
 * and so are those of the record where `init --ledger` installed it.
 */
export function toolsFor(runtime: string, policy: Policy, hasLedger = false): readonly Tool[] {
  const {
    mcp,
    anchor: { required },
  } = policy
  const allowed = mcp[runtime] ?? 'off'
  return [
    ...(allowed === 'off' ? [] : [makeAskPerson()]),
    ...(allowed === 'all' || required ? [anchor] : []),
    ...(allowed === 'all' ? [checkpoint] : []),
    ...(allowed === 'all' || hasLedger ? RECORDING : []),
    ...(allowed === 'all' || hasDirector(policy) ? [waive] : []),
  ]
}
