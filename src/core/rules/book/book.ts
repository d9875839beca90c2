import { onFirstUse } from '../../model/language.ts'
import { textAt, wordsIn } from '../text/word-table.ts'
import FOREIGN from './foreign.json' with { type: 'json' }
import { ARCHIVES } from './programs/archives.ts'
import { CLOUD_PROGRAMS } from './programs/clouds.ts'
import { FILES } from './programs/files.ts'
import { GIT_PROGRAM } from './programs/git.ts'
import { NETWORK } from './programs/network.ts'
import { OTHERS } from './programs/others.ts'
import { PLAIN } from './programs/plain.ts'
import { SYSTEM } from './programs/system.ts'
import { WRAPPERS } from './programs/wrappers.ts'

/**
 * The book of programs: one record for each, as text, read when somebody asks for it.
 *
 *     [ tar gtar ] @archives strict · packs unless -x|-t; deletes if --remove-files
 *       wraps skips 1 · privileged
 *       remote verbs exec · afterDashes
 *       options getopt -x|--extract -f|--file= …
 *
 * After its names come the kind of work it is for (or the rows of `work/` that tell), and what is true of it: `strict`, `one-dash`,
 * `data`. Then what it does with its words (`effects.ts`), whether it starts the command in them (`Wrapper`) and how its
 * options are spelled (`options/grammar.ts`). Long lines go on in the next, further in.
 */
const PAGES: readonly string[] = [
  FILES,
  PLAIN,
  GIT_PROGRAM,
  ARCHIVES,
  NETWORK,
  WRAPPERS,
  CLOUD_PROGRAMS,
  SYSTEM,
  OTHERS,
]

/** Where the record of each name begins in what `scripts/foreign-book.mjs` made from elsewhere. */
const foreignNames = onFirstUse((): ReadonlyMap<string, number> => {
  const names = new Map<string, number>()
  for (let at = FOREIGN.indexOf('\n[ '); at >= 0; at = FOREIGN.indexOf('\n[ ', at + 1))
    for (const name of FOREIGN.slice(at + 3, FOREIGN.indexOf(' ]', at)).split(' ')) names.set(name, at + 1)
  return names
})

/** How it reads its options: cut short or not; `open`: there are more than are listed. */
type OptionStyle = 'getopt' | 'exact' | 'open'

export interface Program {
  readonly names: readonly string[]
  /** A kind of work, or `@` and the name of rows that tell it. */
  readonly work: string | undefined
  /** Everything after the first operand is an operand, `--help` too (BSD). */
  readonly strict: boolean
  /** Its long options have one dash, so `-delete` is no bundle of short ones. */
  readonly oneDash: boolean
  /** It prints, searches, stores or compares its words and never runs them: a command inside is a mention. */
  readonly data: boolean
  /** As written, see `effects.ts`. */
  readonly does: readonly string[]
  readonly wraps: Wrapper | undefined
  /** The command runs on another host, in a container or in a pod. */
  readonly remote: Wrapper | undefined
  readonly style: OptionStyle | undefined
  readonly options: string
  /** The whole record, as it stands in the book. */
  readonly text: string
  /** We described it; of others, only how their options are spelled is known. */
  readonly ours: boolean
}

/** A program that starts the command given in its own words. Lists of options stand as `-a|--long`. */
export interface Wrapper {
  /** Words before the command: 1 for `timeout 5 cmd`. */
  readonly skips?: number
  /** Options that take the place of those words: `-u` of runuser. */
  readonly named?: readonly string[]
  /** Sub-commands one of which must come first: `exec` of `mise exec`. */
  readonly verbs?: readonly string[]
  /** Options that empty the environment, or take a variable out of it. */
  readonly clears?: readonly string[]
  /** `NAME=value` words before the command set its environment. */
  readonly assigns?: true
  readonly privileged?: true
  /** Options that name the folder the command runs in. */
  readonly folder?: readonly string[]
  /** Options whose value is shell code: `-c` of su and script. */
  readonly code?: readonly string[]
  /** The words after the code belong to it: `env -S 'rm -rf' /`. */
  readonly codeTakesRest?: true
  /** With these options it runs nothing: `sudo -l`, `command -v`. */
  readonly idle?: readonly string[]
  /** The command stands after `--` only. */
  readonly afterDashes?: true
  /** All words are joined and given to a shell, as `watch` does. */
  readonly joins?: true
  /** The first word names a package, perhaps with a version: `rimraf@5`. */
  readonly packages?: true
  /** The program that a script named as the command is given to: `uv run x.py`. */
  readonly scripts?: string
  /** It runs in the same shell, so that `command cd x` moves it. */
  readonly inShell?: true
  /** Options before the command that take the next word, where no others are known. */
  readonly valued?: readonly string[]
}

