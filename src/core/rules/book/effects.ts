import {
  type Argv,
  arranged,
  askedOptions,
  type GivenOption,
  givenTo,
  mayHave,
  optionsNamed,
  optionValues,
  surelyHas,
  wordOf,
  wordsAt,
  wordText,
} from '../options/argv.ts'
import type { Word } from '../shell/reading.ts'
import { type Test, wildcard } from '../text/wildcard.ts'
import { hasWord, textAt } from '../text/word-table.ts'
import { programNamed } from './book.ts'
import { saidBy, saysRemoval } from './spoken.ts'

/**
 * What a program does with words: `role where`, then conditions. `writes operands if -i|--in-place`, `overwrites option:--output`,
 * `packs unless -x|-t`, `acts over 0` (more operands than that), `writes like *inplace*` (some word), `changes in checkout|restore`
 * (a sub-command). Without a place it is about the operands.
 *
 * - `looks` at names, sizes and dates; `speaks` of a path; `sums` up what is in a file; `prints` a file as it is; `shows` parts of
 *   it; `encodes` or `filters` it, and may do more; `checks` it; `opens` it for a person; `tells` about the machine
 * - `takes` in as it is; `copies`, `links`, `packs`, `moves` it elsewhere
 * - `writes` to it; `overwrites` what is there, or `replaces` it by another file; `empties`, `destroys`, `deletes` it; `uproots` a tree; `sets` its rights;
 *   `alters` it in place; `reshapes` a folder and what is in it; `fills` a folder with names that no word tells; `changes` it in some way; `endangers` it, for nobody knows what it does
 * - `runs` something on what it finds; `acts`: runs or changes something else; `executes` a value as shell code, be it `after` a
 *   beginning (`exec=`), or on `each` file it finds
 *
 * Of an option that no row is about, its name tells (`spoken.ts`).
 */
