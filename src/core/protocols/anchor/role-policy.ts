import { type LockedTool, STRICTNESSES, type Strictness, type Tracking } from '../../model/anchor.ts'
import type { AnchorPolicy } from '../../model/policy.ts'
import { isSameRole } from './names.ts'

/** The role that the operator binds an agent of this type to as it starts; undefined is the main agent. */
export function roleFor({ express }: AnchorPolicy, agentType: string | undefined): string | undefined {
  return namedFor(express, agentType)[0]
}

/** The roles that the operator lets an agent of this type bind to; undefined where any will do. */
export function rolesFor({ roles }: AnchorPolicy, agentType: string | undefined): readonly string[] | undefined {
  const named = namedFor(roles, agentType)
  return named.length > 0 ? named : undefined
}

export function mayBindTo(policy: AnchorPolicy, agentType: string | undefined, role: string): boolean {
  return rolesFor(policy, agentType)?.some((one) => isSameRole(one, role)) ?? true
}

/** Which of the locked tools are open to whoever is bound to this role. */
export function openedBy({ opens, tools }: AnchorPolicy, role: string): readonly LockedTool[] {
  const named = pairsIn(opens).filter(([one]) => isSameRole(one, role))
  return named.length === 0 ? tools : tools.filter((tool) => named.some(([, family]) => family === tool))
}

/** What stands behind the `=` for this type of agent, or for any subagent where its own type is not named. */
function namedFor(entries: readonly string[], agentType: string | undefined): readonly string[] {
  const pairs = pairsIn(entries)
  const of = (who: string) => pairs.flatMap(([one, what]) => (one === who ? [what] : []))
  if (agentType === undefined) return of('main')
  // A subagent may be given any name, also that of the main agent.
  const named = agentType === 'main' ? [] : of(agentType)
  return named.length > 0 ? named : of('*')
}

function pairsIn(entries: readonly string[]): readonly (readonly [string, string])[] {
  return entries.map((entry) => entry.split('=', 2) as [string, string])
}

/** ANCHOR-17, ANCHOR-18, ANCHOR-19. */
export const LEAST_TENSIONS: Readonly<Record<Strictness, number>> = { quick: 1, default: 2, deep: 3 }

/**
 * ANCHOR-15: `lite` starts from quick and everything else from default; what the agent asks for may only raise it, and
 * so may the operator's floor.
 */
export function strictnessOf(tracking: Tracking, asked: Strictness | undefined, floor: Strictness): Strictness {
  const initial: Strictness = tracking === 'lite' ? 'quick' : 'default'
  const wanted = tracking === 'lite' ? stricter(initial, asked ?? initial) : (asked ?? initial)
  return stricter(wanted, floor)
}

function stricter(left: Strictness, right: Strictness): Strictness {
  return STRICTNESSES.indexOf(left) >= STRICTNESSES.indexOf(right) ? left : right
}
