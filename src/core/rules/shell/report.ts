import { MAX_INSIDE, MAX_STEPS } from './limits.ts'
import { type Arg, type Frame, NOTHING, type Stream } from './machine.ts'
import { readable, toWord } from './marks.ts'
import type { InlineCode, ResolvedCommand, Step, Unresolved } from './reading.ts'
import { toInput } from './streams.ts'

/** Writes the command down as a step. */
export function reportCommand(args: readonly Arg[], frame: Frame): void {
  push(resolvedCommand(args, frame), frame)
}

export function reportCode(language: InlineCode['language'], text: string | undefined, frame: Frame): Stream {
  const { via, privileged, place } = frame
  push({ kind: 'code', language, text, cwd: frame.scope.cwd, via, privileged, place }, frame)
  return NOTHING
}

export function reportRunFile(path: Arg, interpreter: string, frame: Frame): void {
  const { via, privileged, place } = frame
  const word = toWord(path.text, path.raw)
  push({ kind: 'run-file', path: word, interpreter, cwd: frame.scope.cwd, via, privileged, place }, frame)
}

export function reportUnresolved(
  found: { readonly why: Unresolved['why']; readonly raw: string; readonly inside: readonly ResolvedCommand[] },
  frame: Frame,
): Stream {
  const { why, raw, inside } = found
  push({ kind: 'unresolved', why, raw: readable(raw), inside: inside.slice(0, MAX_INSIDE), via: frame.via }, frame)
  return { kind: 'unknown' }
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
  }
}

function push(step: Step, frame: Frame): void {
  const { steps } = frame.machine
  if (steps.length < MAX_STEPS) steps.push(step)
  else if (steps.length === MAX_STEPS) {
    steps.push({ kind: 'unresolved', why: 'too-long', raw: '', inside: [], via: frame.via })
  }
}
