/** Deeper lists are refused: nothing that binds an agent needs them. */
const MAX_DEPTH = 32

interface Trouble {
  readonly offset: number
  readonly expected: string
  readonly example: string
}

export type ReadAt<Result> =
  | { readonly ok: true; readonly result: Result; readonly end: number }
  | { readonly ok: false; readonly trouble: Trouble }

/** The text that is read, with what is known of it as a whole. */
export interface Source {
  readonly text: string
  /** Where the last line begins that closes a fence: beyond it none is looked for, or many open ones would each be looked for to the end. */
  readonly lastFence: number
  /** Where each item of a list begins. */
  readonly starts: Map<Item, number>
}

const closingFence = (): RegExp => /^[ ]*```[ ]*$/gm

export function sourceOf(text: string): Source {
  const fences = [...text.matchAll(closingFence())]
  return { text, lastFence: fences.at(-1)?.index ?? -1, starts: new Map() }
}

interface Place {
  readonly source: Source
  readonly at: number
  /** How many lists are open; 0 is the line itself. */
  readonly depth: number
}

/** Reads one value of a line. What follows it on the line is a comment or nothing. */
export function readLineValue(source: Source, at: number): ReadAt<Value> {
  return readValue({ source, at: afterBlanks(source.text, at), depth: 0 })
}

function readValue(place: Place): ReadAt<Value> {
  const { at } = place
  const { text } = place.source
  if (text.startsWith('```', at)) return readFence(place)
  const opener = text.charAt(at)
  if (opener === '"') {
    const read = readString(text, at)
    if (!read.ok || isAtStop(place, read.end)) return read
  }
  if (opener === '[') {
    const read = readList(place)
    if (!read.ok || isAtStop(place, read.end)) return read
  }
  // `[RULE]⇌CTX:…` begins like a list and is not one: what is not exactly a list or a string is kept as it stands.
  return readBare(place)
}

function isAtStop({ source: { text }, depth }: Place, end: number): boolean {
  return isStop(text, afterBlanks(text, end), depth)
}

function isStop(text: string, at: number, depth: number): boolean {
  const char = text.charAt(at)
  return char === '' || char === '\n' || isComment(text, at) || (depth > 0 && (char === ',' || char === ']'))
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t', r: '\r' }

export function readString(text: string, at: number): ReadAt<Extract<Value, { readonly kind: 'text' }>> {
  const parts: string[] = []
  for (let i = at + 1; ; i += 1) {
    const char = text.charAt(i)
    if (char === '"') return { ok: true, result: { kind: 'text', text: parts.join('') }, end: i + 1 }
    if (char === '' || char === '\n') {
      return trouble(at, 'a closing `"` on the same line', 'KEY::"text in one line"')
    }
    if (char === '\\') {
      i += 1
      const meant = ESCAPES[text.charAt(i)]
      if (meant === undefined) {
        return trouble(i - 1, 'one of the escapes \\" \\\\ \\n \\t \\r', 'KEY::"a \\"quoted\\" word"')
      }
      parts.push(meant)
    } else parts.push(char)
  }
}

/** Everything between the fences, without the line that opens it. */
function readFence({ source: { text, lastFence }, at }: Place): ReadAt<Value> {
  const from = endOfLine(text, at) + 1
  const close = closingFence()
  close.lastIndex = from
  const end = from <= lastFence ? close.exec(text) : null
  if (end === null) return trouble(at, 'a closing ``` on a line of its own', 'KEY::\n```\ntext\n```')
  const inside = text.slice(from, Math.max(from, end.index - 1))
  return { ok: true, result: { kind: 'text', text: inside }, end: end.index + end[0].length }
}

/** Text as it stands, up to the end of the item or of the line. Brackets are kept in pairs and strings whole. */
function readBare({ source: { text }, at, depth }: Place): ReadAt<Value> {
  const open: number[] = []
  let i = at
  for (; open.length > 0 || !isStop(text, i, depth); i += 1) {
    const char = text.charAt(i)
    if (char === '' || char === '\n') return trouble(open.at(-1) as number, 'a closing `]` on the same line', 'A[b]')
    if (char === '[') open.push(i)
    if (char === ']' && open.pop() === undefined) return trouble(i, 'no `]` here: none is open', 'KEY::[a,b]')
    if (char === '"') {
      const read = readString(text, i)
      if (!read.ok) return read
      i = read.end - 1
    }
  }
  const result = text.slice(at, i).trimEnd()
  if (result === '') return trouble(at, 'a value', 'KEY::value')
  return { ok: true, result: { kind: 'text', text: result }, end: i }
}

const ITEM_KEY = /[A-Za-z_][\w.-]*(?=::)/y

function readList({ source, at, depth }: Place): ReadAt<Value> {
  const { text } = source
  if (depth >= MAX_DEPTH) return trouble(at, `lists at most ${MAX_DEPTH} deep`, 'KEY::[a,[b,c]]')
  const items: Item[] = []
  for (let i = afterSpace(text, at + 1); ; i = afterSpace(text, i)) {
    if (text.charAt(i) === ']') return { ok: true, result: { kind: 'list', items }, end: i + 1 }
    if (i >= text.length) return trouble(i, 'the next item, or the `]` that closes the list', 'KEY::[a,b]')
    const item = readItem({ source, at: i, depth: depth + 1 })
    if (!item.ok) return item
    items.push(item.result)
    source.starts.set(item.result, i)
    i = afterSpace(text, item.end)
    if (text.charAt(i) === ',') i += 1
    else if (text.charAt(i) !== ']')
      return trouble(i, 'a `,` before the next item or a `]` after the last', 'KEY::[a,b]')
  }
}

function readItem(place: Place): ReadAt<Item> {
  ITEM_KEY.lastIndex = place.at
  const { text } = place.source
  const [key] = ITEM_KEY.exec(text) ?? []
  if (key === undefined) return readValue(place)
  const read = readValue({ ...place, at: afterBlanks(text, place.at + key.length + 2) })
  return read.ok ? { ...read, result: { kind: 'entry', key, value: read.result } } : read
}

function afterBlanks(text: string, from: number): number {
  let at = from
  while (text.charAt(at) === ' ') at += 1
  return at
}

/** Past blanks, ends of lines and comments. */
function afterSpace(text: string, from: number): number {
  for (let at = from; ; at += 1) {
    if (isComment(text, at)) at = endOfLine(text, at)
    if (at >= text.length || !/[ \n]/.test(text.charAt(at))) return at
  }
}

function trouble(offset: number, expected: string, example: string): { readonly ok: false; readonly trouble: Trouble } {
  return { ok: false, trouble: { offset, expected, example } }
}

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

/** One spelling of line ends, and no mark of the byte order. */
export function normalised(text: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
}

/** From an offset to line and column. */
export function spotter(text: string): (offset: number) => Spot {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] as number) + 1 }
  }
}

export function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

/** `//` opens a comment at the start of a line or after a blank; the one in `https://` does not. */
export function isComment(text: string, at: number): boolean {
  return text.startsWith('//', at) && (at === 0 || /\s/.test(text.charAt(at - 1)))
}
