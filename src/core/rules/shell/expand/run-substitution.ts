import type { ParsedScript } from 'unbash'
import { type Frame, type Stream, UNKNOWN } from '../machine.ts'

/** Runs the script of a substitution. The parser gives none where too much is nested, and then nothing is known. */
export function runSubstitution(
  part: { readonly script: ParsedScript | undefined; readonly text: string },
  frame: Frame,
): Stream {
  return [part.script]
    .filter((script) => script !== undefined)
    .reduce<Stream>((_unknown, script) => frame.machine.runScript(script, frame, part.text), UNKNOWN)
}
