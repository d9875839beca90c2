import { expect, it } from 'vitest'
import { evolve } from '../../src/core/evolve.ts'
import { decide } from '../../src/core/index.ts'
import type { Event } from '../../src/core/model/event.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import { after, common, recorded, START_MS, shell } from '../support/events.ts'

const HOURS = 24
const STEP_MS = 20_000
const PER_HOUR = 3_600_000 / STEP_MS
const COMMANDS = ['ls', 'git status', 'npm test', 'cat src/a.ts', 'git commit -m x', 'git push', 'node build.mjs']

it(`a session of ${HOURS} hours, by the clock of its events, stays as small as it was after the first`, {
  timeout: 120_000,
}, () => {
  let state: State = INITIAL_STATE
  const sizes: number[] = []
  const live = (event: Event) => {
    const outcome = decide(state, event, DEFAULT_POLICY)
    for (const fact of outcome.facts) state = evolve(state, recorded(event, fact))
    return outcome.decision.kind
  }
  live({ ...common({ atMs: START_MS }), kind: 'session.start', source: 'startup' })
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (let step = 0; step < PER_HOUR; step += 1) {
      const atMs = START_MS + (hour * PER_HOUR + step) * STEP_MS
      const call = shell(COMMANDS[step % COMMANDS.length] ?? 'ls', { atMs })
      const kind = live(call)
      expect(kind).toBe(call.tool.kind === 'shell' && call.tool.command === 'git push' ? 'hold' : 'allow')
      if (kind === 'allow') live(after(call, { atMs }))
    }
    expect(live({ ...common({ atMs: START_MS + (hour + 1) * 3_600_000 }), kind: 'stop', again: false })).toBe('allow')
    sizes.push(JSON.stringify(state).length)
  }
  expect(Math.max(...sizes)).toBeLessThan((sizes[0] ?? 0) * 1.5)
})
