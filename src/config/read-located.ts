import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { nearest } from './nearest.ts'

/** Says what is wrong and where; reading goes on. */
export type Complain = (line: number, text: string) => void

/** One value, or undefined after a complaint. `name` is how the value is called in messages. */
export type Read<Value> = (node: Located, name: string, complain: Complain) => Value | undefined

/** A sound value and where it stands. */
export interface Said<Value> {
  readonly value: Value
  readonly line: number
}

const MAX_TEXT_CHARS = 500
const MAX_PATTERN_CHARS = 4_000
const MAX_ITEMS = 200
/** What would move a cursor or hide text has no place in what a person is shown. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u

/** A sentence or a name that people are shown. */
export function text(node: Located, name: string, complain: Complain): string | undefined {
  const given = pattern(node, name, complain)
  if (given === undefined) return undefined
  if (given.trim() === '') return reject(node, complain, [name, 'some text'])
  if (given.length > MAX_TEXT_CHARS) return reject(node, complain, [name, `at most ${MAX_TEXT_CHARS} characters`])
  if (UNPRINTABLE.test(given)) return reject(node, complain, [name, 'text in one line, without control characters'])
  return given
}

/** A pattern or a command: compared, not shown. */
export function pattern(node: Located, name: string, complain: Complain): string | undefined {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return reject(node, complain, [name, 'text in quotes'])
  if (node.value.length <= MAX_PATTERN_CHARS) return node.value
  return reject(node, complain, [name, `at most ${MAX_PATTERN_CHARS} characters`])
}

/** A single pattern stands for a list of one. */
export function patterns(node: Located, name: string, complain: Complain): readonly string[] | undefined {
  return listOf(pattern)(asList(node), name, complain)
}

export function flag(node: Located, name: string, complain: Complain): boolean | undefined {
  if (node.kind === 'scalar' && typeof node.value === 'boolean') return node.value
  return reject(node, complain, [name, '`true` or `false`'])
}

export function oneOf<Value extends string>(values: readonly Value[]): Read<Value> {
  return (node, name, complain) => {
    const found = node.kind === 'scalar' ? values.find((value) => value === node.value) : undefined
    return found ?? reject(node, complain, [name, choices(values, shownValue(node))])
  }
}

export function listOf<Value>(read: Read<Value>): Read<readonly Value[]> {
  return (node, name, complain) => {
    if (node.kind !== 'list') return reject(node, complain, [name, 'a list'])
    if (node.items.length === 0) return reject(node, complain, [name, 'at least one entry'])
    if (node.items.length > MAX_ITEMS) return reject(node, complain, [name, `at most ${MAX_ITEMS} entries`])
    const values = node.items.map((item, index) => read(item, `${name}[${index}]`, complain))
    return values.every((value) => value !== undefined) ? values : undefined
  }
}

/** A single value stands for a list of one. */
export function someOf<Value extends string>(values: readonly Value[]): Read<readonly Value[]> {
  const read = listOf(oneOf(values))
  return (node, name, complain) => read(asList(node), name, complain)
}

/** A single value stands for a list of one; an empty list is fine. */
export function listOrOne<Value>(read: Read<Value>): Read<readonly Value[]> {
  return (node, name, complain) => {
    const items = node.kind === 'list' ? node.items : [node]
    const found = items.map((item) => read(item, name, complain))
    return found.every((value) => value !== undefined) ? found : undefined
  }
}

const asList = (node: Located): Located =>
  node.kind === 'scalar' ? { kind: 'list', line: node.line, items: [node] } : node

/** The entries of a mapping by name. Unknown and repeated keys are reported and left out. */
export function fields(
  node: Located,
  name: string,
  { known, complain }: { readonly known: readonly string[]; readonly complain: Complain },
): ReadonlyMap<string, LocatedEntry> | undefined {
  if (node.kind !== 'map')
    return reject(node, complain, [
      name,
      `a mapping with ${list(known.slice(0, MAX_NAMED))}${known.length > MAX_NAMED ? ' …' : ''}`,
    ])
  const found = new Map<string, LocatedEntry>()
  for (const entry of node.entries) {
    const full = name === '' ? entry.key : `${name}.${entry.key}`
    if (!known.includes(entry.key)) complain(entry.line, unknownKey(full, entry.key, known))
    else if (found.has(entry.key)) complain(entry.line, POLICY_PROBLEMS.twice(cut(full)))
    else found.set(entry.key, entry)
  }
  return found
}

type Readers<Shape> = { readonly [Key in keyof Shape]-?: Read<NonNullable<Shape[Key]>> }

/** A mapping in which every key has its own reader. All or nothing: half a condition would mean something else. */
export function shapeOf<Shape extends object>(
  readers: Readers<Shape>,
  required: readonly (keyof Shape & string)[],
): Read<Shape> {
  const known = Object.keys(readers)
  return (node, name, complain) => {
    let sound = true
    const report: Complain = (line, message) => {
      sound = false
      complain(line, message)
    }
    const found = fields(node, name, { known, complain: report })
    if (found === undefined) return undefined
    const values: Record<string, unknown> = {}
    for (const [key, entry] of found) {
      values[key] = readers[key as keyof Shape](entry.value, `${name}.${key}`, report)
    }
    for (const key of required) if (!found.has(key)) report(node.line, POLICY_PROBLEMS.missing(`${name}.${key}`))
    return sound ? (values as Shape) : undefined
  }
}

function unknownKey(full: string, key: string, known: readonly string[]): string {
  const meant = nearest(key, known)
  const hint = meant === undefined ? `known are ${list(known)}` : POLICY_PROBLEMS.didYouMean(meant)
  return POLICY_PROBLEMS.unknownKey(cut(full), hint)
}

/** Undefined, after saying what was found and what belongs there. */
function reject(node: Located, complain: Complain, [name, expected]: readonly [string, string]): undefined {
  const what = name === '' ? 'the file' : `\`${cut(name)}\``
  complain(node.line, POLICY_PROBLEMS.found(what, shownValue(node), expected))
  return undefined
}

function choices(values: readonly string[], given: string): string {
  const meant = nearest(given.replaceAll('`', ''), values)
  const all = values.map((value) => `\`${value}\``)
  const few = all.length > 1 ? `${all.slice(0, -1).join(', ')} or ${all.at(-1)}` : all.join('')
  return meant === undefined || values.length <= 4 ? few : `${few}; did you mean \`${meant}\``
}

function shownValue(node: Located): string {
  if (node.kind === 'map') return 'a mapping'
  if (node.kind === 'list') return 'a list'
  return node.value === null ? 'empty' : `\`${cut(String(node.value))}\``
}

const list = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(', ')

const MAX_NAMED = 12

const MAX_SHOWN_CHARS = 60

/** Messages quote the file, and a file may hold anything. */
function cut(value: string): string {
  const line = value.replace(/[\p{Cc}\p{Cf}\u2028\u2029`]+/gu, ' ')
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line
}

/** A YAML value that knows its line. Plain data, so that everything but the door can do without the parser. */
export type Located =
  | { readonly kind: 'map'; readonly line: number; readonly entries: readonly LocatedEntry[] }
  | { readonly kind: 'list'; readonly line: number; readonly items: readonly Located[] }
  | { readonly kind: 'scalar'; readonly line: number; readonly value: string | number | boolean | null }

export interface LocatedEntry {
  readonly key: string
  readonly line: number
  readonly value: Located
}

export type LocatedYaml =
  | { readonly ok: true; readonly root: Located }
  | { readonly ok: false; readonly line: number; readonly problem: string }

export interface LocatingDoor {
  locateYaml(text: string): LocatedYaml
}
