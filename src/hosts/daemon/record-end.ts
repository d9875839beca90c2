import type { CallInFlight, DaemonEnd } from '../../core/model/event.ts'
import type { StoredFact } from '../../core/model/fact.ts'
import { eventId, type SessionId, sessionId } from '../../core/model/ids.ts'
import { DOCTOR_SESSION } from '../../install/probe.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

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
export async function recordEnd({ gate, store }: Pick<Wired, 'gate' | 'store'>, ended: Ended): Promise<void> {
  const { how, pid, startedMs, fromMs, toMs } = ended
  const open = await store()
  for (const project of await open.projects()) {
    const recent = await open.facts(project, { newest: RECENT_FACTS })
    const seen = recent.filter((row) => isAgents(row) && row.atMs >= startedMs)
    if (living(seen, fromMs).size === 0) continue
    // The same end has the same name: it is on record once, whichever daemon reports it.
    const id = eventId(`daemon-ended-${pid}-${startedMs}`)
    const report = { of: 'daemon-end', how, pid, fromMs, toMs, calls: running(seen, ended) } as const
    const event = { id, atMs: toMs, runtime: OWN_RUNTIME, session: sessionId('daemon'), cwd: project }
    await gate.submit({ ...event, kind: 'report', report }, project)
  }
}

const OWN_RUNTIME = 'fairlead'

/** What a person does and what `doctor` tries is no agent's work. */
function isAgents({ runtime, session }: StoredFact): boolean {
  return runtime !== OWN_RUNTIME && session !== DOCTOR_SESSION
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
