import type { Recorded } from './model/fact.ts'
import type { State } from './model/state.ts'
import { evolveAnchor } from './protocols/anchor/evolve.ts'
import { evolveClients, evolveEdge } from './protocols/edge/evolve.ts'
import { evolveSessions } from './protocols/edge/sessions.ts'
import { evolveLedger } from './protocols/ledger/evolve.ts'
import { evolveBaseline } from './protocols/plane/baseline.ts'
import { evolvePlane } from './protocols/plane/evolve.ts'
import { evolveRoles } from './protocols/plane/evolve-roles.ts'

/** The next state. Every slice sees every fact; `state = facts.reduce(evolve, INITIAL_STATE)`. */
export function evolve(state: State, recorded: Recorded): State {
  return {
    roles: evolveRoles(state.roles, recorded),
    anchor: evolveAnchor(state.anchor, recorded),
    baseline: evolveBaseline(state.baseline, recorded),
    edge: evolveEdge(state.edge, recorded),
    clients: evolveClients(state.clients, recorded),
    sessions: evolveSessions(state, recorded),
    plane: evolvePlane(state.plane, recorded),
    ledger: evolveLedger(state.ledger, recorded),
  }
}
