import type { ParsedScript } from 'unbash'
import { type Arg, type Frame, type Stream, UNKNOWN_STREAM } from './machine.ts'
import { readable, withoutGlobs } from './marks.ts'
import { childScope, copyScope, exportName, newScope, restoreVariable, type ShellValue, setVariable } from './scope.ts'

/** A subshell: what changes inside stays inside. */
export function subshell(frame: Frame): Frame {
  return { ...frame, scope: copyScope(frame.scope) }
}

/** What a wrapper starts in the same shell: one more name on the way. */
export function through(frame: Frame, name: string, changes: Partial<Frame> = {}): Frame {
  return { ...frame, via: [...frame.via, readable(name)], ...changes }
}

export function withInput(frame: Frame, input: Stream): Frame {
  return { ...frame, input }
}

/** A new newProcess that inherits folder and environment. */
export function newProcess(frame: Frame, name: string): Frame {
  const scope = childScope(frame.scope)
  for (const [variable, value] of frame.env) {
    setVariable(scope, variable, value.text)
    exportName(scope, variable)
  }
  return through(frame, name, { scope })
}

/** A new shell newProcess with its own positional parameters. */
export function newShell(frame: Frame, name: string, positional: readonly Arg[]): Frame {
  const inner = newProcess(frame, name)
  inner.scope.positional = positional.map((word) => word.text)
  return inner
}

/** Another host, container or pod: our folders, variables and redirects mean nothing there. */
export function remotely(frame: Frame, name: string): Frame {
  return through(frame, name, { scope: newScope(undefined), place: 'remote', redirects: [], env: [], kept: [] })
}

/** `X=1 f` and `X=1 eval …`: the assignment holds while the function or text runs in this shell. */
export function withVariables(frame: Frame, run: () => Stream): Stream {
  const before = frame.env.map(([name]): readonly [string, ShellValue | undefined] => [
    name,
    frame.scope.variables.get(name),
  ])
  for (const [name, value] of frame.env) setVariable(frame.scope, name, value.text)
  const output = run()
  for (const [name, value] of before) restoreVariable(frame.scope, name, value)
  return output
}

/** Runs the script of a substitution. The parser gives none where too much is nested, and then nothing is known. */
export function runSubstitution(
  part: { readonly script: ParsedScript | undefined; readonly text: string },
  frame: Frame,
): Stream {
  return [part.script]
    .filter((script) => script !== undefined)
    .reduce<Stream>((_unknown, script) => frame.machine.runScript(script, frame, part.text), UNKNOWN_STREAM)
}

/** Bash takes this text for a number or for the name of an element, and then runs the substitutions in its subscripts. */
export function runSubscript(text: ShellValue, frame: Frame): void {
  if (typeof text === 'string' && text.includes('[')) runInside(withoutGlobs(text), through(frame, 'subscript'))
}

/** Runs the substitutions in a text that the parser takes for one piece. */
export function runInside(text: string, frame: Frame): void {
  if (!/\$\(|`/.test(text)) return
  // Outside quotes the parser would take brackets for a pattern, and look no further.
  frame.machine.runText(text.includes('"') ? `: ${text.replace(/[[\]]/g, ' ')}` : `: "${text}"`, subshell(frame))
}
