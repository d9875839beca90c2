import { programNamed } from '../book/book.ts'
import type { ResolvedCommand, Word } from '../shell/reading.ts'
import { type Test, wildcard } from '../text/wildcard.ts'
import { textAt } from '../text/word-table.ts'
import { type Grammar, hasBundles, isOptionWord, type OptionPiece, optionsOf, readOptionWord } from './grammar.ts'

/** Stands for the part of a word that is not known; no pattern holds it. */
export const GAP = '\u0000'

/** More words are held as unreadable. */
export const MAX_ARGUMENTS = 1_024

/** Values that switch an option off: `--dry-run=none`. */
const OFF = new Set(['false', 'none', 'no', '0', 'off'])

export interface GivenOption {
  /** The whole word. */
  readonly text: string
  /** As written, without the value; a bundle of a program that is not in the table is one name. */
  readonly name: string
  /** Every spelling of the option, where the table knows it. */
  readonly names: readonly string[] | undefined
  /** Index of the word that is its value. */
  readonly value: number | undefined
  readonly inlineValue: string | undefined
  readonly index: number
  /** It takes the option back: `--no-delete`, `--dry-run=none`. */
  readonly off: boolean
}

interface Operand {
  readonly index: number
  /** May be the value of the option before it. */
  readonly maybeValue: boolean
}

/** A command's arguments, told apart into options, their values and operands. */
export interface Argv {
  readonly program: string
  readonly words: readonly Word[]
  readonly texts: readonly string[]
  readonly options: readonly GivenOption[]
  readonly operands: readonly Operand[]
}

const known = new WeakMap<readonly Word[], Argv>()

/** Every judge asks for the same words again, so they are told apart once. */
export function argvOf(command: Pick<ResolvedCommand, 'argv'>): Argv {
  const before = known.get(command.argv)
  if (before !== undefined) return before
  const argv = readArgv(command.argv)
  known.set(command.argv, argv)
  return argv
}

function readArgv(given: readonly Word[]): Argv {
  const words = given.slice(1, MAX_ARGUMENTS)
  const texts = words.map(wordText)
  const program = programName(given[0] === undefined ? '' : wordText(given[0]))
  const { options, operands } = split(program, texts)
  return { program, words, texts, options, operands }
}

export const wordText = (word: Word): string => (word.kind === 'known' ? word.text : word.prefix + GAP + word.suffix)

export const shown = (word: Word): string => (word.kind === 'known' ? word.text : word.raw)

/** The name a person knows a program by: no folder, no `.exe`, lower case. */
function programName(text: string): string {
  const base = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1).toLowerCase()
  return base.endsWith('.exe') ? base.slice(0, -4) : base
}

function split(program: string, texts: readonly string[]): Pick<Argv, 'options' | 'operands'> {
  let grammar = optionsOf(program)
  const options: GivenOption[] = []
  const operands: Operand[] = []
  let mayWait = false
  for (let index = 0; index < texts.length; index++) {
    const text = textAt(texts, index)
    if (text === '--') {
      for (let rest = index + 1; rest < texts.length; rest++) operands.push({ index: rest, maybeValue: false })
      break
    }
    const isOld = index === 0 && /tar$/.test(program) && /^[A-Za-z]+$/.test(text)
    if (!isOptionWord(text) && !isOld) {
      operands.push({ index, maybeValue: mayWait })
      grammar = grammar?.sub(text) ?? grammar
      mayWait = false
      continue
    }
    mayWait = false
    if (grammar === undefined) {
      options.push(guessedOption(text, textAt(texts, index + 1), { index, program }))
      mayWait = !text.includes('=')
      continue
    }
    const at = index
    for (const { name, spec, attached, waits, negates } of isOld
      ? oldOptions(text, grammar)
      : readOptionWord(text, grammar)) {
      if (waits) index += 1
      const isOpen = spec === undefined && grammar.open && attached === undefined
      const value = waits || (isOpen && !isOptionWord(textAt(texts, at + 1))) ? at + 1 : undefined
      const off = negates || (!grammar.abbreviates && spec?.takes !== 'value' && isOff(attached))
      options.push({
        text: isOld ? `-${text}` : text,
        name,
        names: spec?.names,
        value,
        inlineValue: attached,
        index: at,
        off,
      })
      mayWait = isOpen
    }
  }
  return { options, operands }
}

/** `tar xzf a.tgz`: letters without a dash, whose values follow in their order. */
const oldOptions = (letters: string, grammar: Grammar): readonly OptionPiece[] =>
  [...letters].flatMap((letter) => readOptionWord(`-${letter}`, grammar))

