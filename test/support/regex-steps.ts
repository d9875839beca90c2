import { type Tree, treeOf } from './regex-tree.ts'

type Go = (at: number) => boolean
type Matcher = (at: number, go: Go) => boolean

const TOO_MANY = 'too many steps'
/** So deep a stack is left: the pattern goes on for every character of a longer text. */
const MAX_STEPS = 2_000_000

/**
 * How many characters and positions a backtracking engine looks at until it knows whether the pattern is anywhere in the
 * text. Infinity where it gave up. Counted rather than timed: the same on every machine.
 */
export function stepsOf(pattern: RegExp, text: string): number {
  const flags = pattern.flags.replace(/[gyd]/g, '')
  let steps = 0
  const look = () => {
    steps += 1
    if (steps > MAX_STEPS) throw new Error(TOO_MANY)
  }
  const match = matcherOf(treeOf(pattern.source), { text, flags, look, backwards: false, kept: new Map() })
  try {
    const last = pattern.sticky || isAnchored(pattern) ? 0 : text.length
    for (let start = 0; start <= last; start += 1) if (match(start, () => true)) break
    return steps
  } catch (error) {
    if (error instanceof RangeError || (error instanceof Error && error.message === TOO_MANY)) return Infinity
    throw error
  }
}

/** The engine sees at once that a later start cannot match. */
function isAnchored(pattern: RegExp): boolean {
  return !pattern.multiline && /^\^(?!.*\|)|^\^?\(\?:[^()]*\)[^|]*$/.test(pattern.source) && pattern.source[0] === '^'
}

interface Run {
  readonly text: string
  readonly flags: string
  readonly look: () => void
  /** Inside a look behind, an engine reads from right to left. */
  readonly backwards: boolean
  /** What groups have taken. */
  readonly kept: Map<string, string>
}

function matcherOf(tree: Tree, run: Run): Matcher {
  switch (tree.kind) {
    case 'char':
      return charMatcher(tree.source, run)
    case 'edge':
      return edgeMatcher(tree.source, run)
    case 'back':
      return (at, go) => {
        run.look()
        const text = run.kept.get(tree.to) ?? ''
        const start = run.backwards ? at - text.length : at
        return start >= 0 && run.text.startsWith(text, start) && go(run.backwards ? start : start + text.length)
      }
    case 'group':
      return groupMatcher(tree, run)
    case 'all':
      return (run.backwards ? tree.parts.toReversed() : tree.parts)
        .map((part) => matcherOf(part, run))
        .reduceRight<Matcher>(
          (rest, first) => (at, go) => first(at, (next) => rest(next, go)),
          (at, go) => go(at),
        )
    case 'any': {
      const parts = tree.parts.map((part) => matcherOf(part, run))
      return (at, go) => parts.some((part) => part(at, go))
    }
    case 'look':
      return lookMatcher(tree, run)
    case 'many':
      return manyMatcher(tree, run)
  }
}

const known = new Map<string, RegExp>()

function compiled(source: string, flags: string): RegExp {
  const key = `${flags} ${source}`
  const found = known.get(key) ?? new RegExp(source, flags)
  known.set(key, found)
  return found
}

function charMatcher(source: string, { text, flags, look, backwards }: Run): Matcher {
  const one = compiled(`^(?:${source})$`, flags)
  const answers = new Map<string, boolean>()
  const isUnicode = /[uv]/.test(flags)
  return (at, go) => {
    look()
    if (backwards ? at <= 0 : at >= text.length) return false
    const from = backwards ? at - 1 : at
    const char = isUnicode ? String.fromCodePoint(text.codePointAt(from) ?? 0) : text.charAt(from)
    const fits = answers.get(char) ?? one.test(char)
    answers.set(char, fits)
    return fits && go(backwards ? from : at + char.length)
  }
}

function edgeMatcher(source: string, { text, flags, look }: Run): Matcher {
  const here = compiled(source, `${flags}y`)
  return (at, go) => {
    look()
    here.lastIndex = at
    return here.test(text) && go(at)
  }
}

function groupMatcher({ part, names }: Extract<Tree, { kind: 'group' }>, run: Run): Matcher {
  const inner = matcherOf(part, run)
  return (at, go) =>
    inner(at, (end) => {
      for (const name of names) run.kept.set(name, run.text.slice(Math.min(at, end), Math.max(at, end)))
      return go(end)
    })
}

function lookMatcher({ part, behind, negated }: Extract<Tree, { kind: 'look' }>, run: Run): Matcher {
  const inner = matcherOf(part, { ...run, backwards: behind })
  return (at, go) => inner(at, () => true) !== negated && go(at)
}

