import type { Report } from './report.ts'

/** What another policy would have done differently in one session. */
export interface Difference {
  readonly at: number
  readonly what: 'decision' | 'boundary' | 'steer' | 'loop'
  readonly before: string
  readonly after: string
}

const NOTHING = 'none'

/** Place by place, in order. */
export function differencesOf(before: Report, after: Report): readonly Difference[] {
  return [
    ...between(
      'decision',
      places(before.holds, (hold) => hold.decision),
      places(after.holds, (hold) => hold.decision),
    ),
    ...between('boundary', places(before.boundaries, shift), places(after.boundaries, shift)),
    ...between(
      'steer',
      places(before.steers, (steer) => steer.signal),
      places(after.steers, (steer) => steer.signal),
    ),
    ...between(
      'loop',
      places(before.loops, (loop) => loop.how),
      places(after.loops, (loop) => loop.how),
    ),
  ].toSorted((left, right) => left.at - right.at)
}

const shift = ({ from, to, signals }: Report['boundaries'][number]): string =>
  `${from} to ${to} (${signals.join(', ')})`

type Places = ReadonlyMap<number, string>

function places<Item extends { readonly at: number }>(items: readonly Item[], say: (item: Item) => string): Places {
  return new Map(items.map((item) => [item.at, say(item)]))
}

function between(what: Difference['what'], before: Places, after: Places): readonly Difference[] {
  const quiet = what === 'decision' ? 'allow' : NOTHING
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((at) => {
    const [was, is] = [before.get(at) ?? quiet, after.get(at) ?? quiet]
    return was === is ? [] : [{ at, what, before: was, after: is }]
  })
}
