import type { Event } from '../../model/event.ts'
import type { Profile, Role } from '../../model/plane.ts'
import type { Policy } from '../../model/policy.ts'

/** `roles.director` when nobody is named. */
const NOBODY = 'none'

/**
 * PLANE-L15a, C45: from the operator's configuration and the runtime's own word for the agent, never from what an agent says of
 * itself. Worker unless the operator said otherwise.
 */
export function roleOf(event: Pick<Event, 'agent'>, policy: Policy): Role {
  return roleOfType(event.agent?.type, policy)
}

/** The main agent has no type. */
export function roleOfType(type: string | undefined, { roles }: Policy): Role {
  if (type === undefined) return roles.main
  return roles.director !== NOBODY && type === roles.director ? 'director' : 'worker'
}

export function hasDirector({ roles }: Policy): boolean {
  return roles.main === 'director' || roles.director !== NOBODY
}

/** PLANE-L15g: part of the loadout of the identity, never a global switch. */
export function profileOf(role: Role, { roles }: Policy): Profile {
  return role === 'worker' ? roles.workerProfile : roles.directorProfile
}
