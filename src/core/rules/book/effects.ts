import {
  type Argv,
  arranged,
  askedOptions,
  mayHave,
  optionValues,
  surelyHas,
  wordOf,
  wordText,
} from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { type Test, wildcard } from '../text/wildcard.ts'
import { hasWord, textAt } from '../text/word-table.ts'
import { programNamed } from './book.ts'

/**
 * What a program does with words: `role where`, then conditions. `writes operands if -i|--in-place`, `overwrites option:--output`,
 * `packs unless -x|-t`, `acts over 0` (more operands than that), `writes like *inplace*` (some word), `changes in checkout|restore`
 * (a sub-command). Without a place it is about the operands.
 *
 * - `looks` at names, sizes and dates; `speaks` of a path; `sums` up what is in a file; `prints` a file as it is; `shows` parts of
 *   it; `encodes` or `filters` it, and may do more; `checks` it; `opens` it for a person; `tells` about the machine
 * - `takes` in as it is; `copies`, `links`, `packs`, `moves` it elsewhere
 * - `writes` to it; `overwrites` what is there, or `replaces` it by another file; `empties`, `destroys`, `deletes` it; `uproots` a tree; `sets` its rights;
 *   `fills` a folder with names that no word tells; `changes` it in some way
 * - `runs` something on what it finds; `acts`: runs or changes something else
 */
interface EffectRow {
  readonly role: string
  readonly where: string
  readonly conditions: readonly ((argv: Argv) => boolean)[]
}

const rows = new WeakMap<readonly string[], readonly EffectRow[]>()

function rowsOf(program: string): readonly EffectRow[] {
  const does = programNamed(program)?.does
  if (does === undefined || does.length === 0) return NONE
  const before = rows.get(does)
  if (before !== undefined) return before
  const read = does.map(readRow)
  rows.set(does, read)
  return read
}

const NONE: readonly EffectRow[] = []

function readRow(text: string): EffectRow {
  const [role = '', ...words] = text.split(' ')
  const hasPlace = words.length % 2 === 1
  const conditions = words.slice(hasPlace ? 1 : 0)
  return {
    role,
    where: hasPlace ? textAt(words, 0) : 'operands',
    conditions: conditions.flatMap((key, at) => (at % 2 === 0 ? [conditionOf(key, textAt(conditions, at + 1))] : [])),
  }
}

function conditionOf(key: string, value: string): (argv: Argv) => boolean {
  switch (key) {
    case 'if':
      return (argv) => mayHave(argv, askedOptions(value))
    case 'unless':
      return (argv) => !surelyHas(argv, askedOptions(value))
    case 'over':
      return (argv) => arranged(argv, 0).length > Number(value)
    case 'in': {
      const isVerb = wildcard(value)
      return (argv) => isVerb(textAt(argv.texts, argv.operands[0]?.index ?? -1))
    }
    default:
      return likeness(value)
  }
}

function likeness(value: string): (argv: Argv) => boolean {
  const isNot = value.startsWith('!')
  const test: Test = wildcard(isNot ? value.slice(1) : value)
  return (argv) => argv.texts.some(test) !== isNot
}

const held = new WeakMap<Argv, readonly EffectRow[]>()

/** The rows that hold for this command: many rules ask. */
function active(argv: Argv): readonly EffectRow[] {
  const before = held.get(argv)
  if (before !== undefined) return before
  const rows = heldBy(argv)
  held.set(argv, rows)
  return rows
}

const heldBy = (argv: Argv): readonly EffectRow[] =>
  rowsOf(argv.program).filter(
    ({ where, conditions }) =>
      conditions.every((holds) => holds(argv)) && (!where.includes(':') || placed(argv, where).length > 0),
  )

/** They neither show nor change what a word names. */
const HARMLESS = 'looks speaks sums checks tells takes acts runs'

/** Does it do anything to some word that a rule about every program asks for? */
export const touches = (argv: Argv): boolean =>
  active(argv).some(({ role, where }) => !hasWord(HARMLESS, role) && placed(argv, where).length > 0)

/** Does it do something, and nothing but these? */
export function doesOnly(argv: Argv, roles: string): boolean {
  const all = active(argv)
  return all.length > 0 && all.every(({ role }) => hasWord(roles, role))
}

/** The words to which it does one of these. */
export const wordsDone = (argv: Argv, roles: string): readonly Word[] =>
  active(argv).flatMap(({ role, where }) => (hasWord(roles, role) ? placed(argv, where) : []))

/** May it do one of these at all, to whatever it is given? */
export const mayDo = (program: string, roles: string): boolean =>
  rowsOf(program).some(({ role }) => hasWord(roles, role))

/** The words in a place of a command: see `Words`. */
export function placed(argv: Argv, where: string, start = 0): readonly Word[] {
  if (where.startsWith('option:')) return optionValues(argv, where.slice('option:'.length).split('|'))
  if (where.startsWith('key:')) return keyWords(argv, `${where.slice('key:'.length)}=`)
  const operands = arranged(argv, start)
  switch (where) {
    case 'first':
      return operands.slice(0, 1)
    case 'rest':
      return operands.slice(1)
    case 'third':
      return operands.slice(2)
    case 'last':
      return operands.slice(-1)
    case 'sources':
      return operands.length > 1 ? operands.slice(0, -1) : operands
    case 'landings':
      return landings(operands)
    default:
      return operands
  }
}

/** `of=/dev/sda`. */
const keyWords = (argv: Argv, key: string): readonly Word[] =>
  argv.texts.filter((text) => text.startsWith(key)).map((text) => wordOf(text.slice(key.length)))

/** `cp a/x b`: the file `b`, or `x` in the folder `b`. */
function landings(operands: readonly Word[]): readonly Word[] {
  const [goal] = operands.slice(-1)
  if (goal?.kind !== 'known' || operands.length < 2) return []
  const below = operands.slice(0, -1).map((source) => wordOf(`${goal.text}/${wordText(source).replace(/^.*\//s, '')}`))
  return [goal, ...below]
}
