import type { CallInFlight, DaemonEnd, StoredFact } from '../../core/model/fact.ts'
import { eventId, type ProjectRoot, type SessionId, sessionId } from '../../core/model/ids.ts'
import { DOCTOR_SESSION } from '../../install/probe.ts'
import type { Store } from '../../stores/store.ts'

/** Why a daemon ended, and between which times. */
export interface Ended {
  readonly how: DaemonEnd
  readonly pid: number
  readonly startedMs: number
  readonly fromMs: number
  readonly toMs: number
}

const RECENT_FACTS = 200
const MAX_CALLS = 8

/**
 * A daemon that did not leave by itself is put on record in every project where an agent was at work, with the calls that
 * were running: one of them may have ended it. No gate is lost, since hooks decide by themselves.
 */
export async function recordEnd(store: Store, ended: Ended): Promise<void> {
  const { how, pid, startedMs, fromMs, toMs } = ended
  for (const project of await store.projects()) {
    const recent = await store.facts(project, { newest: RECENT_FACTS })
    const seen = recent.filter((row) => isAgents(row) && row.atMs >= startedMs)
    if (living(seen, fromMs).size === 0) continue
    const fact = { kind: 'daemon.ended', how, pid, fromMs, toMs, calls: running(seen, ended) } as const
    await tell(store, project, { name: `${pid}-${startedMs}`, atMs: toMs, fact })
  }
}

const OWN_RUNTIME = 'fairlead'

/** What a person does and what `doctor` tries is no agent's work. */
function isAgents({ runtime, session }: StoredFact): boolean {
  return runtime !== OWN_RUNTIME && session !== DOCTOR_SESSION
}

interface Told {
  readonly name: string
  readonly atMs: number
  readonly fact: StoredFact['fact']
}

async function tell(store: Store, project: ProjectRoot, { name, atMs, fact }: Told): Promise<void> {
  // The same end has the same name: it is told once, whoever tells it.
  const context = {
    eventId: eventId(`daemon-ended-${name}`),
    atMs,
    runtime: OWN_RUNTIME,
    session: sessionId('daemon'),
  }
  await store.update(project, context, () => ({ facts: [fact], result: null }))
}

/** Sessions that had not said goodbye by then. */
function living(facts: readonly StoredFact[], fromMs: number): ReadonlySet<SessionId> {
  const sessions = new Set<SessionId>()
  for (const { session, fact, atMs } of facts) {
    if (fact.kind === 'session.ended' && atMs < fromMs) sessions.delete(session)
    else sessions.add(session)
  }
  return sessions
}

/** Calls that had been let pass and were not back before the daemon was last seen. */
function running(facts: readonly StoredFact[], { fromMs, toMs }: Ended): readonly CallInFlight[] {
  const calls = new Map<string, CallInFlight>()
  for (const { session, fact, atMs } of facts) {
    if (fact.kind === 'call.judged' && fact.outcome === 'allow' && atMs <= toMs) {
      calls.set(fact.call, { session, call: fact.call, tool: fact.tool, preview: fact.preview })
    } else if ((fact.kind === 'call.observed' || fact.kind === 'call.refused') && atMs < fromMs) {
      calls.delete(fact.call)
    }
  }
  return [...calls.values()].slice(-MAX_CALLS)
}
