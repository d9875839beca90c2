import { describe, expect, it } from 'vitest'
import { common, PROJECT, recorded } from '../../../../test/support/events.ts'
import type { Fact, StoredFact } from '../../model/fact.ts'
import { eventId } from '../../model/ids.ts'
import { NO_NOISE, noiseIn, watchNoise } from './noise.ts'

let number = 0

type End = 'junction.approved' | 'junction.skipped' | 'junction.dismissed'

function rowAt(atMs: number, event: string, fact: object): StoredFact {
  const row = recorded({ ...common(), kind: 'stop', again: false }, fact as Fact)
  return { ...row, eventId: eventId(event), atMs, project: PROJECT, seq: 0, prevHash: '', hash: '' }
}

/** One hold of a kind, and how a person ended it after so many seconds. */
function held(kind: string, seconds: number, refused: object, end: End = 'junction.approved'): readonly StoredFact[] {
  number += 1
  const event = `e${number}`
  return [
    rowAt(0, event, { kind: 'call.judged', preview: `make ${kind}`, refused: [refused] }),
    rowAt(0, event, { kind: 'junction.opened', junction: { number, kindPrint: kind } }),
    rowAt(seconds * 1_000, `${event}-end`, { kind: end, grant: { number }, junction: { number } }),
  ]
}

const harmless = { family: 'make', harm: 'execute-unresolved', targets: [] }
const times = (count: number, act: () => readonly StoredFact[]) => Array.from({ length: count }, act).flat()
const noise = (rows: readonly StoredFact[]) => noiseIn(rows.reduce(watchNoise, NO_NOISE))

describe('noise', () => {
  it('[PLANE-O2] is one kind, approved five times in a row within seconds, with nothing at stake', () => {
    expect(noise(times(5, () => held('a', 2, harmless)))).toEqual([{ number, preview: 'make a', approvals: 5 }])
  })

  it('[PLANE-O2] is nothing that was thought about, skipped, allowed for a while, or that could be lost', () => {
    const rows: readonly (readonly StoredFact[])[] = [
      times(4, () => held('a', 2, harmless)),
      [...times(4, () => held('a', 2, harmless)), ...held('b', 2, harmless)],
      times(20, () => held('a', 11, harmless)),
      [...times(9, () => held('a', 2, harmless)), ...held('a', 2, harmless, 'junction.skipped')],
      [...times(9, () => held('a', 2, harmless)), ...held('a', 2, harmless, 'junction.dismissed')],
      times(9, () => held('a', 2, { ...harmless, targets: ['origin'] })),
      times(9, () => held('a', 2, { ...harmless, harm: 'discard-uncommitted' })),
      [rowAt(0, 'x', { kind: 'junction.opened', junction: { number: 1, kindPrint: 'a' } })],
      [rowAt(0, 'x', { kind: 'session.stopped' })],
    ]
    expect(rows.map(noise)).toEqual(rows.map(() => []))
  })
})
