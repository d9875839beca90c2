import type { Arg, Frame, Stream } from './machine.ts'
import { NOTHING } from './machine.ts'
import { copyScope } from './scope.ts'

/** A subshell: what changes inside stays inside. */
export function subshell(frame: Frame): Frame {
  return { ...frame, scope: copyScope(frame.scope) }
}

/** What a wrapper starts: one more name on the way. */
export function through(frame: Frame, name: string, changes: Partial<Frame> = {}): Frame {
  return { ...frame, via: [...frame.via, name], ...changes }
}

export function withInput(frame: Frame, input: Stream): Frame {
  return { ...frame, input }
}

/** Another host, container or pod: our folders and variables mean nothing there. */
export function remotely(frame: Frame, name: string): Frame {
  const scope = copyScope(frame.scope)
  scope.cwd = undefined
  return through(frame, name, { scope, place: 'remote', redirects: [], env: [] })
}

/** A new shell process that inherits the environment. */
export function newShell(frame: Frame, name: string, positional: readonly Arg[] = []): Frame {
  const scope = copyScope(frame.scope)
  for (const [variable, value] of frame.env) scope.variables.set(variable, value.text)
  scope.positional = positional.map((word) => word.text)
  return through(frame, name, { scope })
}

export const NO_INPUT: Stream = NOTHING
