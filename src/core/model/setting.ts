/** One value that policy files may set. Policy, defaults, checks, schema, `config` commands and documents come from these. */
export interface Setting<Value> {
  /** As a person writes it. */
  readonly initial: Value
  /** What it changes, in one sentence. */
  readonly about: string
  readonly takes: Takes
  /**
   * The direction in which a repository may always go. Without it neither is safe, and only the person or a trusted file
   * sets it.
   */
  readonly stricter?: Stricter
  /** Not even trust lets a repository loosen it. */
  readonly firm?: true
  /** Its name in files where that is not the policy's own in snake case. */
  readonly key?: string
  /** What the policy counts in, in terms of what a person writes: milliseconds in a second. */
  readonly times?: number
}

/** Which values there are. */
export type Takes =
  | { readonly kind: 'flag' | 'text' | 'address' | 'agent-type' | 'agent-types' }
  | { readonly kind: 'word' | 'words'; readonly words: readonly string[] }
  | { readonly kind: 'number'; readonly from: number; readonly to: number; readonly fraction: boolean }
  | { readonly kind: 'names'; readonly pattern: RegExp; readonly example: string }

/** `later`: further down the list of words. */
type Stricter = 'later' | 'on' | 'off' | 'higher' | 'lower' | 'more' | 'fewer'

type More = Pick<Setting<unknown>, 'firm' | 'key'>

/** From the loosest to the strictest. */
export function ladder<const Words extends readonly string[]>(
  words: Words,
  initial: Words[number],
  about: string,
  more: More = {},
): Setting<Words[number]> {
  return { takes: { kind: 'word', words }, initial, about, stricter: 'later', ...more }
}

/** A matter of taste: no value is stricter than another. */
export function choice<const Words extends readonly string[]>(
  words: Words,
  initial: Words[number],
  about: string,
  more: More = {},
): Setting<Words[number]> {
  return { takes: { kind: 'word', words }, initial, about, ...more }
}

export function toggle(
  initial: boolean,
  about: string,
  more: More & { readonly stricter?: 'on' | 'off' } = {},
): Setting<boolean> {
  return { takes: { kind: 'flag' }, initial, about, ...more }
}

interface Amount extends More, Pick<Setting<number>, 'times'> {
  readonly stricter?: 'higher' | 'lower'
  readonly fraction?: true
}

export function amount(
  initial: number,
  [from, to]: readonly [from: number, to: number],
  about: string,
  { fraction, ...more }: Amount = {},
): Setting<number> {
  return { takes: { kind: 'number', from, to, fraction: fraction === true }, initial, about, ...more }
}

/** Any of a few words, also none. With `more`, a repository may add to the list. */
export function some<const Words extends readonly string[]>(
  words: Words,
  initial: readonly Words[number][],
  about: string,
  more: More & { readonly stricter?: 'more' } = {},
): Setting<readonly Words[number][]> {
  return { takes: { kind: 'words', words }, initial, about, ...more }
}

const NAME = /^[\w:.*-]{1,128}$/

/** Any names, also none. With `fewer`, a repository may take names away. */
export function names(
  about: string,
  {
    example,
    pattern = NAME,
    ...more
  }: { readonly example: string; readonly pattern?: RegExp; readonly stricter?: 'fewer' },
): Setting<readonly string[]> {
  return { takes: { kind: 'names', pattern, example }, initial: [], about, ...more }
}
