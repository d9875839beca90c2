import type { Action, AgentName, Session, Step, Timed } from './junction-model.ts'

/** The same numbers for the same seed, on every machine (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

const ACTIONS: readonly Action[] = [
  'push-main',
  'push-main',
  'push-main',
  'push-dev',
  'publish',
  'delete-data',
  'list',
  'delete-root',
]
const AGENTS: readonly AgentName[] = ['main', 'main', 'main', 'worker', 'other']
const SESSIONS: readonly Session[] = ['one', 'one', 'two', 'night', 'night']
const VERBS = ['approve', 'approve', 'approve', 'skip', 'dismiss', 'revoke'] as const
const PAUSES_MS = [
  1,
  1,
  1,
  1_000,
  60_000,
  29 * 60_000,
  30 * 60_000,
  61 * 60_000,
  7 * 3_600_000,
  9 * 3_600_000,
  25 * 3_600_000,
]
const MAX_STEPS = 14

/** A short story of three sessions, one of which nobody watches, of their agents and a person. */
export function randomHistory(seed: number): readonly Timed[] {
  const random = numbers(seed)
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item
  const calls: number[] = []
  let at = 1_800_000_000_000
  return Array.from({ length: 3 + Math.floor(random() * (MAX_STEPS - 2)) }, (_, index): Timed => {
    at += random() < 0.8 ? 1 : pick(PAUSES_MS)
    return { at, step: nextStep(index) }
  })

  function nextStep(index: number): Step {
    const dice = random()
    if (dice < 0.5 || calls.length === 0) {
      calls.push(index)
      return { kind: 'call', id: index, action: pick(ACTIONS), session: pick(SESSIONS), agent: pick(AGENTS) }
    }
    if (dice < 0.8) return person()
    if (dice < 0.87) return { kind: 'result', call: pick(calls) }
    if (dice < 0.92) return { kind: 'refused', call: pick(calls), proven: random() < 0.5 }
    return { kind: pick(['start', 'stop', 'end'] as const), session: pick(SESSIONS) }
  }

  function person(): Step {
    const verb = pick(VERBS)
    const from = pick(['terminal', 'terminal', 'one', 'two', 'night'] as const)
    const isNumbered = verb === 'revoke' || random() < 0.5
    return {
      kind: 'person',
      verb,
      from,
      ...(isNumbered && { number: 1 + Math.floor(random() * 4) }),
      ...(verb === 'dismiss' && random() < 0.5 && { minutes: pick([1, 30, 120]) }),
    }
  }
}
