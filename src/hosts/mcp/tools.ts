import type { Tool } from './tool.ts'
import { anchor } from './tools/anchor.ts'

/** What each group of tools holds; `mcp` in the settings names the groups a runtime gets. */
export const TOOLS: readonly Tool[] = [anchor]