const isOff = (value: string | undefined): boolean => value !== undefined && OFF.has(value.toLowerCase())

const GLUED = /^-[A-Za-z](?:\/|~\/|\.\.?\/)/

/** The next word may be its value. */
function guessedOption(
  text: string,
  next: string,
  at: { readonly index: number; readonly program: string },
): GivenOption {
  const equals = text.indexOf('=')
  const isLong = text.startsWith('--') || !hasBundles(at.program)
  // `-o/etc/hosts`: a letter with a path behind it.
  const isGlued = !isLong && GLUED.test(text)
  const inlineValue = isGlued ? text.slice(2) : isLong && equals > 0 ? text.slice(equals + 1) : undefined
  const name = isGlued ? text.slice(0, 2) : equals > 0 ? text.slice(0, equals) : text
  const negates = name.startsWith('--no-')
  return {
    text,
    name,
    names: negates ? [name, `--${name.slice('--no-'.length)}`] : undefined,
    value: inlineValue !== undefined || isOptionWord(next) ? undefined : at.index + 1,
    inlineValue,
    index: at.index,
    off: negates || (text.startsWith('--') && isOff(inlineValue)),
  }
}

/** An option that is asked for, perhaps with its value. */
interface Asked {
  readonly name: string
  readonly value: Test | undefined
}

/** `-r|-R|--recursive`, `--prune=now,all`. */
export const askedOptions = (entry: string): readonly Asked[] =>
  entry.split('|').map((each) => {
    const equals = each.indexOf('=')
    return equals < 0
      ? { name: each, value: undefined }
      : { name: each.slice(0, equals), value: wildcard(each.slice(equals + 1).replaceAll(',', '|')) }
  })

/**
 * What an option is in the end: of `--dry-run=server --dry-run=none` the last counts. `maybe` where the value has a hole,
 * or where the word may be an abbreviation of it.
 */
function finalState({ options, program }: Argv, name: string, from: number): 'on' | 'off' | 'maybe' {
  const last = options.findLast((option) => option.index > from && isNamed(program, option, name) !== 'no')
  if (last === undefined || (last.off && last.name !== name) || isOff(last.inlineValue)) return 'off'
  return isNamed(program, last, name) === 'maybe' || last.inlineValue?.includes(GAP) === true ? 'maybe' : 'on'
}

/** Many options add up, so that any of their values counts. */
const hasValue = (argv: Argv, name: string, value: Test): boolean =>
  optionValues(argv, [name]).some((word) => value(wordText(word).toLowerCase()))

/** Is one of the options given after word `from`, or may it be, in full, abbreviated or inside a cluster? */
export const mayHave = (argv: Argv, asked: readonly Asked[], from = -1): boolean =>
  argv.options.length > 0 &&
  asked.some(({ name, value }) =>
    value === undefined ? finalState(argv, name, from) !== 'off' : hasValue(argv, name, value),
  )

/** The same, where what is not certain counts for nothing. */
export function surelyHas(argv: Argv, asked: readonly Asked[]): boolean {
  if (argv.options.length === 0) return false
  // `-n|--dry-run` is not meant by `-n|--namespace-id`.
  const isOther = ({ names }: GivenOption): boolean =>
    names?.some((name) => name.startsWith('--')) === true &&
    asked.some(({ name }) => name.startsWith('--')) &&
    !asked.some(({ name }) => name.startsWith('--') && names.includes(name))
  const meant = argv.options.some(isOther)
    ? { ...argv, options: argv.options.filter((option) => !isOther(option)) }
    : argv
  return asked.some(({ name, value }) =>
    value === undefined ? finalState(meant, name, -1) === 'on' : hasValue(meant, name, value),
  )
}

export const hasOption = (argv: Argv, names: readonly string[], from = -1): boolean =>
  mayHave(
    argv,
    names.map((name) => ({ name, value: undefined })),
    from,
  )

/** Words given as values of the named options. */
export const optionValues = (argv: Argv, names: readonly string[]): readonly Word[] =>
  optionsNamed(argv, names).flatMap((option) => givenTo(argv, option))

export const optionsNamed = (argv: Argv, names: readonly string[]): readonly GivenOption[] =>
  argv.options.filter((option) => names.some((name) => isNamed(argv.program, option, name) !== 'no'))

export const givenTo = (argv: Argv, { inlineValue, value }: GivenOption): readonly Word[] =>
  inlineValue === undefined ? wordsAt(argv, value) : [wordOf(inlineValue)]

