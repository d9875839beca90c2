import type { Tool } from './tool.ts'
import { anchor } from './tools/anchor.ts'
import { checkpoint } from './tools/checkpoint.ts'
import { ledgerGhost } from './tools/ledger-ghost.ts'
import { ledgerRecall } from './tools/ledger-recall.ts'
import { ledgerSection } from './tools/ledger-section.ts'
import { waive } from './tools/waive.ts'

/** What each group of tools holds; `mcp` in the settings names the groups a runtime gets. */
export const TOOLS: readonly Tool[] = [anchor, checkpoint, ledgerRecall, ledgerSection, ledgerGhost, waive]
