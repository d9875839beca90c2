import type { Registration } from '../core/model/door.ts'
import type { SessionState } from '../core/model/state.ts'
import { DOCTOR_SESSION } from '../install/probe.ts'
import { isApart, livingClients, type ProcessFacts, readProcess, runningClients } from '../person/processes.ts'
import type { StoreReader } from '../stores/store.ts'

/** A client that lives: one whose session is governed, or a process that looks like one. */
type Agent = Pick<Registration, 'pid' | 'started' | 'namespaces' | 'passphraseKey'> & Pick<ProcessFacts, 'name'>

export interface AgentsHere {
  /** When the oldest session that has not ended began. */
  readonly atMs: number
  /** The one that matters most first: one that can't be seen from here, then the oldest. */
  readonly agents: readonly Agent[]
}

interface AgentSources {
  readonly home: string
  /** Undefined where it is missing or cannot be opened. */
  readonly store: StoreReader | undefined
  /** Who asks: an agent it is apart from matters most. */
  readonly pid: number
}

/** Every agent of this user, in whatever project: by what is on record, and by what the kernel shows. */
export async function findAgents({ home, store, pid: asker }: AgentSources): Promise<AgentsHere> {
  const nowMs = Date.now()
  const known = await registered(store, nowMs)
  const others = runningClients(home).filter(({ pid }) => known.clients.every((one) => one.pid !== pid))
  // Those may well be in a container, and the person outside it.
  const agents: readonly Agent[] = [
    ...known.clients.map(named),
    ...others.map(({ pid, started, name }) => ({ pid, started, name })),
  ]
  const self = readProcess(asker)
  const rank = (agent: Agent) => (self && isApart(self, agent) ? 0 : 1)
  return {
    atMs: known.atMs,
    agents: agents.toSorted((left, right) => rank(left) - rank(right) || left.started - right.started),
  }
}

function named(client: Registration): Agent {
  return { ...client, name: readProcess(client.pid)?.name ?? client.runtime }
}

/** Of a database that is not there nothing is known; what the kernel shows stays. */
async function registered(store: StoreReader | undefined, nowMs: number) {
  if (!store) return { atMs: nowMs, clients: [] }
  const states = await Promise.all((await store.projects()).map((project) => store.read(project)))
  // What `doctor` tries has no end, and is no agent's.
  const sessions = states.flatMap((state) => Object.entries<SessionState>(state.sessions))
  const live = sessions.flatMap(([id, session]) => (session.ended || id === DOCTOR_SESSION ? [] : [session]))
  return {
    atMs: Math.min(nowMs, ...live.map((session) => session.startedAtMs)),
    clients: states.flatMap((state) => livingClients(state, nowMs)),
  }
}
