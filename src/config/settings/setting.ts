import type { Located } from '../located.ts'
import { flag, oneOf, type Read } from '../read-located.ts'

/** One value that policy files may set. Policy, `config` commands, schema and docs are all made from these. */
export interface Setting<Value> {
  /** `section.key`, as a person writes it. */
  readonly name: string
  readonly read: Read<Value>
  readonly initial: Value
  /**
   * Whether a repository may go from one value to the other. Without it neither direction is safe, and only the person
   * or a trusted file sets it.
   */
  readonly isStricter?: (wanted: Value, than: Value) => boolean
  /** Not even trust lets a repository loosen it. */
  readonly firm?: boolean
  /** What it changes, in one sentence. */
  readonly about: string
  /** What may be written, for people and editors. */
  readonly allows: Allows
}

/** The part of JSON Schema that says which values there are. */
type Allows =
  | { readonly enum: readonly string[] }
  | { readonly type: 'boolean' }
  | { readonly type: 'string'; readonly pattern: string }
  | { readonly type: 'integer' | 'number'; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'string'; readonly maxLength: number }
  | { readonly type: 'array'; readonly items: { readonly enum: readonly string[] } }
  | { readonly type: 'array'; readonly items: { readonly type: 'string'; readonly maxLength: number } }
  | { readonly type: 'array'; readonly items: { readonly type: 'string'; readonly pattern: string } }

/** Gives the effective value of a setting. */
export type Picker = <Value>(setting: Setting<Value>) => Value

/** One section of the policy: its settings, and how their values become the typed section. */
export interface Section<Shape> {
  readonly settings: readonly AnySetting[]
  readonly section: (pick: Picker) => Shape
}

// Values are only ever passed back to the setting they came from.
// biome-ignore lint/suspicious/noExplicitAny: a list of settings of different types has no other element type
export type AnySetting = Setting<any>

/** As a person writes it. */
export function stringOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.join(', ')}]`
  return value === '' ? '""' : String(value)
}

interface Described<Value> {
  readonly initial: Value
  readonly about: string
}

/** From the loosest to the strictest. */
export function ladder<Value extends string>(
  name: string,
  values: readonly Value[],
  described: Described<Value> & { readonly firm?: boolean },
): Setting<Value> {
  return {
    ...choice(name, values, described),
    isStricter: (wanted, than) => values.indexOf(wanted) > values.indexOf(than),
  }
}

/** A matter of taste: no value is stricter than another. */
export function choice<Value extends string>(
  name: string,
  values: readonly Value[],
  described: Described<Value>,
): Setting<Value> {
  return { name, read: oneOf(values), allows: { enum: values }, ...described }
}

/** With `stricter`, a repository may turn it that way. */
export function toggle(
  name: string,
  { stricter, ...described }: Described<boolean> & { readonly stricter?: boolean; readonly firm?: boolean },
): Setting<boolean> {
  return {
    name,
    read: flag,
    allows: { type: 'boolean' },
    ...(stricter !== undefined && { isStricter: (wanted: boolean) => wanted === stricter }),
    ...described,
  }
}

const MAX_PHRASE_CHARS = 200

/** A name or a few words of the person's own; only the person or a trusted file sets it. */
export function phrase(name: string, described: Described<string>): Setting<string> {
  const read: Read<string> = (node, path, complain) => {
    if (node.kind === 'scalar' && typeof node.value === 'string' && node.value.length <= MAX_PHRASE_CHARS)
      return node.value
    complain(node.line, `\`${path}\` expects text of at most ${MAX_PHRASE_CHARS} characters`)
    return undefined
  }
  return { name, read, allows: { type: 'string', maxLength: MAX_PHRASE_CHARS }, ...described }
}

interface Amount extends Described<number> {
  readonly minimum: number
  readonly maximum: number
  /** Which direction a repository may move it. */
  readonly stricter?: 'higher' | 'lower'
  /** Parts of one are allowed. */
  readonly fraction?: boolean
}

