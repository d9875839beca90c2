import type { EventOf } from './model/event.ts'
import type { Role } from './model/plane.ts'
import type { Policy } from './model/policy.ts'
import type { State } from './model/state.ts'
import { holderOf, ownerOf } from './protocols/anchor/owner.ts'
import { roleOf } from './protocols/plane/role-of.ts'

interface Who {
  readonly state: State
  readonly event: EventOf<'tool.before'>
  readonly policy: Policy
}

/**
 * ANCHOR-59, C45: what the operator trusts the agent with, lowered by the role it bound itself to. What it was bound with
 * already counts a role that the operator granted, so here it is taken as it stands.
 */
export function trustedRole({ state, event, policy }: Who): Role {
  const bound = holderOf(state.anchor, ownerOf(event))?.bound
  if (bound === undefined) return roleOf(event, policy)
  return bound.trust === 'director' ? 'director' : 'worker'
}