/** A bound is a bound: a smaller one shows the same growth in shorter texts. */
const BOUND = 24

function manyMatcher(tree: Extract<Tree, { kind: 'many' }>, run: Run): Matcher {
  const { part, lazy } = tree
  const min = Math.min(tree.min, BOUND)
  const max = tree.max === Infinity ? Infinity : Math.min(tree.max, BOUND)
  const one = matcherOf(part, run)
  const times =
    (count: number): Matcher =>
    (at, go) => {
      const more = () =>
        count < max && one(at, (next) => (next === at && count >= min ? false : times(count + 1)(next, go)))
      if (count < min) return more()
      return lazy ? go(at) || more() : more() || go(at)
    }
  return times(0)
}

/** Texts made from the pattern's own repetitions: what leads to one, that part again and again, an end that does not fit. */
export function attacksOn(pattern: RegExp, size: number): readonly string[] {
  const tree = treeOf(pattern.source)
  const make: Making = { flags: pattern.flags.replace(/[gyd]/g, ''), groups: groupsIn(tree) }
  const attacks = repetitionsIn(tree, { lead: '', make }).flatMap(([lead, body]) => {
    const pumped = body.repeat(Math.ceil(size / body.length))
    // As many beginnings as fit.
    const begun = `${lead}${body}`
    const beginnings = begun.repeat(Math.ceil(size / begun.length))
    return [...['', '\u0000', '!'].map((end) => `${lead}${pumped}${end}`), beginnings]
  })
  return [...new Set(attacks)]
}

interface Making {
  readonly flags: string
  readonly groups: ReadonlyMap<string, Tree>
}

type Repetition = readonly [lead: string, body: string]

function repetitionsIn(tree: Tree, { lead, make }: { readonly lead: string; readonly make: Making }): Repetition[] {
  switch (tree.kind) {
    case 'all': {
      let before = lead
      return tree.parts.flatMap((part) => {
        const found = repetitionsIn(part, { lead: before, make })
        before += sample(part, make)
        return found
      })
    }
    case 'any':
      return tree.parts.flatMap((part) => repetitionsIn(part, { lead, make }))
    case 'look':
    case 'group':
      return repetitionsIn(tree.part, { lead, make })
    case 'many': {
      const bodies = tree.max < 3 ? [] : samples(tree.part, make).filter((body) => body !== '')
      return [...repetitionsIn(tree.part, { lead, make }), ...bodies.map((body): Repetition => [lead, body])]
    }
    default:
      return []
  }
}

function groupsIn(tree: Tree, groups = new Map<string, Tree>()): ReadonlyMap<string, Tree> {
  if (tree.kind === 'group') for (const name of tree.names) groups.set(name, tree.part)
  const parts = 'parts' in tree ? tree.parts : 'part' in tree ? [tree.part] : []
  for (const part of parts) groupsIn(part, groups)
  return groups
}

const CANDIDATES = [...'a0A \t\n-_./:,;=*"\'`(){}[]<>|&$#@!?%^~+\\xXbeéß\u0000\u001b\u2028']

/** One text that the part matches, or nearly. */
function sample(tree: Tree, make: Making): string {
  return samples(tree, make)[0] ?? ''
}

function samples(tree: Tree, make: Making): readonly string[] {
  switch (tree.kind) {
    case 'char':
      return charsOf(tree.source, make.flags).slice(0, 3)
    case 'all':
      return [...new Set([0, 1, 2].map((index) => tree.parts.map((part) => pick(samples(part, make), index)).join('')))]
    case 'any':
      return tree.parts.flatMap((part) => samples(part, make).slice(0, 1)).slice(0, 8)
    case 'many': {
      const times = Math.min(BOUND, Math.max(tree.min, Math.min(1, tree.max)))
      return samples(tree.part, make).map((text) => text.repeat(times))
    }
    case 'group':
      return samples(tree.part, make)
    case 'back': {
      const group = make.groups.get(tree.to)
      return group ? samples(group, make) : ['']
    }
    default:
      return ['']
  }
}

function pick(texts: readonly string[], index: number): string {
  return texts[index] ?? texts[0] ?? ''
}

const charsKnown = new Map<string, readonly string[]>()

function charsOf(source: string, flags: string): readonly string[] {
  const key = `${flags} ${source}`
  const found = charsKnown.get(key)
  if (found) return found
  const one = compiled(`^(?:${source})$`, flags)
  const literal = source.length === 1 ? [source] : []
  const chars = [...literal, ...CANDIDATES, ...PRINTABLE].filter((char) => one.test(char))
  charsKnown.set(key, chars)
  return chars
}

const PRINTABLE = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
