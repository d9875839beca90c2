import type { Arg, Frame, Stream } from './machine.ts'
import { readable } from './marks.ts'
import { childScope, copyScope, exportName, newScope, restoreVariable, setVariable, type Value } from './scope.ts'

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

/** A new process that inherits folder and environment. */
export function process(frame: Frame, name: string): Frame {
  const scope = childScope(frame.scope)
  for (const [variable, value] of frame.env) {
    setVariable(scope, variable, value.text)
    exportName(scope, variable)
  }
  return through(frame, name, { scope })
}

/** A new shell process with its own positional parameters. */
export function newShell(frame: Frame, name: string, positional: readonly Arg[]): Frame {
  const inner = process(frame, name)
  inner.scope.positional = positional.map((word) => word.text)
  return inner
}

/** Another host, container or pod: our folders, variables and redirects mean nothing there. */
export function remotely(frame: Frame, name: string): Frame {
  return through(frame, name, { scope: newScope(undefined), place: 'remote', redirects: [], env: [] })
}

/** `X=1 f` and `X=1 eval …`: the assignment holds while the function or text runs in this shell. */
export function withVariables(frame: Frame, run: () => Stream): Stream {
  const before = frame.env.map(([name]): readonly [string, Value | undefined] => [
    name,
    frame.scope.variables.get(name),
  ])
  for (const [name, value] of frame.env) setVariable(frame.scope, name, value.text)
  const output = run()
  for (const [name, value] of before) restoreVariable(frame.scope, name, value)
  return output
}
