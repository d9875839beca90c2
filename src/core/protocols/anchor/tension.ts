/** `L1::[RULE]⇌CTX:src/a.ts:10-20[what is there]→TRIGGER[what is done]` */
export interface Tension {
  /** Undefined where the agent left it out. */
  readonly number: number | undefined
  readonly constraint: string
  readonly path: string
  readonly lines: { readonly first: number; readonly last: number } | undefined
  readonly state: string
  readonly action: string
}

export type ReadTension =
  | { readonly ok: true; readonly tension: Tension }
  | { readonly ok: false; readonly column: number; readonly expected: string }

export const TENSION_EXAMPLE = 'L1::[TESTS_FIRST]⇌CTX:src/a.ts:10-20[no test covers it]→TRIGGER[write the test first]'

/** In order; each takes its part from the front of the rest. */
const PARTS: readonly (readonly [name: string, pattern: RegExp, expected: string])[] = [
  ['number', /^(?:L(\d{1,5})\s*::\s*)?/, 'nothing'],
  ['constraint', /^\[([^[\]\n]*)\]\s*/, '`[` and the name of a constraint of the role, then `]`'],
  ['tension', /^(?:⇌|<->|\bvs\b)\s*/, '`⇌` or `<->`'],
  ['context', /^CTX\s*:\s*/, '`CTX:` and the path of a file'],
  ['path', /^([^\s[\]:](?:[^[\]:\n]*[^[\]:\s])?)\s*(?=[:[])/, 'the path of a file, then `:first-last` or `[`'],
  ['lines', /^(?::\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*)?/, 'nothing'],
  ['state', /^\[([^[\]\n]*)\]\s*/, '`[` and what you found there, then `]`'],
  ['arrow', /^(?:→|->)\s*/, '`→` or `->`'],
  ['action', /^TRIGGER\s*\[([^[\]\n]*)\]\s*/, '`TRIGGER[` and what you will do, then `]`'],
  ['end', /^$/, 'the end of the tension'],
]

export function readTension(text: string): ReadTension {
  const found: Record<string, readonly (string | undefined)[]> = {}
  const source = text.trim()
  let rest = source
  for (const [name, pattern, expected] of PARTS) {
    const match = pattern.exec(rest)
    if (match === null) return { ok: false, column: source.length - rest.length + 1, expected }
    found[name] = match.slice(1)
    rest = rest.slice(match[0].length)
  }
  const part = (name: string, index = 0) => found[name]?.[index]
  const [number, first, last] = [part('number'), part('lines'), part('lines', 1)]
  return {
    ok: true,
    tension: {
      number: number === undefined ? undefined : Number(number),
      constraint: String(part('constraint')).trim(),
      path: String(part('path')),
      lines: first === undefined ? undefined : { first: Number(first), last: Number(last ?? first) },
      state: String(part('state')).trim(),
      action: String(part('action')).trim(),
    },
  }
}

/** The one canonical spelling. */
export function emitTension({ number, constraint, path, lines, state, action }: Tension): string {
  const prefix = number === undefined ? '' : `L${number}::`
  const range = lines === undefined ? '' : `:${lines.first}-${lines.last}`
  return `${prefix}[${constraint}]⇌CTX:${path}${range}[${state}]→TRIGGER[${action}]`
}
