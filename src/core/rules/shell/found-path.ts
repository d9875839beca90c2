import { type Arg, argText, textsOf } from './machine.ts'
import { HOLE, hasActiveGlob, isConstant, withoutGlobs } from './marks.ts'
import { basename } from './path.ts'

/** A path that this command prints: below the one place it looks in, ending as its one name filter says. */
export function foundPath(argv: readonly Arg[]): Arg {
  const unknown = { text: HOLE, raw: '{}' }
  if (!/^g?find$/.test(basename(argText(argv, 0)))) return unknown
  const words = argv.slice(1).filter((word) => !/^-[HLPO]\d?$/.test(word.text))
  const firstTest = words.findIndex((word) => /^[-(!]/.test(word.text))
  const starts = words.slice(0, firstTest < 0 ? undefined : firstTest)
  const [start = { text: '.', raw: '.' }] = starts
  if (starts.length > 1 || !isConstant(start.text) || hasActiveGlob(start.text)) return unknown
  const folder = start.text.endsWith('/') ? start.text : `${start.text}/`
  return { text: `${folder}${HOLE}${lastPart(textsOf(words))}`, raw: '{}' }
}

function lastPart(words: readonly string[]): string {
  const names = words.flatMap((word, index) => (word === '-name' ? [withoutGlobs(words[index + 1] ?? '')] : []))
  const [name = ''] = names
  if (names.length !== 1 || words.some((word) => /^(-o|-or|-not|!)$/.test(word))) return ''
  const constant = name.replace(/^.*[*?\]]/, '')
  return isConstant(constant) ? constant : ''
}
