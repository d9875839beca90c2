import { STRICTNESSES, type Strictness, type Tracking } from '../../model/anchor.ts'

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
