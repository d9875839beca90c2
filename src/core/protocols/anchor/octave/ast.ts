/** A place in the text, both counted from 1. */
export interface Spot {
  readonly line: number
  readonly column: number
}

/** A text is one value however it was written: bare, quoted or fenced. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly Item[] }

/** `KEY::value`. Without a key: a value on a line of its own. */
export interface Pair {
  readonly kind: 'pair'
  readonly key: string
  readonly value: Value
  readonly at: Spot
}

/** `KEY::value` inside a list. */
interface Entry {
  readonly kind: 'entry'
  readonly key: string
  readonly value: Value
}

export type Item = Value | Entry

/** `KEY:` with indented lines, `§1::KEY`, or the legacy `## KEY`. */
export interface Block {
  readonly kind: 'block'
  readonly key: string
  readonly children: readonly Node[]
  readonly at: Spot
}

export type Node = Pair | Block

/** What is wrong at one place, what was expected there, and how that looks. */
export interface Problem {
  readonly at: Spot
  readonly expected: string
  readonly example: string
}

export interface Document {
  /** Between the `===` of the first line; empty when there is none. */
  readonly name: string
  readonly nodes: readonly Node[]
  /** Lines that could not be read. Nothing of them is in `nodes`. */
  readonly problems: readonly Problem[]
  /** Where an item of one of its lists begins. */
  readonly itemAt: (item: Item) => Spot | undefined
}