const MAX_KNOWN = 8_192
const known = new Map<string, Program | undefined>()

/**
 * What the book says about a program; `python3.12` and `npm.cmd` are looked up as `python` and `npm`. Some file systems do not
 * tell `TAR` from `tar`.
 */
export function programNamed(given: string): Program | undefined {
  const name = given.toLowerCase()
  if (known.has(name)) return known.get(name)
  const plain = name.replace(/-?\d[\d.]{0,9}$|\.(?:cmd|bat|ps1)$/, '')
  const program = bothOf(name) ?? (plain === name ? undefined : bothOf(plain))
  // Names come from outside.
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(name, program)
  return program
}

/** What others say is asked where our record leaves options open, or where there is none; ours wins where both speak. */
function bothOf(name: string): Program | undefined {
  const ours = recordOf(name)
  if (ours !== undefined && (ours.style === 'getopt' || ours.style === 'exact')) return ours
  const start = foreignNames().get(name)
  const other = start === undefined ? undefined : readRecord(FOREIGN, start)
  if (ours === undefined || other === undefined) return ours ?? (other && { ...other, ours: false })
  return {
    ...ours,
    oneDash: ours.oneDash || (ours.style === undefined && other.oneDash),
    does: [...ours.does, ...other.does],
    wraps: ours.wraps,
    style: 'open',
    // Of two rows about one option the last counts.
    options: `${other.options} @. ${ours.options}`,
  }
}

function recordOf(name: string): Program | undefined {
  if (name === '' || /\s/.test(name)) return undefined
  for (const page of PAGES) {
    for (let at = page.indexOf(` ${name} `); at >= 0; at = page.indexOf(` ${name} `, at + 1)) {
      const start = page.lastIndexOf('\n', at) + 1
      if (page.startsWith('[ ', start) && page.indexOf(' ]', start) > at) return readRecord(page, start)
    }
  }
  return undefined
}

function readRecord(page: string, start: number): Program {
  const end = page.indexOf('\n[ ', start)
  const text = page.slice(start, end < 0 ? page.length : end).trimEnd()
  const [head = '', ...lines] = text.split('\n')
  const close = head.indexOf(' ]')
  const [tags = '', ...done] = head.slice(close + 2).split(' · ')
  const part = (key: string): string => partOf(lines, key)
  const [style, ...options] = wordsIn(part('options'))
  const [work] = wordsIn(tags).filter((tag) => !FLAGS.has(tag))
  const startsWith = (key: string): Wrapper | undefined =>
    lines.some((line) => line.startsWith(`  ${key}`)) ? wrapperOf(part(key)) : undefined
  return {
    names: wordsIn(head.slice(1, close)),
    work,
    strict: tags.includes('strict'),
    oneDash: tags.includes('one-dash'),
    data: tags.includes('data'),
    does: [...done, part('does')]
      .join('; ')
      .split(/;\s*/)
      .filter((effect) => effect !== ''),
    wraps: startsWith('wraps'),
    remote: startsWith('remote'),
    style: style as OptionStyle | undefined,
    options: options.join(' '),
    text,
    ours: true,
  }
}

const FLAGS: ReadonlySet<string> = new Set(['strict', 'one-dash', 'data'])

/** A line and those that continue it. */
function partOf(lines: readonly string[], key: string): string {
  const at = lines.findIndex((line) => line.startsWith(`  ${key}`))
  if (at < 0) return ''
  const next = lines.findIndex((line, index) => index > at && !line.startsWith('    '))
  const own = lines.slice(at, next < 0 ? lines.length : next).join(' ')
  return wordsIn(own).slice(1).join(' ')
}

function wrapperOf(text: string): Wrapper {
  const entries = text
    .split(' · ')
    .filter((entry) => entry !== '')
    .map((entry): readonly [string, unknown] => {
      const [key = '', value] = wordsIn(entry)
      if (value === undefined) return [key, true]
      if (key === 'skips') return [key, Number(value)]
      return [key, key === 'scripts' ? value : value.split('|')]
    })
  return Object.fromEntries(entries)
}

/**
 * Every name in the book, as often as it stands there.
 * @internal
 */
export const namesInBook = (): readonly string[] =>
  PAGES.flatMap((page) => [...page.matchAll(/^\[ (.*?) \]/gm)].flatMap((match) => wordsIn(textAt(match, 1))))
