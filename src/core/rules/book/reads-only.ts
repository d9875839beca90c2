import { argvOf } from '../options/argv.ts'
import { readShell } from '../shell/read-shell.ts'
import type { ReadingPlace, ResolvedCommand, Step, Word } from '../shell/reading.ts'
import { onlyReads } from './readers.ts'

/** True only when every command that would run is known to change nothing. What cannot be read is not read-only. */
export function readsOnly(command: string, place: ReadingPlace): boolean {
  const { steps } = readShell(command, place)
  return steps.length > 0 && steps.every(isReading)
}

function isReading(step: Step): boolean {
  return (
    step.kind === 'command' &&
    !step.privileged &&
    step.place === 'local' &&
    step.env.length === 0 &&
    step.led !== true &&
    isReader(step)
  )
}

function isReader(command: ResolvedCommand): boolean {
  const { argv, redirects } = command
  if (argv.some((word) => word.kind === 'unknown' || isMoreThanGlob(word))) return false
  if (redirects.some(({ op, target }) => isMoreThanGlob(target) || (op !== '<' && !isNowhere(target)))) return false
  const [program] = argv
  return program?.kind === 'known' && !program.text.includes('/') && onlyReads(argvOf(command))
}

const isNowhere = (word: Word): boolean => word.kind === 'known' && word.text === '/dev/null'

/** `*(e:'touch x':)` is a pattern to one shell and runs a command in another (zsh); so does `@(ni x)` in PowerShell. */
function isMoreThanGlob(word: Word): boolean {
  return word.kind === 'known' && word.glob && word.text.includes('(')
}
