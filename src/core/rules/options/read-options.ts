import { type Arg, arg } from '../shell/machine.ts'
import { isConstant } from '../shell/marks.ts'
import { type Grammar, grammarOf, isOptionWord, optionsOf, readOptionWord } from './grammar.ts'

export interface Option {
  readonly name: string
  /** Every spelling of it. */
  readonly names: readonly string[]
  readonly value: Arg | undefined
}

export interface ReadOptions {
  readonly options: readonly Option[]
  /** Words from the first that is not an option. */
  readonly rest: readonly Arg[]
}

/** The grammar of a program that has no row: options that take a value, and those that take none. */
export const listedOptions = (
  valued: readonly string[],
  switches: readonly string[] = [],
  abbreviates = false,
): Grammar =>
  grammarOf([...valued.map((name) => `${name}=`), ...switches.filter((name) => !valued.includes(name))].join(' '), {
    abbreviates,
  })

/** Options up to the first other word, as most launchers read them. What follows a `last` option belongs to its value. */
export function readOptions(words: readonly Arg[], grammar: Grammar, last: readonly string[] = []): ReadOptions {
  const options: Option[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined || !isOption(word.text)) break
    if (word.text === '--') {
      at += 1
      break
    }
    for (const { name, spec, attached, waits } of readOptionWord(word.text, grammar)) {
      if (waits) at += 1
      const inline = attached === undefined ? undefined : inlineValue(word, attached)
      options.push({ name, names: spec?.names ?? [name], value: waits ? words[at] : inline })
    }
    if (isGiven(options, last)) return { options, rest: words.slice(at + 1) }
  }
  return { options, rest: words.slice(at) }
}

/** `--long=value` is shown as written, `-n5` as its value. */
const inlineValue = ({ text, raw }: Arg, value: string): Arg =>
  text.charAt(text.length - value.length - 1) === '=' ? { text: value, raw } : arg(value)

/** Options wherever they stand, and everything else, in order. */
export function readAllOptions(words: readonly Arg[], grammar: Grammar): ReadOptions {
  const options: Option[] = []
  const rest: Arg[] = []
  let left = words
  let here = grammar
  while (left.length > 0) {
    const found = readOptions(left, here)
    options.push(...found.options)
    rest.push(...found.rest.slice(0, 1))
    here = here.sub(found.rest[0]?.text ?? '') ?? here
    left = found.rest.slice(1)
  }
  return { options, rest }
}

export function valuesOf(options: readonly Option[], names: readonly string[]): readonly Arg[] {
  return options.flatMap(({ names: all, value }) =>
    value !== undefined && names.some((name) => all.includes(name)) ? [value] : [],
  )
}

export function isGiven(options: readonly Option[], names: readonly string[]): boolean {
  return options.some((option) => names.some((name) => option.names.includes(name)))
}

const isOption = (text: string): boolean => isOptionWord(text) && isConstant(text.slice(0, 2))

/** The grammar of a program that is known to have a row. */
export const tableOf = (program: string): Grammar => optionsOf(program) ?? NO_OPTIONS

const NO_OPTIONS = grammarOf('--help')

/** The words after `--`. */
export function afterDashes(words: readonly Arg[]): readonly Arg[] {
  const at = words.findIndex((word) => word.text === '--')
  return at < 0 ? [] : words.slice(at + 1)
}

/** `git -C x push` without `-C x`: the folder is where the command runs, and no part of what it does. */
export const withoutFolder = (words: readonly Arg[]): readonly Arg[] =>
  words.filter((word, at) => word.text !== '-C' && words[at - 1]?.text !== '-C')
