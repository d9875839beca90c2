import { MAX_INSIDE, MAX_STEPS } from './limits.ts'
import { literalCommandsIn, MAX_SCAN_CHARS } from './literal-commands.ts'
import { type Arg, type Frame, type Machine, NO_STREAM, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { readable, toWord } from './marks.ts'
import type { InlineCode, ResolvedCommand, Step, Unresolved } from './reading.ts'
import { toInput } from './streams.ts'

/** Characters of an unresolved text that are shown. */
const MAX_RAW_CHARS = 400

/** Writes the command down as a step. */
export function reportCommand(args: readonly Arg[], frame: Frame): ResolvedCommand {
  const command = resolvedCommand(args, frame)
  push(command, frame)
  return command
}

export function reportCode(
  language: InlineCode['language'],
  text: string | undefined,
  frame: Frame,
  given: readonly Arg[] = [],
): Stream {
  const { via, privileged, place } = frame
  const words = given.length === 0 ? {} : { given: given.map((word) => toWord(word.text, word.raw)) }
  push({ kind: 'code', language, text, ...words, cwd: frame.scope.cwd, via, privileged, place }, frame)
  return NO_STREAM
}

export function reportRunFile(path: Arg, interpreter: string, frame: Frame): void {
  const { via, privileged, place } = frame
  const word = toWord(path.text, path.raw)
  push(
    { kind: 'run-file', path: word, interpreter: readable(interpreter), cwd: frame.scope.cwd, via, privileged, place },
    frame,
  )
}

/** Something runs that we cannot know. Said once, however often it is met. */
export function reportUnresolved(
  found: { readonly why: Unresolved['why']; readonly raw: string; readonly inside?: readonly ResolvedCommand[] },
  frame: Frame,
): Stream {
  const { why, inside = [] } = found
  const raw = readable(found.raw).slice(0, MAX_RAW_CHARS)
  const isSaid = frame.machine.steps.some((step) => step.kind === 'unresolved' && step.why === why && step.raw === raw)
  if (!isSaid) push({ kind: 'unresolved', why, raw, inside: inside.slice(0, MAX_INSIDE), via: frame.via }, frame)
  return UNKNOWN_STREAM
}

/** Text that is not read: the commands it seems to hold are carried along. */
export function reportUnread(why: 'unparsable' | 'too-long' | 'too-deep', text: string, frame: Frame): Stream {
  const { machine } = frame
  machine.scansLeft -= 1
  const inside = machine.scansLeft < 0 ? [] : literalCommandsIn(text)
  // Broken text that was searched in part only is as good as unread.
  const isPart = machine.scansLeft < 0 || inside.length >= MAX_INSIDE || text.length > MAX_SCAN_CHARS
  return reportUnresolved({ why: why === 'unparsable' && isPart ? 'too-long' : why, raw: text, inside }, frame)
}

export function resolvedCommand(args: readonly Arg[], frame: Frame): ResolvedCommand {
  return {
    kind: 'command',
    argv: args.map((word) => toWord(word.text, word.raw)),
    cwd: frame.scope.cwd,
    via: frame.via,
    privileged: frame.privileged,
    place: frame.place,
    input: toInput(frame.input),
    redirects: frame.redirects,
    env: frame.env.map(([name, value]) => [name, toWord(value.text, value.raw)]),
    ...(frame.kept.length > 0 && { kept: frame.kept.map((word) => toWord(word.text, word.raw)) }),
    ...(isLed(frame) && { led: true }),
  }
}

/** They are handed on to every program without `export`, since the shell itself was given them. */
const LEADING = ['PATH', 'HOME', 'PAGER', 'LESSOPEN', 'XDG_CONFIG_HOME', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'GIT_PAGER']

function isLed({ scope: { variables } }: Frame): boolean {
  return variables.size > 0 && LEADING.some((name) => variables.has(name))
}

function push(step: Step, frame: Frame): void {
  const { steps } = frame.machine
  if (steps.length < MAX_STEPS) steps.push(step)
  else if (steps.length === MAX_STEPS) {
    steps.push({ kind: 'unresolved', why: 'too-long', raw: '', inside: frame.machine.beyond, via: frame.via })
  }
  if (steps.length > MAX_STEPS && step.kind === 'command') keepBeyond(step, frame.machine)
}

/** What no longer fits is kept as far as it is something new, so that it is judged too. */
function keepBeyond(step: ResolvedCommand, { beyond }: Machine): void {
  const isNew = beyond.every((known) => !isSame(known, step))
  if (isNew && beyond.length < MAX_INSIDE) beyond.push(step)
}

const isSame = (one: ResolvedCommand, other: ResolvedCommand): boolean =>
  rawWords(one) === rawWords(other) && one.cwd === other.cwd

const rawWords = ({ argv }: ResolvedCommand): string =>
  argv.map((word) => (word.kind === 'known' ? word.text : word.raw)).join(' ')

/** Counts characters that an expansion gives. When too many were given, the reading says so and the rest is unknown. */
export function spend(chars: number, frame: Frame): boolean {
  const { machine } = frame
  machine.expandedCharsLeft -= chars
  if (machine.expandedCharsLeft >= 0) return true
  reportUnread('too-long', '', frame)
  return false
}
