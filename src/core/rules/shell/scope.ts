import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import { HOLE } from './marks.ts'

/** A scalar or an indexed array; texts are marked. */
export type Value = string | readonly string[]

export type FunctionBody = CompoundCommand | Redirected | CompoundList

/** What one shell process knows while its commands are read in order. Only the walk changes it. */
export interface Scope {
  cwd: string | undefined
  previousCwd: string | undefined
  folders: readonly (string | undefined)[]
  /** `$1` and on; undefined when we do not know them. */
  positional: readonly string[] | undefined
  readonly variables: Map<string, Value>
  readonly functions: Map<string, FunctionBody>
  readonly aliases: Map<string, string>
}

export function newScope(cwd: string | undefined): Scope {
  return {
    cwd,
    previousCwd: undefined,
    folders: [],
    positional: undefined,
    variables: new Map(),
    functions: new Map(),
    aliases: new Map(),
  }
}

/** A subshell starts as a copy and nothing comes back from it. */
export function copyScope(scope: Scope): Scope {
  return {
    ...scope,
    variables: new Map(scope.variables),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
  }
}

/** After branches, only what all of them agree on is known. The last function or alias wins: it is more than nothing. */
export function mergeInto(scope: Scope, branches: readonly Scope[]): void {
  const [first, ...others] = branches
  if (first === undefined) return
  scope.cwd = others.every((other) => other.cwd === first.cwd) ? first.cwd : undefined
  scope.previousCwd = others.every((other) => other.previousCwd === first.previousCwd) ? first.previousCwd : undefined
  scope.folders = others.every((other) => other.folders === first.folders) ? first.folders : []
  scope.positional = others.every((other) => other.positional === first.positional) ? first.positional : undefined
  for (const name of new Set(branches.flatMap((branch) => [...branch.variables.keys()]))) {
    const value = first.variables.get(name)
    const agreed = others.every((other) => isSame(other.variables.get(name), value))
    scope.variables.set(name, agreed && value !== undefined ? value : HOLE)
  }
  for (const branch of branches) {
    for (const [name, body] of branch.functions) scope.functions.set(name, body)
    for (const [name, text] of branch.aliases) scope.aliases.set(name, text)
  }
}

function isSame(left: Value | undefined, right: Value | undefined): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  return left.length === right.length && left.every((item, index) => item === right[index])
}
