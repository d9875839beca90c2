import type { Policy } from '../../core/model/policy.ts'
import type { Tool } from './tool.ts'
import { anchor } from './tools/anchor.ts'
import { makeAskPerson } from './tools/ask-person.ts'
import { checkpoint } from './tools/checkpoint.ts'
import { ledgerDecide } from './tools/ledger-decide.ts'
import { ledgerGhost } from './tools/ledger-ghost.ts'
import { ledgerHandoff } from './tools/ledger-handoff.ts'
import { ledgerPivot } from './tools/ledger-pivot.ts'
import { ledgerRecall } from './tools/ledger-recall.ts'
import { ledgerSection } from './tools/ledger-section.ts'
import { ledgerStatus } from './tools/ledger-status.ts'
import { waive } from './tools/waive.ts'

/** Everything but the door for approvals. */
const WORKING: readonly Tool[] = [
  checkpoint,
  ledgerStatus,
  ledgerDecide,
  ledgerPivot,
  ledgerHandoff,
  ledgerRecall,
  ledgerSection,
  ledgerGhost,
  waive,
]

/** What a runtime is offered: `mcp` in the settings names it. Where an anchor is required, its tool is never missing. */
export function toolsFor(runtime: string, { mcp, anchor: { required } }: Policy): readonly Tool[] {
  const allowed = runtime === 'codex' ? mcp.codex : mcp.claudeCode
  return [
    ...(allowed === 'off' ? [] : [makeAskPerson()]),
    ...(allowed === 'all' || required ? [anchor] : []),
    ...(allowed === 'all' ? WORKING : []),
  ]
}
