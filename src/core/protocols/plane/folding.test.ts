import { describe, expect, it } from 'vitest'
import { common, recorded } from '../../../../test/support/events.ts'
import { tell } from '../../../../test/support/work.ts'
import type { Event } from '../../model/event.ts'
import { eventId } from '../../model/ids.ts'
import { INITIAL_PLANE, NEW_SCOPE } from '../../model/plane.ts'
import { evolvePlane } from './evolve.ts'
import { placeOf } from './place.ts'

describe('folding', () => {
  it('rows about a window that is not there change no window', () => {
    const event: Event = { ...common(), kind: 'stop', again: false }
    const evidence = { provider: 'critique', looks: 'back', event: eventId('e'), at: 1 } as const
    for (const fact of [
      { kind: 'checkpoint.observed', number: 1, evidence },
      { kind: 'steer.issued', number: 1, signal: 'work-shift', text: 'x' },
    ] as const) {
      expect(evolvePlane(INITIAL_PLANE, recorded(event, fact))).toEqual(INITIAL_PLANE)
    }
  })

  it('a signal that is off is remembered once, and a compaction that begins is none yet', () => {
    const event: Event = { ...common(), kind: 'compact.before', trigger: 'auto' }
    const off = evolvePlane(
      INITIAL_PLANE,
      recorded(event, { kind: 'signal.disabled', signal: 'failure-loop', missing: 'result' }),
    )
    expect(off.scopes).toEqual({ 'claude-code:session-1': { ...NEW_SCOPE, off: ['failure-loop'] } })
    expect(tell([event]).state.plane).toEqual(INITIAL_PLANE)
  })
})

describe('a place', () => {
  it.each([
    ['/p/src/core/a/b.ts', 'src/core'],
    ['/p/src/a.ts', 'src'],
    ['/p/a.ts', '.'],
    ['/p', '.'],
    ['src/core/a.ts', 'src/core'],
    ['/other/a.ts', undefined],
    [undefined, undefined],
  ])('of %s is %s', (path, place) => {
    expect(placeOf(path, '/p')).toBe(place)
  })
})
