import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import { MAX_NAMES } from './limits.ts'
import { HOLE } from './marks.ts'

/** A scalar or an indexed array; texts are marked. */
export type Value = string | readonly string[]

export type FunctionBody = CompoundCommand | Redirected | CompoundList

/** What one shell process knows while its commands are read in order. Only the walk changes it. */
export interface Scope {
  cwd: string | undefined
  previousCwd: string | undefined
  /** Folders that `popd` goes back to, the next one last. */
  folders: readonly (string | undefined)[]
  /** `$1` and on; undefined when we do not know them. */
  positional: readonly string[] | undefined
  /** `set -a`: every assignment is exported. */
  exportsAll: boolean
  /** Inside a function: what the names declared local held before. */
  locals: Map<string, Value | undefined> | undefined
  readonly variables: Map<string, Value>
  /** Names that a child process sees. */
  readonly exported: Set<string>
  readonly functions: Map<string, FunctionBody>
  readonly aliases: Map<string, string>
}

export function newScope(cwd: string | undefined): Scope {
  return {
    cwd,
    previousCwd: undefined,
    folders: [],
    positional: undefined,
    exportsAll: false,
    locals: undefined,
    variables: new Map(),
    exported: new Set(),
    functions: new Map(),
    aliases: new Map(),
  }
}

/** Names that mean something even when they were never assigned. */
const SPECIAL: ReadonlySet<string> = new Set(['HOME', 'IFS', 'PWD', 'OLDPWD'])

/** Beyond the limit a new name is not remembered, which makes it unknown. */
export function setVariable(scope: Scope, name: string, value: Value): void {
  const { variables } = scope
  if (variables.size < MAX_NAMES || variables.has(name) || SPECIAL.has(name)) variables.set(name, value)
}

/** `local x`: what x holds now comes back when the function ends. */
export function makeLocal(scope: Scope, name: string): void {
  if (scope.locals !== undefined && !scope.locals.has(name)) scope.locals.set(name, scope.variables.get(name))
}

/** Sets the name to what it held, which may have been nothing. */
export function restoreVariable(scope: Scope, name: string, value: Value | undefined): void {
  if (value === undefined) scope.variables.delete(name)
  else setVariable(scope, name, value)
}

/** A subshell starts as a copy and nothing comes back from it. */
export function copyScope(scope: Scope): Scope {
  return {
    ...scope,
    locals: scope.locals === undefined ? undefined : new Map(scope.locals),
    variables: new Map(scope.variables),
    exported: new Set(scope.exported),
    functions: new Map(scope.functions),
    aliases: new Map(scope.aliases),
  }
}

/** A new process: a variable that may not be exported may be empty there, and functions are gone unless exported. */
export function childScope(scope: Scope): Scope {
  const child = copyScope(scope)
  child.aliases.clear()
  for (const name of scope.functions.keys()) {
    if (!scope.exported.has(name)) child.functions.delete(name)
  }
  if (scope.exportsAll) return child
  for (const name of scope.variables.keys()) {
    if (!scope.exported.has(name)) child.variables.set(name, HOLE)
  }
  return child
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
    setVariable(scope, name, agreed && value !== undefined ? value : HOLE)
  }
  for (const branch of branches) {
    for (const [name, body] of branch.functions) scope.functions.set(name, body)
    for (const [name, text] of branch.aliases) scope.aliases.set(name, text)
    for (const name of branch.exported) scope.exported.add(name)
  }
}

function isSame(left: Value | undefined, right: Value | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left.length === right.length && left.every((item, index) => item === right[index])
}
