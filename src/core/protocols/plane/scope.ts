import type { StartSource } from '../../model/event.ts'
import type { FactContext } from '../../model/fact.ts'
import { lookUp } from '../../model/language.ts'
import { NEW_SCOPE, type PlaneState, type Scope } from '../../model/plane.ts'

type Place = Pick<FactContext, 'runtime' | 'session' | 'agent'>

/** PLANE-O4: runtime and session; a subagent inherits its parent's key and adds its own id. The project is the store's. */
export function scopeKey({ runtime, session, agent }: Place): string {
  return agent === undefined ? `${runtime}:${session}` : `${runtime}:${session}#${agent}`
}

/** Is it a subagent of the session that this key names? */
export function isBelow(key: string, session: string): boolean {
  return key.startsWith(`${session}#`)
}

/** A start that continues something: what was open before it is not any more. */
export function goesOn(source: StartSource): boolean {
  return source !== 'startup' && source !== 'compact'
}

export function scopeOf(plane: PlaneState, key: string): Scope {
  return lookUp(plane.scopes, key) ?? NEW_SCOPE
}

/** Kinds of work that a window can have. The others are the agent's own word, or say nothing (PLANE-R5.10). */
const SOLID: ReadonlySet<string> = new Set(['explore', 'edit', 'verify', 'ship'])

export const isSolid = (kind: string): boolean => SOLID.has(kind)
