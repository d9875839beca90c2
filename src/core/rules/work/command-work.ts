import type { Surroundings } from '../../model/surroundings.ts'
import type { WorkKind } from '../../model/tool.ts'
import { programNamed } from '../book/book.ts'
import { type Argv, argvOf, asksForHelp, wordText } from '../options/argv.ts'
import type { ResolvedCommand, Word } from '../shell/reading.ts'
import { hasWord, textAt } from '../text/word-table.ts'
import { TASK_NAMES, workRows } from './programs.ts'
import type { WorkEntry, WorkRow } from './row.ts'
import { isTemporary, isTrialFile } from './trial-file.ts'
import { cmdletWork, verbWork } from './verbs.ts'

/** Operands that say what a program does; more only name what it does it to. */
const TELLING_OPERANDS = 3
/** More options and longer words say nothing new, and cost the patterns time. */
const TELLING_OPTIONS = 64
const TELLING_CHARS = 100
/** Words of an unknown program in which a known one is looked for: `rtk git add`, `rtk test bun run test`. */
const WRAPPER_WORDS = 2

/** What one resolved command is for. `other` when nothing says so. */
export function commandWork(command: ResolvedCommand, around: Surroundings): WorkKind {
  const written = writtenPaths(command, around).map((path) => fileWork(path, around))
  const argv = argvOf(command)
  const said = hasWord(REMOVERS, argv.program) ? removal(argv, around) : programWork(argv, around)
  return gravest([said, ...written])
}

const REMOVERS = 'rm remove-item del erase rd ri'

