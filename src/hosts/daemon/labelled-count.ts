import type { Family } from './exposition.ts'

type Labels = Readonly<Record<string, string>>

/** Labels come from closed sets of words; should a newer version have written others, those beyond are counted together. */
const MAX_SERIES = 64

/** A counter with labels and an end to how many there can be. */
export function makeCount(name: string, help: string) {
  const series = new Map<string, { readonly labels: Labels; value: number }>()
  return {
    add(labels: Labels): void {
      const key = Object.values(labels).join('\n')
      const isRoom = series.has(key) || series.size < MAX_SERIES
      const counted = isRoom ? labels : Object.fromEntries(Object.keys(labels).map((label) => [label, 'other']))
      const slot = isRoom ? key : 'other'
      series.set(slot, { labels: counted, value: (series.get(slot)?.value ?? 0) + 1 })
    },
    family: (): Family => ({
      name,
      help,
      type: 'counter',
      samples: [...series].sort(([left], [right]) => (left < right ? -1 : 1)).map(([, sample]) => ({ ...sample })),
    }),
  }
}
