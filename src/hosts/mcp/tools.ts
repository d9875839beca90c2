import type { Policy } from '../../core/model/policy.ts'
import { hasDirector } from '../../core/protocols/plane/role-of.ts'
import type { Tool } from './tool.ts'
import { anchor } from './tools/anchor.ts'
import { makeAskPerson } from './tools/ask-person.ts'
import { checkpoint } from './tools/checkpoint.ts'
import { memoryTool, objectiveTool, planTool } from './tools/claims.ts'
import { decideTool, ghostTool, handoffTool, pivotTool, recallTool, sectionTool, statusTool } from './tools/ledger.ts'
import { waive } from './tools/waive.ts'

/** Every tool but the one that asks a person. */
const WORKING: readonly Tool[] = [
  checkpoint,
  objectiveTool,
  planTool,
  memoryTool,
  statusTool,
  decideTool,
  pivotTool,
  handoffTool,
  recallTool,
  sectionTool,
  ghostTool,
  waive,
]

/** The tools for a runtime, as `mcp` in the settings says; those that a required anchor or a director needs are always there. */
export function toolsFor(runtime: string, policy: Policy): readonly Tool[] {
  const {
    mcp,
    anchor: { required },
  } = policy
  const allowed = mcp[runtime] ?? 'off'
  return [
    ...(allowed === 'off' ? [] : [makeAskPerson()]),
    ...(allowed === 'all' || required ? [anchor] : []),
    ...(allowed === 'all' ? WORKING : hasDirector(policy) ? [waive] : []),
  ]
}
