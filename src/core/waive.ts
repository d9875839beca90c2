import type { Reason } from './model/decision.ts'
import type { Outcome } from './model/outcome.ts'
import { type RolesState, VOID_MS, type Waiver } from './model/plane.ts'
import type { Policy } from './model/policy.ts'
import type { Hold, State } from './model/state.ts'
import type { ToolCall } from './model/tool.ts'
import { whichHold } from './protocols/edge/holds.ts'
import type { Judge, Question } from './protocols/judge.ts'
import { hasDirector, roleOfType } from './protocols/plane/role-of.ts'
import { trustedRole } from './trusted-role.ts'

const WAIVER_MS = 10 * 60_000

/**
 * PLANE-L15c, C49: a director decides about a hold of one of its workers. Who calls is the runtime's word at this very doorway; the
 * tool itself does nothing. A skip is final for the session; a release counts only where a fresh copy covers the whole target. The
 * hold of what was released stays until the worker used it, so that the person never loses sight of it.
 */
export const judgeWaiver: Judge = (question) => {
  const wish = wishOf(question.event.tool)
  if (!wish) return undefined
  const { state, event } = question
  const hold = whichHold(state, { verb: 'skip', hold: wish.hold, session: event.session, atMs: event.atMs })
  const why = objection(question, hold)
  if (hold === undefined || why !== undefined) return refuse(wish.hold, why ?? `there is no hold #${wish.hold}`)
  const { number, fingerprint, session, agentType } = hold
  const by = `director ${event.agent?.type ?? 'main'}` as const
  if (wish.act === 'skip') return pass([{ kind: 'junction.skipped', junction: hold, door: by }])
  const waiver: Waiver = {
    number,
    fingerprint,
    session,
    ...(agentType !== undefined && { agentType }),
    expiresAtMs: event.atMs + WAIVER_MS,
  }
  return pass([{ kind: 'junction.waived', waiver, by }])
}

interface Wish {
  readonly hold: number
  readonly act: 'skip' | 'release'
}

function wishOf(tool: ToolCall): Wish | undefined {
  if (tool.kind !== 'mcp' || tool.server !== 'fairlead' || tool.tool !== 'waive') return undefined
  const input = typeof tool.input === 'object' && tool.input !== null && !Array.isArray(tool.input) ? tool.input : {}
  const { hold, act } = input as Record<string, unknown>
  return { hold: typeof hold === 'number' ? hold : 0, act: act === 'release' ? 'release' : 'skip' }
}

function objection(question: Question, hold: Hold | undefined): string | undefined {
  const { state, event, policy } = question
  if (!hasDirector(policy)) return 'no director is named in the policy, so holds are for the person alone'
  if (trustedRole(question) !== 'director') return 'only the director that the operator named may waive a hold'
  if (!hold) return undefined
  if (!isWorkers(hold, policy) || hold.session !== event.session)
    return `hold #${hold.number} is not of one of your workers; the person decides`
  if (hold.override !== 'any-door') return `hold #${hold.number} is too grave for a director; the person decides`
  if (isVoid(hold, state.roles)) return `hold #${hold.number} is covered by no backup and is the person's now`
  return isLate(hold, event.atMs, policy)
    ? `hold #${hold.number} waited too long for you and is the person's now`
    : undefined
}

export function isWorkers(hold: Hold, policy: Policy): boolean {
  return roleOfType(hold.agentType, policy) === 'worker'
}

/** PLANE-L15c: worker, director, human, each with its time. What was released waits for its worker, and for nobody else. */
export function isPersons(hold: Hold, { state, atMs, policy }: Moment): boolean {
  if (isVoid(hold, state.roles)) return true
  const isReleased = state.roles.waivers.some(({ number, expiresAtMs }) => number === hold.number && atMs < expiresAtMs)
  return !isReleased && isLate(hold, atMs, policy)
}

interface Moment {
  readonly state: State
  readonly atMs: number
  readonly policy: Policy
}

const isLate = (hold: Hold, atMs: number, { roles }: Policy): boolean =>
  atMs - hold.createdAtMs > roles.directorSeconds * 1_000

/** It was released, and then no copy covered it: a second release would be as empty. */
const isVoid = (hold: Hold, { waivers }: RolesState): boolean =>
  waivers.some(({ number, expiresAtMs }) => number === hold.number && expiresAtMs === VOID_MS)

function refuse(hold: number, why: string): Outcome {
  const reasons: readonly [Reason] = [{ ruleId: 'PLANE-L15c', text: why }]
  return { decision: { kind: 'block', reasons }, facts: [{ kind: 'waiver.refused', hold, why }], effects: [] }
}

function pass(facts: Outcome['facts']): Outcome {
  return { decision: { kind: 'allow' }, facts, effects: [] }
}