/** Operands from a place on; the folder that `-t` names comes last, as if it stood there. */
export function arranged(argv: Argv, start: number): readonly Word[] {
  const operands = argv.operands.slice(start).flatMap((operand) => wordsAt(argv, operand.index))
  if (argv.options.every(({ names }) => names?.includes('--target-directory') !== true)) return operands
  return [...operands, ...optionValues(argv, ['--target-directory']).slice(-1)]
}

/** The word at an index, if there is one. */
export const wordsAt = (argv: Argv, index: number | undefined): readonly Word[] =>
  index === undefined ? [] : argv.words.slice(index, index + 1)

/** A piece of a word's text as a word of its own. */
export function wordOf(text: string, glob = false): Word {
  const hole = text.indexOf(GAP)
  if (hole < 0) return { kind: 'known', text, glob }
  return {
    kind: 'unknown',
    raw: text.replaceAll(GAP, '…'),
    prefix: text.slice(0, hole),
    suffix: text.slice(text.lastIndexOf(GAP) + 1),
  }
}

function isNamed(program: string, { text, name: given, names }: GivenOption, name: string): 'yes' | 'maybe' | 'no' {
  if (given === name || text === name || names?.includes(name) === true) return 'yes'
  // An exact name is no abbreviation of another, and only a program that nobody described may cut names short as it likes.
  if (names !== undefined || text.length < 3) return 'no'
  const isLong = text.startsWith('--')
  if (name.startsWith('--')) return isLong && given.length >= 3 && name.startsWith(given) ? 'maybe' : 'no'
  const isBundled = name.length === 2 && !isLong && hasBundles(program) && given.includes(name.charAt(1))
  return isBundled ? 'yes' : 'no'
}

export interface Trail {
  /** Position of the first operand after the sub-command. */
  readonly next: number
  /** Index of the word where the sub-command starts; options before it are global ones. */
  readonly head: number
}

/**
 * Finds the sub-command words in order. `**` skips operands; an operand that may be an option's value is skipped when
 * the words do not fit otherwise.
 */
export function followPath(argv: Argv, path: Path): Trail | undefined {
  // Most rules of a program are about another sub-command, and nothing is made for those.
  const [test] = path
  const [operand] = argv.operands
  if (typeof test === 'function' && operand !== undefined && !operand.maybeValue && !test(lowerAt(argv, operand.index)))
    return undefined
  return follow(argv, path, { at: 0, step: 0, head: -1, skipping: false })
}

const lowerAt = (argv: Argv, index: number): string => textAt(argv.texts, index).toLowerCase()

export type Path = readonly (((text: string) => boolean) | typeof SKIP)[]

interface Walk {
  readonly at: number
  readonly step: number
  readonly head: number
  readonly skipping: boolean
}

/** Operands looked at for a sub-command; nobody nests deeper. */
const MAX_PATH_OPERANDS = 48

function follow(argv: Argv, path: Path, walk: Walk): Trail | undefined {
  const test = path[walk.step]
  if (test === undefined) return { next: walk.at, head: walk.head }
  if (test === SKIP) return follow(argv, path, { ...walk, step: walk.step + 1, skipping: true })
  const operand = argv.operands[walk.at]
  if (operand === undefined || walk.at >= MAX_PATH_OPERANDS) return undefined
  if (test(lowerAt(argv, operand.index))) {
    const head = walk.head < 0 ? operand.index : walk.head
    const found = follow(argv, path, { at: walk.at + 1, step: walk.step + 1, head, skipping: false })
    if (found !== undefined) return found
  }
  if (!operand.maybeValue && !walk.skipping) return undefined
  return follow(argv, path, { ...walk, at: walk.at + 1 })
}

/** `**` in a path. */
export const SKIP = Symbol('skip')

/** `git push -h`, `acme apps delete -h`: the last word, and no option of another meaning. */
function shortHelp({ options, texts }: Argv): GivenOption | undefined {
  const last = options.at(-1)
  return last?.text === '-h' && last.names === undefined && last.index === texts.length - 1 ? last : undefined
}

/** Asked for its manual, a program does nothing else. */
export function asksForHelp(argv: Argv): boolean {
  if (argv.texts.length === 1 && /^(?:--version|-V|help|version)$/.test(textAt(argv.texts, 0))) return true
  const help =
    argv.options.find(({ text, names }) => text === '--help' || names?.join() === '--help') ?? shortHelp(argv)
  if (help === undefined) return false
  return programNamed(argv.program)?.strict !== true || !argv.operands.some((operand) => operand.index < help.index)
}
