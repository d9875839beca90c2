import { hasWord, valueNamed } from '../text/word-table.ts'
import { ABBREVIATING, EXACT } from './rows.ts'

/** What an option takes: nothing; a value, attached or as the next word; only an attached one; only the next word. */
type Takes = 'nothing' | 'value' | 'attached' | 'next'

interface OptionSpec {
  /** Every spelling of the one option: `-o`, `--output`. */
  readonly names: readonly string[]
  readonly takes: Takes
}

/** How the options of one program are spelled. */
export interface Grammar {
  readonly specs: ReadonlyMap<string, OptionSpec>
  /** Long options may be cut short. */
  readonly abbreviates: boolean
  /** Long options have one dash, so `-delete` is no bundle of short ones. */
  readonly oneDash: boolean
}

const TAKES: ReadonlyMap<string, Takes> = new Map([
  ['=', 'value'],
  ['?', 'attached'],
  [':', 'next'],
])

/** `-o|--output= -i|--in-place? --debug`: the sign at the end says what the option takes (`=` `?` `:`, see `Takes`). */
export function grammarOf(options: string, style: Partial<Omit<Grammar, 'specs'>> = {}): Grammar {
  const specs = new Map<string, OptionSpec>()
  for (const option of options.split(/\s+/)) {
    const takes = TAKES.get(option.slice(-1))
    const names = (takes === undefined ? option : option.slice(0, -1)).split('|')
    const spec: OptionSpec = { names, takes: takes ?? 'nothing' }
    for (const name of names) specs.set(name, spec)
  }
  return { specs, abbreviates: style.abbreviates ?? false, oneDash: style.oneDash ?? false }
}

/**
 * The option that this spelling means. An abbreviation of several is refused by the program, and stands for any of
 * them here.
 */
function specNamed({ specs, abbreviates }: Grammar, name: string): OptionSpec | undefined {
  const exact = specs.get(name)
  if (exact !== undefined || !abbreviates || !/^--./.test(name)) return exact
  let found: OptionSpec | undefined
  for (const [full, spec] of specs) {
    if (!full.startsWith(name) || found === spec) continue
    found =
      found === undefined
        ? spec
        : { names: [...found.names, ...spec.names], takes: found.takes === spec.takes ? spec.takes : 'nothing' }
  }
  return found
}

/** One option of a word. `waits`: its value is the next word. */
export interface OptionPiece {
  readonly name: string
  readonly spec: OptionSpec | undefined
  readonly attached: string | undefined
  readonly waits: boolean
}

export const isOptionWord = (text: string): boolean => text.length > 1 && text.startsWith('-')

/** The options in one word: `--long=value`, `-n5`, and bundles such as `-xvf`. */
export function readOptionWord(text: string, grammar: Grammar): readonly OptionPiece[] {
  if (text.startsWith('--') || grammar.oneDash) return [longOption(text, grammar)]
  const pieces: OptionPiece[] = []
  for (let at = 1; at < text.length; ) {
    const pair = `-${text.slice(at, at + 2)}`
    const name = pair.length > 2 && grammar.specs.has(pair) ? pair : pair.slice(0, 2)
    at += name.length - 1
    const spec = grammar.specs.get(name)
    const attached = text.slice(at)
    const takesRest = (spec?.takes === 'value' && attached !== '') || spec?.takes === 'attached'
    if (takesRest) return [...pieces, { name, spec, attached, waits: false }]
    pieces.push({ name, spec, attached: undefined, waits: spec?.takes === 'value' || spec?.takes === 'next' })
    // `-a=b` of an option that is not known to take a value.
    if (attached.startsWith('=')) break
  }
  return pieces
}

function longOption(text: string, grammar: Grammar): OptionPiece {
  const equals = text.indexOf('=')
  const name = equals > 0 ? text.slice(0, equals) : text
  const spec = specNamed(grammar, name)
  const attached = equals > 0 ? text.slice(equals + 1) : undefined
  const waits = attached === undefined && (spec?.takes === 'value' || spec?.takes === 'next')
  return { name, spec, attached, waits }
}

/** Programs whose long options have one dash, so `-delete` is no bundle of short ones. */
const ONE_DASH =
  'find terraform tofu terragrunt java gdb lldb nginx openssl atmos mvn javac go packer nomad consul vault'

const grammars = new Map<string, Grammar>()

/** How this program's options are spelled, where that is known. */
export function optionsOf(program: string): Grammar | undefined {
  const known = grammars.get(program)
  if (known !== undefined) return known
  const abbreviated = valueNamed(ABBREVIATING, program)
  const options = abbreviated ?? valueNamed(EXACT, program)
  if (options === undefined) return undefined
  const grammar = grammarOf(`${options} --help --version`, { abbreviates: abbreviated !== undefined })
  grammars.set(program, grammar)
  return grammar
}

/** Whether `-abc` may be three options. */
export const hasBundles = (program: string): boolean => !hasWord(ONE_DASH, program)
