import { isGiven, readAllOptions, tableOf, valuesOf } from '../options/read-options.ts'
import { type Arg, arg, argText, textsOf } from './machine.ts'
import { HOLE, hasActiveGlob, isConstant, withoutGlobs } from './marks.ts'
import { basename } from './path.ts'

const UNKNOWN: Arg = { text: HOLE, raw: '{}' }
const HERE = arg('.')

/** The paths that this command prints, a line for each place it looks in: below it, ending as its one name filter says. */
export function foundPath(argv: readonly Arg[]): Arg {
  const words = argv.slice(1)
  const name = basename(argText(argv, 0))
  if (/^g?find$/.test(name)) return foundBy(words)
  if (/^(?:[ef]?grep|rg|ag|ack)$/.test(name)) return foundIn(words)
  if (/^(?:fd|fdfind)$/.test(name)) return below(readAllOptions(words, tableOf('fd')).rest.slice(1), '')
  if (/^[mp]?locate$/.test(name)) return { text: `${HOLE}${ending(argText(words, words.length - 1))}`, raw: '{}' }
  if (name === 'git' && argText(words, 0) === 'ls-files' && words.length > 1) return below(plain(words.slice(1)), '')
  return UNKNOWN
}

function foundBy(given: readonly Arg[]): Arg {
  const words = given.filter((word) => !/^-[HLPO]\d?$/.test(word.text))
  const format = words.find((_, index) => argText(words, index - 1) === '-printf')
  if (format !== undefined && !/%[pPf]/.test(format.text)) return UNKNOWN
  const firstTest = words.findIndex((word) => /^[-(!]/.test(word.text))
  return below(words.slice(0, firstTest < 0 ? undefined : firstTest), lastPart(textsOf(words)))
}

/** `grep -rl x src`: the files, and not what is in them. */
function foundIn(words: readonly Arg[]): Arg {
  const { options, rest } = readAllOptions(words, tableOf('grep'))
  const isList = textsOf(words).includes('--files')
  if (!isList && !isGiven(options, ['-l', '-L', '--files-with-matches', '--files-without-match'])) return UNKNOWN
  const names = textsOf(valuesOf(options, ['--include', '-g', '--glob']))
  const places = isList || isGiven(options, ['-e', '--regexp']) ? rest : rest.slice(1)
  return below(places, names.length === 1 ? ending(withoutGlobs(names.join(''))) : '')
}

const plain = (words: readonly Arg[]): readonly Arg[] => words.filter((word) => !word.text.startsWith('-'))

function below(places: readonly Arg[], end: string): Arg {
  const starts = places.length === 0 ? [HERE] : places
  if (starts.some((start) => !isConstant(start.text) || hasActiveGlob(start.text))) return UNKNOWN
  const folders = starts.map(({ text }) => (text.endsWith('/') ? text : `${text}/`))
  return { text: folders.map((folder) => `${folder}${HOLE}${end}`).join('\n'), raw: '{}' }
}

function lastPart(words: readonly string[]): string {
  const names = words.flatMap((word, index) => (word === '-name' ? [withoutGlobs(words[index + 1] ?? '')] : []))
  const [name = ''] = names
  return names.length !== 1 || words.some((word) => /^(-o|-or|-not|!)$/.test(word)) ? '' : ending(name)
}

/** How a name ends, as a pattern where no more is certain: `.log` of `*.log`, `a*` of `a*`. */
function ending(pattern: string): string {
  const constant = pattern.replace(/^.*[*?\]]/, '') || pattern.replace(/^\*+/, '')
  return isConstant(constant) ? constant : ''
}