/** What changing this file is for. What is written to a temporary place and is no script is nobody's work. */
export function fileWork(path: string, around: Surroundings): WorkKind {
  if (isTrialFile(path, around)) return 'verify'
  if (/(?:^|\/)\.(?:claude|codex|cursor)\/plans?\//.test(path)) return 'plan'
  return isTemporary(path, around) ? 'other' : 'edit'
}

const CARRIERS = 'docker podman nerdctl docker-compose kubectl oc ssh wsl vagrant lxc adb nsenter chroot'

/** It runs a command somewhere else: `docker exec app ls`, `ssh host ls`. */
export function isCarrier(command: ResolvedCommand): boolean {
  const { program, operands, texts } = argvOf(command)
  if (!hasWord(CARRIERS, program)) return false
  if (hasWord('ssh wsl nsenter chroot', program)) return true
  return operands.slice(0, TELLING_OPERANDS).some(({ index }) => /^(?:exec|run|shell|ssh)$/.test(textAt(texts, index)))
}

/** Of what one call does, the thing it is done for: who tests and greps, tests. */
const GRAVITY: readonly WorkKind[] = ['ship', 'verify', 'edit', 'delegate', 'explore', 'plan', 'other']

export function gravest(kinds: readonly WorkKind[]): WorkKind {
  return GRAVITY.find((kind) => kinds.includes(kind)) ?? 'other'
}

function programWork(argv: Argv, around: Surroundings): WorkKind {
  const { program, texts } = argv
  const entry = entryOf(program)
  if (asksAbout(texts, entry)) return 'explore'
  const module = PYTHON.test(program) ? texts.indexOf('-m') + 1 : 0
  if (module > 0) return moduleWork(argv, module, around)
  // Without anything to test it is the name of a task: `hatch run test`.
  if (program === 'test' && texts.length === 0) return 'verify'
  if (typeof entry === 'string') return entry === 'edit' ? copyOf(argv, around) : entry
  if (entry !== undefined) return rowWork(entry(), argv, around)
  const cmdlet = cmdletWork(program)
  if (cmdlet !== undefined) return cmdlet
  for (let skip = 0; skip < WRAPPER_WORDS; skip += 1) {
    const inner = argvOf({ argv: argv.words.slice(skip) })
    const kind = knownWork(inner, around) ?? cmdletWork(inner.program)
    if (kind !== undefined && kind !== 'other') return kind
  }
  return unknownWork(argv)
}

/** A program that is in no row, by what it is told. */
function unknownWork(argv: Argv): WorkKind {
  if (asksForHelp(argv)) return 'explore'
  const operands = argv.operands.slice(0, TELLING_OPERANDS).map(({ index }) => textAt(argv.texts, index))
  // What a runner calls a task comes without anything else: `hatch run test:cov`.
  return verbWork(operands.length === 0 ? [argv.program] : operands) ?? 'other'
}

const knownWork = (argv: Argv, around: Surroundings): WorkKind | undefined =>
  entryOf(argv.program) === undefined ? undefined : programWork(argv, around)

function entryOf(program: string): WorkEntry | undefined {
  const work = programNamed(program)?.work
  return work === undefined ? undefined : (workRows(work) ?? (work as WorkKind))
}

export const isKnown = (program: string): boolean => entryOf(program) !== undefined

const PYTHON = /^(?:python|pypy|py)[\d.]*$/

/** `python -m pip install x` is what pip does; a module that is in no row is run. */
function moduleWork(argv: Argv, at: number, around: Surroundings): WorkKind {
  return knownWork(argvOf({ argv: argv.words.slice(at) }), around) ?? 'verify'
}

/** Asked for nothing but its version or its manual, a program does nothing else. */
const asksAbout = (texts: readonly string[], entry: WorkEntry | undefined): boolean =>
  texts.length === 1 && (entry === 'verify' ? ASKS : ASKS_SHORT).test(textAt(texts, 0))

const ASKS = /^(?:--?version|-V|--help|-h)$/
/** To a test runner `-v` says to tell more. */
const ASKS_SHORT = /^(?:--?version|-[vV]|--help|-h)$/

/** The last row of a table says what is left; where the first words may belong to options, the words after them speak before it. */
function rowWork(rows: readonly WorkRow[], argv: Argv, around: Surroundings): WorkKind {
  const options = optionWords(argv)
    .slice(0, TELLING_OPTIONS)
    .map((word) => ` ${word.slice(0, TELLING_CHARS)}`)
  const values = argv.operands.findIndex(({ maybeValue }) => !maybeValue)
  for (let skip = 0; ; skip += 1) {
    const operands = argv.operands
      .slice(skip, skip + TELLING_OPERANDS)
      .map(({ index }) => textAt(argv.texts, index).slice(0, TELLING_CHARS))
    const text = `${operands.join(' ')} |${options.join('')}`
    const at = rows.findIndex(([when]) => when.test(text))
    const kind = rows[at]?.[1] ?? 'other'
    if (at === rows.length - 1 && skip < Math.min(values, TELLING_OPERANDS)) continue
    if (kind === 'script') return taskWork(operands)
    return kind === 'edit' ? editOf(argv.texts, around) : kind
  }
}

/** The words that hold options, without their values. */
const optionWords = ({ options }: Argv): readonly string[] =>
  options
    .filter(({ index }, at) => options[at + 1]?.index !== index)
    .map(({ text, inlineValue = '' }) => text.slice(0, text.length - inlineValue.length).replace(/=.*$/, ''))

function taskWork(operands: readonly string[]): WorkKind {
  const [first = '', second = ''] = operands
  const name = /^(?:run|run-script|r|exec|x|dlx|watch)$/.test(first) ? second : first
  return TASK_NAMES().find(([when]) => when.test(name))?.[1] ?? 'verify'
}

/** `sed -i … auth_test.go` is work on a test. */
function editOf(texts: readonly string[], around: Surroundings): WorkKind {
  const path = texts.findLast((text) => /^[^-@].*[./]/.test(text) && !/\s/.test(text))
  return path !== undefined && isTrialFile(path, around) ? 'verify' : 'edit'
}

/** What goes to a temporary place, such as a log, is nobody's work: `ls | tee /tmp/out.log`. */
function copyOf({ program, operands, texts }: Argv, around: Surroundings): WorkKind {
  const last = operands.at(-1)
  const path = last === undefined ? '' : textAt(texts, last.index)
  return program !== 'patch' && isTemporary(path, around) && !isTrialFile(path, around)
    ? 'other'
    : editOf(texts, around)
}

/** To throw away what was only there to try something is tidying up; to delete anything else is a change. */
function removal(argv: Argv, around: Surroundings): WorkKind {
  const paths = argv.operands.map(({ index }) => textAt(argv.texts, index))
  return paths.every((path) => isTrialFile(path, around) || isTemporary(path, around)) ? 'explore' : 'edit'
}

function writtenPaths({ redirects, cwd }: ResolvedCommand, around: Surroundings): readonly string[] {
  return redirects
    .filter(({ op, target }) => op !== '<' && !isNowhere(target))
    .map(({ target }) => absolute(wordText(target), cwd ?? around.cwd))
}

const isNowhere = (word: Word): boolean => /^(?:\/dev\/|&|\d$)/.test(wordText(word))

const absolute = (path: string, cwd: string): string => (path.startsWith('/') ? path : `${cwd}/${path}`)
