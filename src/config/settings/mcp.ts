import { DEFAULT_POLICY, MCP_TOOLS, type Policy } from '../../core/model/policy.ts'
import { choice, type Section } from './setting.ts'

const initial = DEFAULT_POLICY.mcp

const CLAUDE_CODE = choice('mcp.claude-code', MCP_TOOLS, {
  initial: initial.claudeCode,
  about: "which of Fairlead's tools Claude Code is offered",
})
const CODEX = choice('mcp.codex', MCP_TOOLS, {
  initial: initial.codex,
  about: "which of Fairlead's tools Codex is offered",
})

export const MCP: Section<Policy['mcp']> = {
  settings: [CLAUDE_CODE, CODEX],
  section: (pick) => ({ claudeCode: pick(CLAUDE_CODE), codex: pick(CODEX) }),
}
