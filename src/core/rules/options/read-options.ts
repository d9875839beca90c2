import { type Arg, arg } from '../shell/machine.ts'
import { isConstant } from '../shell/marks.ts'

/** How the words of one program are cut into options and the rest. */
export interface OptionShape {
  /** Options that take the next word: `-n` of nice, `--user` of sudo. `--user=x` needs no entry. */
  readonly valued: ReadonlySet<string>
  /** Options whose value is glued to them and never the next word: `-i.bak` of perl. */
  readonly glued?: ReadonlySet<string>
  /** Options whose value ends the options: what follows `-m module` belongs to the module. */
  readonly last?: ReadonlySet<string>
  /** Single-dash words are long options, as in Java and Go programs. */
  readonly singleDash?: boolean
}

export interface Option {
  readonly name: string
  readonly value: Arg | undefined
}

export interface ReadOptions {
  readonly options: readonly Option[]
  /** Words from the first that is not an option. */
  readonly rest: readonly Arg[]
}

/** Options up to the first other word, as most launchers read them. */
export function readOptions(words: readonly Arg[], shape: OptionShape): ReadOptions {
  const options: Option[] = []
  let at = 0
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (word === undefined || !isOption(word.text)) break
    if (word.text === '--') {
      at += 1
      break
    }
    for (const option of splitOption(word, shape)) {
      const isWaiting = option.value === undefined && shape.valued.has(option.name)
      if (isWaiting) at += 1
      options.push(isWaiting ? { name: option.name, value: words[at] } : option)
    }
    if (shape.last !== undefined && options.some((option) => shape.last?.has(option.name)))
      return { options, rest: words.slice(at + 1) }
  }
  return { options, rest: words.slice(at) }
}

/** Options wherever they stand, and everything else, in order. */
export function readAllOptions(words: readonly Arg[], shape: OptionShape): ReadOptions {
  const options: Option[] = []
  const rest: Arg[] = []
  let left = words
  while (left.length > 0) {
    const found = readOptions(left, shape)
    options.push(...found.options)
    rest.push(...found.rest.slice(0, 1))
    left = found.rest.slice(1)
  }
  return { options, rest }
}

export function valuesOf(options: readonly Option[], names: readonly string[]): readonly Arg[] {
  return options.flatMap((option) => (names.includes(option.name) && option.value !== undefined ? [option.value] : []))
}

export function hasOption(options: readonly Option[], names: readonly string[]): boolean {
  return options.some((option) => names.includes(option.name))
}

function isOption(text: string): boolean {
  return text.length > 1 && text.startsWith('-') && isConstant(text.slice(0, 2))
}

/** `--long=value`, `-n5`, and clusters such as `-xvf`. */
function splitOption(word: Arg, shape: OptionShape): readonly Option[] {
  const { text } = word
  if (text.startsWith('--') || shape.singleDash === true) {
    const equals = text.indexOf('=')
    return equals < 0
      ? [{ name: text, value: undefined }]
      : [{ name: text.slice(0, equals), value: { text: text.slice(equals + 1), raw: word.raw } }]
  }
  const found: Option[] = []
  for (let at = 1; at < text.length; at += 1) {
    const name = `-${text.charAt(at)}`
    const glued = text.slice(at + 1)
    const takesRest = (shape.valued.has(name) && glued !== '') || shape.glued?.has(name) === true
    if (takesRest) return [...found, { name, value: arg(glued) }]
    found.push({ name, value: undefined })
  }
  return found
}
