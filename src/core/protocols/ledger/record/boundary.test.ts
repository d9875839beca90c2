import { describe, expect, it } from 'vitest'
import { recorded, shell } from '../../../../../test/support/events.ts'
import { after, editTool, ledgerEvent } from '../../../../../test/support/ledger.ts'
import { decide } from '../../../decide.ts'
import { evolve } from '../../../evolve.ts'
import type { Event } from '../../../model/event.ts'
import { DEFAULT_POLICY, type Policy } from '../../../model/policy.ts'
import { INITIAL_STATE } from '../../../model/state.ts'

const QUICK: Policy = {
  ...DEFAULT_POLICY,
  plane: { ...DEFAULT_POLICY.plane, persistCalls: 1, floorCalls: 1, floorMs: 0 },
}
const prompt = ledgerEvent({ kind: 'prompt', text: 'rotate the tokens' })
const edited = after(editTool('/home/dev/project/src/jwt.ts'))
const calls = (command: string, count = 4): readonly Event[] => Array.from({ length: count }, () => shell(command))

/** For every event: whether the plane saw a boundary there, and what the ledger did of its own. */
function watched(events: readonly Event[], policy: Policy = QUICK) {
  let state = INITIAL_STATE
  return events.map((event) => {
    const { facts, effects } = decide(state, event, policy)
    state = facts.reduce((next, fact) => evolve(next, recorded(event, fact)), state)
    const syncs = effects.filter((effect) => effect.kind === 'ledger.sync' && effect.notes)
    return { boundary: facts.some(({ kind }) => kind === 'boundary.detected'), syncs, shown: state.ledger.shown }
  })
}

describe('a boundary of the work', () => {
  it('[LEDGER-37, LEDGER-117] persists what is new, whoever noticed it, and nothing else does', () => {
    const seen = watched([prompt, ...calls('cat a.ts'), edited, ...calls('npm test')])
    const crossed = seen.filter(({ boundary }) => boundary)
    expect(crossed.length).toBeGreaterThan(0)
    expect(crossed[0]?.syncs).toEqual([
      { kind: 'ledger.sync', agent: 'claude-code', lines: [], notes: true, redo: false },
    ])
    expect(crossed.at(-1)?.shown).toContain('rotate the tokens')
    expect(seen.filter(({ boundary, syncs }) => !boundary && syncs.length > 0)).toEqual([])
  })

  it('[LEDGER-37] writes nothing where nothing is new', () => {
    const quiet = watched([...calls('cat a.ts'), ...calls('npm test')])
    expect(quiet.some(({ boundary }) => boundary)).toBe(true)
    expect(quiet.flatMap(({ syncs }) => syncs)).toEqual([])
    const twice = watched([prompt, ...calls('cat a.ts'), ...calls('npm test'), ...calls('git push'), ...calls('ls')])
    expect(twice.filter(({ boundary }) => boundary).length).toBeGreaterThan(1)
    expect(twice.flatMap(({ syncs }) => syncs)).toHaveLength(1)
  })

  it('[LEDGER-37] leaves a ledger that is switched off alone', () => {
    const off = { ...QUICK, ledger: { ...QUICK.ledger, record: false } }
    expect(watched([prompt, ...calls('cat a.ts'), ...calls('npm test')], off).flatMap(({ syncs }) => syncs)).toEqual([])
  })
})
