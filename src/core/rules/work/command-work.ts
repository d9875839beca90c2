import type { Surroundings } from '../../model/surroundings.ts'
import type { WorkKind } from '../../model/work.ts'
import { type Argv, argvOf, asksForHelp, textOf } from '../argv.ts'
import { textAt } from '../at.ts'
import type { ResolvedCommand, Word } from '../shell/reading.ts'
import { PROGRAMS, type Row, TASK_NAMES } from './programs.ts'
import { isTemporary, isTrialFile } from './trial-file.ts'

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
  const said =
    argv.program === 'rm' || argv.program === 'remove-item' ? removal(argv, around) : programWork(argv, around)
  return gravest([said, ...written])
}

/** What changing this file is for. What is written to a temporary place and is no script is nobody's work. */
export function fileWork(path: string, around: Surroundings): WorkKind {
  if (isTrialFile(path, around)) return 'verify'
  if (/(?:^|\/)\.(?:claude|codex|cursor)\/plans?\//.test(path)) return 'plan'
  return isTemporary(path, around) ? 'other' : 'edit'
}

/** Of what one call does, the thing it is done for: who tests and greps, tests. */
const GRAVITY: readonly WorkKind[] = ['ship', 'verify', 'edit', 'delegate', 'explore', 'plan', 'other']

export function gravest(kinds: readonly WorkKind[]): WorkKind {
  return GRAVITY.find((kind) => kinds.includes(kind)) ?? 'other'
}

function programWork(argv: Argv, around: Surroundings): WorkKind {
  const { program, texts } = argv
  const entry = PROGRAMS.get(program)
  if (typeof entry === 'string') return entry === 'edit' ? editOf(texts, around) : entry
  if (entry !== undefined) return rowWork(entry, argv, around)
  for (let skip = 0; skip < WRAPPER_WORDS; skip += 1) {
    const inner = argvOf({ argv: argv.words.slice(skip) })
    const kind = PROGRAMS.has(inner.program) ? programWork(inner, around) : 'other'
    if (kind !== 'other') return kind
  }
  return LOOKS.test(textAt(texts, 0)) || asksForHelp(argv) ? 'explore' : 'other'
}

/** What programs call it when they only show something. */
const LOOKS = /^(?:status|list|ls|show|get|view|info|logs?|describe|docs?|capture|search|inspect|--version|version)$/

function rowWork(rows: readonly Row[], argv: Argv, around: Surroundings): WorkKind {
  const operands = argv.operands
    .slice(0, TELLING_OPERANDS)
    .map(({ index }) => textAt(argv.texts, index).slice(0, TELLING_CHARS))
  const options = argv.options.slice(0, TELLING_OPTIONS).map(({ name }) => ` ${name.slice(0, TELLING_CHARS)}`)
  const text = `${operands.join(' ')} |${options.join('')}`
  const kind = rows.find(([when]) => when.test(text))?.[1] ?? 'other'
  if (kind === 'script') return taskWork(operands)
  return kind === 'edit' ? editOf(argv.texts, around) : kind
}

function taskWork(operands: readonly string[]): WorkKind {
  const [first = '', second = ''] = operands
  const name = /^(?:run|run-script|r|exec|x|dlx|watch)$/.test(first) ? second : first
  return TASK_NAMES.find(([when]) => when.test(name))?.[1] ?? 'verify'
}

/** `sed -i … auth_test.go` is work on a test. */
function editOf(texts: readonly string[], around: Surroundings): WorkKind {
  const last = texts.at(-1) ?? ''
  return /[./]/.test(last) && !/\s/.test(last) && isTrialFile(last, around) ? 'verify' : 'edit'
}

/** To throw away what was only there to try something is tidying up; to delete anything else is a change. */
function removal(argv: Argv, around: Surroundings): WorkKind {
  const paths = argv.operands.map(({ index }) => textAt(argv.texts, index))
  return paths.every((path) => isTrialFile(path, around) || isTemporary(path, around)) ? 'explore' : 'edit'
}

function writtenPaths({ redirects, cwd }: ResolvedCommand, around: Surroundings): readonly string[] {
  return redirects
    .filter(({ op, target }) => op !== '<' && !isNowhere(target))
    .map(({ target }) => absolute(textOf(target), cwd ?? around.cwd))
}

const isNowhere = (word: Word): boolean => /^(?:\/dev\/|&|\d$)/.test(textOf(word))

const absolute = (path: string, cwd: string): string => (path.startsWith('/') ? path : `${cwd}/${path}`)
