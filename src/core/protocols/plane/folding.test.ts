import { describe, expect, it } from 'vitest'
import { common, recorded } from '../../../../test/support/events.ts'
import { calls, tell } from '../../../../test/support/work.ts'
import type { Event } from '../../model/event.ts'
import { callId, eventId } from '../../model/ids.ts'
import { INITIAL_PLANE, NEW_SCOPE } from '../../model/plane.ts'
import { evolvePlane, firstStreaks } from './evolve.ts'
import type { JudgedCall } from './moments.ts'
import { placeOf } from './moments.ts'

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

describe('what the signals noticed', () => {
  const judged = (fields: Partial<JudgedCall>): JudgedCall => ({
    kind: 'call.judged',
    call: callId('c'),
    tool: 'Bash',
    toolKind: 'shell',
    preview: '',
    tier: 'routine',
    work: 'edit',
    outcome: 'allow',
    rules: [],
    refused: [],
    ...fields,
  })
  const [call] = calls('explore')
  const settled = tell(calls('explore*12')).state.plane
  const streaksAfter = (...rows: readonly Partial<JudgedCall>[]) => {
    const folded = rows.reduce(
      (plane, row) => (call ? evolvePlane(plane, recorded(call, judged(row))) : plane),
      settled,
    )
    return folded.scopes['claude-code:session-1']?.streaks
  }

  it('[PLANE-R11] is read from the row of the call, and no signal is asked again', () => {
    const streaks = { 'time-budget': { toward: 'nowhere', held: 9 } }
    expect(streaksAfter({ streaks })).toEqual(streaks)
  })

  it('[PLANE-R11] follows from older rows as it did when they were written', () => {
    const away = 'docs/guides'
    expect(streaksAfter({}, {})).toEqual({ 'work-shift': { toward: 'edit', held: 2 } })
    expect(streaksAfter({}, { work: 'verify' })).toEqual({ 'work-shift': { toward: 'verify', held: 1 } })
    expect(streaksAfter({}, { work: 'other' })).toEqual({ 'work-shift': { toward: 'edit', held: 1 } })
    expect(streaksAfter({}, { work: 'explore' })).toEqual({})
    expect(streaksAfter({ place: away }, { work: 'explore', place: away })).toEqual({
      'scope-change': { toward: 'elsewhere', held: 2 },
    })
    expect(streaksAfter({ place: away }, { place: 'src/core' })).toEqual({ 'work-shift': { toward: 'edit', held: 2 } })
    // Before a window there is nothing to compare with, and where no path ever came, none counts.
    const scope = { ...NEW_SCOPE, calls: 20, window: settled.scopes['claude-code:session-1']?.window ?? null }
    expect(firstStreaks(NEW_SCOPE, judged({ place: away }))).toEqual({})
    expect(firstStreaks(scope, judged({ work: 'explore', place: away }))).toEqual({})
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
