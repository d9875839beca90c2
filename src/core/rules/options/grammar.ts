import { type Program, programNamed } from '../book/book.ts'
import { wordsIn } from '../text/word-table.ts'

/** What an option takes: nothing; a value, attached or as the next word; only an attached one; only the next word. */
type Takes = 'nothing' | 'value' | 'attached' | 'next'

interface OptionSpec {
  /** Every spelling of the one option: `-o`, `--output`. */
  readonly names: readonly string[]
  readonly takes: Takes
}

/** How the options of one program, or of one of its sub-commands, are spelled. */
export interface Grammar {
  readonly specs: ReadonlyMap<string, OptionSpec>
  /** Long options may be cut short. */
  readonly abbreviates: boolean
  /** Long options have one dash, so `-delete` is no bundle of short ones. */
  readonly oneDash: boolean
  /** There are more options than are listed, and those may take a value. */
  readonly open: boolean
  /** Where sub-commands have options of their own; what they do not name is read as around them. */
  readonly sub: (name: string) => Grammar | undefined
  readonly outer: Grammar | undefined
}

type Style = Partial<Pick<Grammar, 'abbreviates' | 'oneDash' | 'open'>>

const TAKES: ReadonlyMap<string, Takes> = new Map([
  ['=', 'value'],
  ['?', 'attached'],
  [':', 'next'],
])

/**
 * `-o|--output= -i|--in-place? --debug`: the sign at the end says what the option takes (`=` `?` `:`, see `Takes`).
 * After `@compose.rm` come the options of that sub-command, after `@.` more of its own.
 */
export function grammarOf(options: string, style: Style = {}): Grammar {
  const [own = '', ...sections] = options.split('@')
  const subs = sections.flatMap((section) => {
    const [paths = '', ...words] = wordsIn(section)
    return paths.split('|').map((path) => [path, words.join(' ')] as const)
  })
  const more = subs.filter(([path]) => path === '.').map(([, words]) => words)
  return level([own, ...more].join(' '), subs, {
    abbreviates: false,
    oneDash: false,
    open: false,
    ...style,
    outer: undefined,
  })
}

type Sections = readonly (readonly [path: string, options: string])[]

function level(options: string, sections: Sections, around: Omit<Grammar, 'specs' | 'sub'>): Grammar {
  const specs = new Map<string, OptionSpec>()
  for (const option of wordsIn(options)) {
    const takes = TAKES.get(option.slice(-1))
    const names = (takes === undefined ? option : option.slice(0, -1)).split('|')
    const spec: OptionSpec = { names, takes: takes ?? 'nothing' }
    for (const name of names) specs.set(name, spec)
  }
  const known = new Map<string, Grammar | undefined>()
  const grammar: Grammar = {
    ...around,
    specs,
    sub: (name) => {
      if (sections.length === 0) return undefined
      if (!known.has(name)) known.set(name, subOf(name, sections, grammar))
      return known.get(name)
    },
  }
  return grammar
}

function subOf(name: string, sections: Sections, outer: Grammar): Grammar | undefined {
  const own = sections.filter(([path]) => path === name).map(([, options]) => options)
  const below = sections.filter(([path]) => path.startsWith(`${name}.`))
  if (own.length + below.length === 0) return undefined
  const inner = below.map(([path, options]) => [path.slice(name.length + 1), options] as const)
  return level(own.join(' '), inner, { ...outer, outer })
}

/** By its exact name, here or around. */
const exactly = (grammar: Grammar, name: string): OptionSpec | undefined =>
  grammar.specs.get(name) ?? (grammar.outer && exactly(grammar.outer, name))

/**
 * The option that this spelling means. An abbreviation of several is refused by the program, and stands for any of
 * them here.
 */
function specNamed(grammar: Grammar, name: string): OptionSpec | undefined {
  const exact = exactly(grammar, name)
  if (exact !== undefined || !grammar.abbreviates || !/^--./.test(name)) return exact
  return cutShort(grammar, name)
}

function cutShort({ specs, outer }: Grammar, name: string): OptionSpec | undefined {
  let found: OptionSpec | undefined
  for (const [full, spec] of specs) {
    if (!full.startsWith(name) || found === spec) continue
    found =
      found === undefined
        ? spec
        : { names: [...found.names, ...spec.names], takes: found.takes === spec.takes ? spec.takes : 'nothing' }
  }
  return found ?? (outer && cutShort(outer, name))
}

/** One option of a word. `waits`: its value is the next word. */
export interface OptionPiece {
  readonly name: string
  readonly spec: OptionSpec | undefined
  readonly attached: string | undefined
  readonly waits: boolean
  /** `--no-x`: it takes `--x` back. */
  readonly negates: boolean
}

export const isOptionWord = (text: string): boolean => text.length > 1 && text.startsWith('-')

/** The options in one word: `--long=value`, `-n5`, and bundles such as `-xvf`. */
export function readOptionWord(text: string, grammar: Grammar): readonly OptionPiece[] {
  if (text.startsWith('--') || grammar.oneDash) return [longOption(text, grammar)]
  const pieces: OptionPiece[] = []
  for (let at = 1; at < text.length; ) {
    const pair = `-${text.slice(at, at + 2)}`
    const name = pair.length > 2 && exactly(grammar, pair) !== undefined ? pair : pair.slice(0, 2)
    at += name.length - 1
    const spec = exactly(grammar, name)
    const attached = text.slice(at)
    const takesRest = (spec?.takes === 'value' && attached !== '') || spec?.takes === 'attached'
    if (takesRest) return [...pieces, { name, spec, attached, waits: false, negates: false }]
    const waits = spec?.takes === 'value' || spec?.takes === 'next'
    pieces.push({ name, spec, attached: undefined, waits, negates: false })
    // `-a=b` of an option that is not known to take a value.
    if (attached.startsWith('=')) break
  }
  return pieces
}

function longOption(text: string, grammar: Grammar): OptionPiece {
  const equals = text.indexOf('=')
  const name = equals > 0 ? text.slice(0, equals) : text
  const attached = equals > 0 ? text.slice(equals + 1) : undefined
  const spec = specNamed(grammar, name)
  const negated = spec === undefined && name.startsWith('--no-') ? specNamed(grammar, `--${name.slice(5)}`) : undefined
  if (negated !== undefined) return { name, spec: negated, attached, waits: false, negates: true }
  const waits = attached === undefined && (spec?.takes === 'value' || spec?.takes === 'next')
  return { name, spec, attached, waits, negates: false }
}

const grammars = new WeakMap<Program, Grammar>()

/** How this program's options are spelled, where that is known. */
export function optionsOf(name: string): Grammar | undefined {
  const program = programNamed(name)
  if (program?.style === undefined) return undefined
  const known = grammars.get(program)
  if (known !== undefined) return known
  const { style, options, oneDash } = program
  const manner = { abbreviates: style === 'getopt', open: style === 'open', oneDash }
  const grammar = grammarOf(`--help --version ${options}`, manner)
  grammars.set(program, grammar)
  return grammar
}

/** Whether `-abc` may be three options. */
export const hasBundles = (name: string): boolean => programNamed(name)?.oneDash !== true
