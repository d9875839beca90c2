/** Numbers that are the same for the same seed, on every machine. */
export interface Dice {
  /** A whole number from 0 up to, not including, `sides`. */
  roll(sides: number): number
  /** True once in `times`. */
  oneIn(times: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

/** mulberry32: small, well mixed, and its whole state is one number. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const roll = (sides: number): number => Math.floor(next() * sides)
  return {
    roll,
    oneIn: (times) => roll(times) === 0,
    pick(items) {
      const item = items[roll(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
  }
}