export function amount(name: string, { minimum, maximum, stricter, fraction, ...described }: Amount): Setting<number> {
  const type = fraction ? 'number' : 'integer'
  return {
    name,
    read: numberIn({ minimum, maximum, fraction: fraction ?? false }),
    allows: { type, minimum, maximum },
    ...(stricter !== undefined && {
      isStricter: (wanted, than) => (stricter === 'higher' ? wanted > than : wanted < than),
    }),
    ...described,
  }
}

interface Range {
  readonly minimum: number
  readonly maximum: number
  readonly fraction: boolean
}

function numberIn({ minimum, maximum, fraction }: Range): Read<number> {
  return (node: Located, name, complain) => {
    const value = node.kind === 'scalar' ? node.value : undefined
    if (typeof value === 'number' && value >= minimum && value <= maximum && (fraction || Number.isInteger(value)))
      return value
    const kind = fraction ? 'a number' : 'a whole number'
    complain(node.line, `\`${name}\` expects ${kind} from ${minimum} to ${maximum}`)
    return undefined
  }
}

const ADDRESS = /^(?:https?:\/\/[\w.:[\]-]{1,200}(?:\/[\w./~%-]{0,200})?)?$/

/** Where something is sent; empty sends nothing. A repository never sets it. */
export function address(name: string, described: Described<string>): Setting<string> {
  const read: Read<string> = (node, path, complain) => {
    const value = node.kind === 'scalar' ? node.value : undefined
    if (typeof value === 'string' && ADDRESS.test(value)) return value
    complain(node.line, `\`${path}\` expects an address such as \`http://127.0.0.1:4318\`, or \`""\` to send nothing`)
    return undefined
  }
  return { name, read, allows: { type: 'string', pattern: ADDRESS.source }, ...described }
}

/** Any of a few words, also none. With `stricter: 'more'`, a repository may add to the list. */
export function words<Value extends string>(
  name: string,
  values: readonly Value[],
  { stricter, ...described }: Described<readonly Value[]> & { readonly stricter?: 'more' },
): Setting<readonly Value[]> {
  const one = oneOf(values)
  const read: Read<readonly Value[]> = (node, path, complain) => {
    const items = node.kind === 'list' ? node.items : [node]
    const found = items.map((item) => one(item, path, complain))
    return found.every((value) => value !== undefined) ? found : undefined
  }
  const isStricter = (wanted: readonly Value[], than: readonly Value[]) => than.every((value) => wanted.includes(value))
  return {
    name,
    read,
    allows: { type: 'array', items: { enum: values } },
    ...(stricter !== undefined && { isStricter }),
    ...described,
  }
}

interface Names extends Described<readonly string[]> {
  readonly pattern?: RegExp
  readonly example: string
  /** With it, a repository may take names away. */
  readonly stricter?: 'fewer'
}

const NAME = /^[\w:.*-]{1,128}$/
const MAX_NAMES = 100

/** Any names, also none. */
export function names(
  name: string,
  { pattern = NAME, example, stricter, ...described }: Names,
): Setting<readonly string[]> {
  const read: Read<readonly string[]> = (node, path, complain) => {
    const items = node.kind === 'list' ? node.items : [node]
    const found = items.flatMap((item) =>
      item.kind === 'scalar' && typeof item.value === 'string' && pattern.test(item.value) ? [item.value] : [],
    )
    if (found.length === items.length && found.length <= MAX_NAMES) return found
    complain(node.line, `\`${path}\` expects names such as \`${example}\`, at most ${MAX_NAMES}`)
    return undefined
  }
  const isStricter = (wanted: readonly string[], than: readonly string[]) => wanted.every((one) => than.includes(one))
  return {
    name,
    read,
    allows: { type: 'array', items: { type: 'string', pattern: pattern.source } },
    ...(stricter !== undefined && { isStricter }),
    ...described,
  }
}
