import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lengths } from '../../model/plane.ts'
import { counted, lengthAt, NO_LENGTHS, sizeOf, stepOf, survival } from './survival.ts'

const STEPS = [1, 2, 4, 8]

function lengthsOf(rows: readonly (readonly [length: number, isCut: boolean])[]): Lengths {
  return rows.reduce((lengths, [length, isCut]) => counted(lengths, stepOf(length, STEPS), isCut), NO_LENGTHS)
}

describe('the survival estimate', () => {
  it('[PLANE-R8c] is the product limit: what was cut off counts as running up to there, never as ended', () => {
    const rows: readonly (readonly [number, boolean])[] = [
      [1, false],
      [2, false],
      [2, true],
      [4, false],
      [4, true],
      [8, false],
    ]
    // 5/6, then 5/6 × 4/5, then × 2/3, then × 0.
    expect(
      survival(lengthsOf(rows), STEPS).map(({ length, atRisk, surviving }) => [
        length,
        atRisk,
        Number(surviving.toFixed(4)),
      ]),
    ).toEqual([
      [1, 6, 0.8333],
      [2, 5, 0.6667],
      [4, 3, 0.4444],
      [8, 1, 0],
    ])
  })

  it('[PLANE-R8c] does not shrink when our own trigger closes window after window', () => {
    const honest = lengthsOf([...Array(20).fill([8, false]), ...Array(5).fill([4, false])])
    const cut = lengthsOf([...Array(20).fill([8, false]), ...Array(5).fill([4, false]), ...Array(200).fill([2, true])])
    expect(lengthAt(survival(cut, STEPS), 0.2)).toBe(lengthAt(survival(honest, STEPS), 0.2))
    // Taken for ends, the same windows would have pulled the figure down to our own budget.
    const taken = lengthsOf([
      ...Array(20).fill([8, false]),
      ...Array(5).fill([4, false]),
      ...Array(200).fill([2, false]),
    ])
    expect(lengthAt(survival(taken, STEPS), 0.2)).toBe(2)
  })

  it('[PLANE-R8c] says nothing where everything was cut off', () => {
    const points = survival(lengthsOf(Array(50).fill([4, true])), STEPS)
    expect([points.map(({ surviving }) => surviving), lengthAt(points, 0.2)]).toEqual([[1], undefined])
    expect(survival(NO_LENGTHS, STEPS)).toEqual([])
  })

  it('[PLANE-R8b] never rises, whatever was seen, and counts every window once', () => {
    const row = fc.tuple(fc.integer({ min: 0, max: 20 }), fc.boolean())
    fc.assert(
      fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
        const lengths = lengthsOf(rows)
        const shares = survival(lengths, STEPS).map(({ surviving }) => surviving)
        expect(shares.every((share, index) => share >= 0 && share <= (shares[index - 1] ?? 1))).toBe(true)
        const { ended, cut } = sizeOf(lengths)
        expect(ended + cut).toBe(rows.length)
      }),
    )
  })

  it('puts lengths beyond the last step into it', () => {
    expect([0, 1, 3, 8, 900].map((length) => stepOf(length, STEPS))).toEqual([0, 0, 2, 3, 3])
  })
})
