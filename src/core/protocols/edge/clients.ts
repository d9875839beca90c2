import type { DoorsState, Registration } from '../../model/door.ts'
import type { Recorded } from '../../model/fact.ts'

const MAX_CLIENTS = 64

/** Which client each session belongs to, after one fact. */
export function evolveDoors(doors: DoorsState, { fact, session, runtime, atMs }: Recorded): DoorsState {
  if (fact.kind !== 'client.registered') return doors
  const registration: Registration = {
    ...fact.client,
    runtime,
    atMs,
    ...(fact.seal !== undefined && { seal: fact.seal }),
  }
  return { clients: bounded({ ...doors.clients, [session]: registration }) }
}

function bounded(clients: DoorsState['clients']): DoorsState['clients'] {
  const known = Object.entries<Registration>(clients)
  if (known.length <= MAX_CLIENTS) return clients
  const newest = known.toSorted(([, left], [, right]) => right.atMs - left.atMs)
  return Object.fromEntries(newest.slice(0, MAX_CLIENTS))
}
