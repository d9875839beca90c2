import { emitQuoted } from './octave/emit.ts'
import { readString } from './octave/values.ts'

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

const QUOTED_EXAMPLE = '`CTX:"app/[slug]/page.tsx"`'

/** Takes one part from the front of the rest. */
type Take = (rest: string) => { readonly said: readonly (string | undefined)[]; readonly length: number } | undefined

const by =
  (pattern: RegExp): Take =>
  (rest) => {
    const match = pattern.exec(rest)
    return match === null ? undefined : { said: match.slice(1), length: match[0].length }
  }

/** In order. */
const PARTS: readonly (readonly [name: string, take: Take, expected: string])[] = [
  ['number', by(/^(?:L(\d{1,5})\s*::\s*)?/), 'nothing'],
  ['constraint', by(/^\[([^[\]\n]*)\]\s*/), '`[` and the name of a constraint of the role, then `]`'],
  ['tension', by(/^(?:⇌|<->|\bvs\b)\s*/), '`⇌` or `<->`'],
  ['context', by(/^CTX\s*:\s*/), '`CTX:` and the path of a file'],
  ['path', takePath, 'the path of a file, then `:first-last` or `[`'],
  ['lines', by(/^(?::\s*(\d{1,7})(?:\s*-\s*(\d{1,7}))?\s*)?/), 'nothing'],
  ['state', by(/^\[([^[\]\n]*)\]\s*/), '`[` and what you found there, then `]`'],
  ['arrow', by(/^(?:→|->)\s*/), '`→` or `->`'],
  ['action', by(/^TRIGGER\s*\[([^[\]\n]*)\]\s*/), '`TRIGGER[` and what you will do, then `]`'],
  ['end', by(/^$/), 'the end of the tension'],
]

/** Bare up to `:` or `[`; one that holds either of them is a quoted string of OCTAVE. */
function takePath(rest: string): ReturnType<Take> {
  if (!rest.startsWith('"')) return by(/^([^\s[\]:](?:[^[\]:\n]*[^[\]:\s])?)\s*(?=[:[])/)(rest)
  const read = readString(rest, 0)
  if (!read.ok || read.result.text === '') return undefined
  return { said: [read.result.text], length: rest.length - rest.slice(read.end).trimStart().length }
}

export function readTension(text: string): ReadTension {
  const found: Record<string, readonly (string | undefined)[]> = {}
  const source = text.trim()
  let rest = source
  for (const [name, take, expected] of PARTS) {
    const taken = take(rest)
    if (taken === undefined)
      return { ok: false, column: source.length - rest.length + 1, expected: `${expected}${hintAt(name, source)}` }
    found[name] = taken.said
    rest = rest.slice(taken.length)
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

/** What most likely went wrong, where the place alone does not say it. */
function hintAt(name: string, source: string): string {
  if (name === 'constraint' && source.startsWith('"')) return '; inside a quoted tension a `"` is written `\\"`'
  return ['path', 'state', 'arrow'].includes(name)
    ? `; a path with \`[\`, \`]\` or \`:\` in it stands between quotes, as in ${QUOTED_EXAMPLE}`
    : ''
}

/** The one canonical spelling. */
export function emitTension({ number, constraint, path, lines, state, action }: Tension): string {
  const prefix = number === undefined ? '' : `L${number}::`
  const range = lines === undefined ? '' : `:${lines.first}-${lines.last}`
  return `${prefix}[${constraint}]⇌CTX:${emitPath(path)}${range}[${state}]→TRIGGER[${action}]`
}

/** As a tension cites it: bare where it cannot be mistaken for anything else. */
export function emitPath(path: string): string {
  return /^(?!\s)[^[\]:"\\\n\t\r]+(?<!\s)$/.test(path) ? path : emitQuoted(path)
}