interface EffectRow {
  readonly role: string
  readonly where: string
  readonly conditions: readonly ((argv: Argv) => boolean)[]
  /** The options whose values are meant. */
  readonly named: readonly string[]
  /** How the value of an option that is executed begins where it is code, or that it is run on `each` file. */
  readonly after?: string
  /** Words that no place names. */
  readonly words?: readonly Word[]
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
  const where = hasPlace ? textAt(words, 0) : 'operands'
  const named = where.startsWith('option:') ? where.slice('option:'.length).split('|') : []
  const [key, after] = conditions
  if (key === 'after' || key === 'on') return { role, where, named, conditions: [], after: `${after}` }
  return {
    role,
    where,
    named,
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

const heldBy = (argv: Argv): readonly EffectRow[] => {
  const known = rowsOf(argv.program)
  const told = known.filter(
    ({ where, conditions }) =>
      conditions.every((holds) => holds(argv)) && (!where.includes(':') || placed(argv, where).length > 0),
  )
  return argv.texts.length === 0
    ? told
    : [...told, ...spokenRows(argv, known), ...landingRows(argv), ...alteringRows(argv), ...removalRows(argv)]
}

/** What the names of options say that no row is about. */
function spokenRows(argv: Argv, known: readonly EffectRow[]): readonly EffectRow[] {
  if (argv.options.length === 0 || argv.program.startsWith('<')) return NONE
  const record = programNamed(argv.program)
  const told = argv.options.filter((option) => !option.off && !known.some((row) => isAbout(row, option)))
  return told.flatMap((option) => {
    const said = saidBy(passedOn(option) ?? option.names ?? [option.name])
    // Of a program that nobody described, what an option does with a file is not known, unless its name tells.
    if (said !== 'overwrites' && (said !== undefined || record?.ours === true)) return []
    const words = givenTo(argv, option).map(lastPiece).filter(isPathLike)
    return words.length === 0 ? [] : [{ role: said ?? 'endangers', where: '', named: [], conditions: [], words }]
  })
}

/** `-Wl,-Map,x`: an option that is handed on to another program. */
function passedOn({ text }: GivenOption): readonly string[] | undefined {
  const pieces = text.includes(',-') ? text.split(/[,=]/) : []
  return pieces.length > 2 ? pieces.slice(-2, -1) : undefined
}

const isAbout = ({ named }: EffectRow, { name, names = [name] }: GivenOption): boolean =>
  named.some((each) => names.includes(each))

/** `.text=/tmp/x`, `-Wl,-Map=/tmp/x`. */
function lastPiece(word: Word): Word {
  const text = wordText(word)
  const at = Math.max(text.lastIndexOf('='), text.lastIndexOf(','))
  return at < 0 ? word : wordOf(text.slice(at + 1))
}

const isPathLike = (word: Word): boolean => /[./~\0]/.test(wordText(word)) || /^[A-Z]\w{3}/.test(wordText(word))

/** `convert-it a.json b.json`: of a program that nobody described, the second of two files may be where the first goes. */
function landingRows(argv: Argv): readonly EffectRow[] {
  const record = programNamed(argv.program)
  if (record?.ours === true && (record.data || record.work !== undefined || record.does.length > 0 || record.wraps))
    return NONE
  if (argv.operands.length < 2 || argv.program.startsWith('<')) return NONE
  const words = argv.operands.slice(-2).flatMap(({ index }) => wordsAt(argv, index))
  return words.every(isPathLike)
    ? [{ role: 'endangers', where: '', named: [], conditions: [], words: words.slice(1) }]
    : NONE
}

/** Options and names by which programs say that they write to what they are given. */
const ALTERS =
  /^--?(?:i|I|w|D|in-?place|replace(?:-input)?|overwrite(?:_original)?|write|fix|strip(?:-\w+)?|edit|encrypt|sign|set(?:-\w+)?|clear|truncate|trim|remove-all|purge|force|rm|del(?:ete)?)(?:=|$)/
const ALTERERS =
  /crypt|mogrify|optim|strip|trim|reap|tmpwatch|scrub|wipe|shred|erase|dos2unix|unix2dos|recode|gain$|id3|savelog|sync$|^sync|mirror|dedup|dupe|clean(?:er|up)?$|^(?:compress|pack|lrzip|lzop|lz4|zstd|brotli)|(?:zip|zip2|xz)$|rename|stamp|resize|minif|obfusc/
/** They show what others alter. */
const ONLY_SHOW = /cat$|grep$|less$|more$|^(?:z|xz|bz|lz)?diff|info$|list$|ls$|^un/

/** A program of which nobody knows what it does with a file, and that says itself that it writes; or one that formats and edits. */
function alteringRows(argv: Argv): readonly EffectRow[] {
  const record = programNamed(argv.program)
  const isStranger = record?.ours !== true && /^[a-z]/.test(argv.program)
  const isEditor = record?.ours === true && record.does.length === 0 && record.work === '@formatters'
  const isNamed =
    (isStranger || (record?.work === 'edit' && record.does.length === 0)) &&
    ALTERERS.test(argv.program) &&
    !ONLY_SHOW.test(argv.program)
  const verb = textAt(argv.texts, argv.operands[0]?.index ?? -1)
  const isSaid =
    isStranger &&
    (argv.options.some(({ text, off }) => !off && ALTERS.test(text)) ||
      /^(?:rm|del|delete|edit|set|write|strip|clear|encrypt|sign|replace)$/.test(verb))
  if (!isEditor && !isNamed && !isSaid) return NONE
  const words = arranged(argv, 0).filter(isPathLike)
  if (words.length === 0) return NONE
  const row = { where: '', named: [], conditions: [], words }
  return isNamed
    ? [
        { role: 'alters', ...row },
        { role: 'reshapes', ...row },
      ]
    : [{ role: 'alters', ...row }]
}

/** `tidy-up --delete ~/Pictures`: a program that nobody described says itself what it does. */
function removalRows(argv: Argv): readonly EffectRow[] {
  const isStranger = programNamed(argv.program)?.ours !== true && /^[a-z]/.test(argv.program)
  if (!isStranger || !argv.options.some(({ name, off }) => !off && saysRemoval(name))) return NONE
  const words = arranged(argv, 0).filter(isPathLike)
  return words.length === 0 ? NONE : [{ role: 'uproots', where: '', named: [], conditions: [], words }]
}

/** They neither show nor change what a word names. */
const HARMLESS = 'looks speaks sums checks tells takes acts runs executes'

const wordsIn = (argv: Argv, { where, words }: EffectRow): readonly Word[] => words ?? placed(argv, where)

/** Does it do anything to some word that a rule about every program asks for? */
export const touches = (argv: Argv): boolean =>
  active(argv).some((row) => !hasWord(HARMLESS, row.role) && wordsIn(argv, row).length > 0)

/** An option with a value that is run. */
export interface RunOption {
  readonly option: GivenOption
  /** See `EffectRow`. */
  readonly after: string | undefined
  /** By its name alone. */
  readonly guessed: boolean
}

/** The options whose value is run, by the record of the program or by their names. */
export function runOptions(argv: Argv): readonly RunOption[] {
  const known = rowsOf(argv.program)
  const told = known
    .filter(({ role }) => role === 'executes')
    .flatMap(({ named, after }) => optionsNamed(argv, named).map((option) => ({ option, after, guessed: false })))
  const spoken = argv.options
    .filter(
      (option) => saidBy(option.names ?? [option.name]) === 'executes' && !known.some((row) => isAbout(row, option)),
    )
    .map((option) => ({ option, after: undefined, guessed: true }))
  return [...told, ...spoken].filter(({ option }) => givenTo(argv, option).length > 0)
}

/** Does it do something, and nothing but these? */
export function doesOnly(argv: Argv, roles: string): boolean {
  const all = active(argv)
  return all.length > 0 && all.every(({ role }) => hasWord(roles, role))
}

/** The words to which it does one of these. */
export const wordsDone = (argv: Argv, roles: string): readonly Word[] =>
  active(argv).flatMap((row) => (hasWord(roles, row.role) ? wordsIn(argv, row) : []))

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
