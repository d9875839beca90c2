import type { Recorded } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import type { AgentRecord, KeptWaiver, RolesState } from '../../model/plane.ts'

const MAX_AGENTS = 64
const MAX_WAIVERS = 32
const MAX_ESCALATED = 64
const MAX_WORKING = 16

export const NEW_AGENT: AgentRecord = {
  lastAtMs: 0,
  looks: 0,
  edits: 0,
  unverified: 0,
  hasReader: false,
  hasEditor: false,
}

/** One agent of one session; the main agent has no id. */
export function agentKey(session: string, agent: string | undefined): string {
  return `${session} ${agent ?? ''}`
}

/** What roles need to know, folded from what was seen. Bounded: the agent that was silent longest gives way. */
export function evolveRoles(roles: RolesState, recorded: Recorded): RolesState {
  const { fact, session, agent } = recorded
  switch (fact.kind) {
    case 'call.judged':
    case 'call.observed':
      return withAgent(roles, agentKey(session, agent), worked(recorded))
    case 'agent.started':
      return {
        ...roles,
        working: [...roles.working, { agent: fact.agent, session, type: fact.type }].slice(-MAX_WORKING),
      }
    case 'agent.stopped':
      return { ...roles, working: roles.working.filter((one) => one.agent !== fact.agent) }
    case 'junction.waived':
      return { ...roles, waivers: [...without(roles.waivers, fact.waiver.number), fact.waiver].slice(-MAX_WAIVERS) }
    case 'waiver.void':
      return {
        ...roles,
        waivers: roles.waivers.map((one) => (one.number === fact.number ? { ...one, isVoid: true } : one)),
      }
    case 'waiver.spent':
      return { ...roles, waivers: without(roles.waivers, fact.number) }
    // Whatever a person decides about the hold replaces the director's word.
    case 'junction.skipped':
      return { ...roles, waivers: without(roles.waivers, fact.junction.number) }
    case 'junction.approved':
      return { ...roles, waivers: without(roles.waivers, fact.grant.number) }
    case 'hold.escalated':
      return { ...roles, escalated: [...roles.escalated, fact.number].slice(-MAX_ESCALATED) }
    case 'session.ended':
      return {
        ...roles,
        waivers: roles.waivers.filter((waiver) => waiver.session !== session),
        working: roles.working.filter((one) => one.session !== session),
      }
    default:
      return roles
  }
}

function without(waivers: readonly KeptWaiver[], hold: number): readonly KeptWaiver[] {
  return waivers.some(({ number }) => number === hold) ? waivers.filter(({ number }) => number !== hold) : waivers
}

type Change = (before: AgentRecord) => AgentRecord

function worked({ fact, atMs }: Recorded): Change {
  return (before) => {
    const seen = { ...before, lastAtMs: Math.max(before.lastAtMs, atMs) }
    if (fact.kind === 'call.judged') {
      const isEdit = fact.toolKind === 'edit'
      return {
        ...seen,
        looks: before.looks + (isEdit ? 0 : 1),
        hasReader: before.hasReader || fact.toolKind === 'read',
        hasEditor: before.hasEditor || isEdit,
      }
    }
    if (fact.kind !== 'call.observed' || !fact.ok) return seen
    const edits = fact.files.length + fact.wrote.length > 0 ? 1 : 0
    return { ...seen, edits: before.edits + edits, unverified: fact.testRun ? 0 : before.unverified + edits }
  }
}

function withAgent(roles: RolesState, key: string, change: Change): RolesState {
  const agents = { ...roles.agents, [key]: change(lookUp(roles.agents, key) ?? NEW_AGENT) }
  const known = Object.entries<AgentRecord>(agents)
  if (known.length <= MAX_AGENTS) return { ...roles, agents }
  const newest = known.toSorted(([, left], [, right]) => right.lastAtMs - left.lastAtMs)
  return { ...roles, agents: Object.fromEntries(newest.slice(0, MAX_AGENTS)) }
}
