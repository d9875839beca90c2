import { subshell, through } from '../frames.ts'
import type { Frame } from '../machine.ts'
import { withoutGlobs } from '../marks.ts'
import type { Value } from '../scope.ts'

/** Bash takes this text for a number or for the name of an element, and then runs the substitutions in its subscripts. */
export function runSubscript(text: Value, frame: Frame): void {
  if (typeof text === 'string' && text.includes('[')) runInside(withoutGlobs(text), through(frame, 'subscript'))
}

/** Runs the substitutions in a text that the parser takes for one piece. */
export function runInside(text: string, frame: Frame): void {
  if (!/\$\(|`/.test(text)) return
  // Outside quotes the parser would take brackets for a pattern, and look no further.
  frame.machine.runText(text.includes('"') ? `: ${text.replace(/[[\]]/g, ' ')}` : `: "${text}"`, subshell(frame))
}
