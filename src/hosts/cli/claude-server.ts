import type { Policy } from '../../core/model/policy.ts'
import { hasDirector } from '../../core/protocols/plane/role-of.ts'

/** Where an anchor is demanded, the tool to bind with must be there; where a director is named, the one to decide with. */
export function needsClaudeServer(policy: Policy): boolean {
  return policy.mcp.claudeCode !== 'off' || policy.anchor.required || hasDirector(policy)
}
