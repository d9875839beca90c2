import type { CompoundCommand, CompoundList, Redirected } from 'unbash'
import { MAX_NAMES } from './limits.ts'
import { HOLE } from './marks.ts'

/** A scalar or an indexed array; texts are marked. */
export type ShellValue = string | readonly string[]

export type FunctionBody = CompoundCommand | Redirected | CompoundList

/**
 * What one shell process knows while its commands are read in order. Only the walk changes it.
 * The maps are replaced, never changed, so that a copy costs nothing.
 */
export interface ShellScope {
  cwd: string | undefined
  previousCwd: string | undefined
  /** Folders that `popd` goes back to, the next one last. */
  folders: readonly (string | undefined)[]
  /** `$1` and on; undefined when we do not know them. */
  positional: readonly string[] | undefined
  /** `set -a`: every assignment is exported. */
  exportsAll: boolean
  /** Inside a function: what the names declared local held before. */
  locals: ReadonlyMap<string, ShellValue | undefined> | undefined
  variables: ReadonlyMap<string, ShellValue>
  /** Names that a child process sees. */
  exported: ReadonlySet<string>
  functions: ReadonlyMap<string, FunctionBody>
  /** Functions that only some of the ways to here define. */
  unsure: ReadonlySet<string>
  aliases: ReadonlyMap<string, string>
}

/** Maps are replaced and never changed, so all scopes may start with the same empty ones. */
const NO_VALUES: ReadonlyMap<string, never> = new Map<string, never>()
const NO_NAMES: ReadonlySet<string> = new Set()

export function newScope(cwd: string | undefined): ShellScope {
  return {
    cwd,
    previousCwd: undefined,
    folders: [],
    positional: undefined,
    exportsAll: false,
    locals: undefined,
    variables: NO_VALUES,
    exported: NO_NAMES,
    functions: NO_VALUES,
    unsure: NO_NAMES,
    aliases: NO_VALUES,
  }
}

/** Names that mean something even when they were never assigned. */
const SPECIAL: ReadonlySet<string> = new Set(['HOME', 'IFS', 'PWD', 'OLDPWD'])

/** Beyond the limit a new name is not remembered, which makes it unknown. */
export function setVariable(scope: ShellScope, name: string, value: ShellValue): void {
  const { variables } = scope
  if (variables.size >= MAX_NAMES && !variables.has(name) && !SPECIAL.has(name)) return
  scope.variables = new Map(variables).set(name, value)
}

/** Names that refer to names are followed so far. */
const MAX_REFERENCES = 4

/** `declare -n ref=name`. */
export const refer = (scope: ShellScope, name: string, target: string): void => setVariable(scope, `&${name}`, target)

/** What a name stands for: itself, or what it refers to. */
export function realName(scope: ShellScope, name: string, hops = MAX_REFERENCES): string {
  const target = hops === 0 ? undefined : scope.variables.get(`&${name}`)
  return typeof target === 'string' ? realName(scope, target, hops - 1) : name
}

/** One element of an array. Those that stand under a word, or beyond a gap, are kept by name beside an array that is not known as a whole. */
export function setElement(
  scope: ShellScope,
  given: string,
  { key, text }: { readonly key: string; readonly text: string },
): void {
  const name = realName(scope, given)
  // The shell keeps its aliases and the places of programs in arrays that may be written to.
  if (name === 'BASH_ALIASES' || name === 'BASH_CMDS') {
    setAlias(scope, key, text)
    return
  }
  const before = scope.variables.get(name)
  const items = typeof before === 'object' ? before : []
  const isNext = /^\d{1,3}$/.test(key) && Number(key) <= items.length && before !== HOLE
  if (!isNext) setVariable(scope, `${name}[${key}]`, text)
  setVariable(scope, name, isNext ? items.toSpliced(Number(key), 1, text) : HOLE)
}

export function setAlias(scope: ShellScope, name: string, text: string): void {
  scope.aliases = new Map(scope.aliases).set(name, text)
}

export function removeAlias(scope: ShellScope, name: string): void {
  scope.aliases = without(scope.aliases, name)
}

export function setFunction(scope: ShellScope, name: string, body: FunctionBody): void {
  scope.functions = new Map(scope.functions).set(name, body)
  if (scope.unsure.has(name)) scope.unsure = new Set([...scope.unsure].filter((each) => each !== name))
}

export function removeFunction(scope: ShellScope, name: string): void {
  scope.functions = without(scope.functions, name)
}

export function exportName(scope: ShellScope, name: string): void {
  scope.exported = new Set(scope.exported).add(name)
}

/** `local x`: what x holds now comes back when the function ends. */
export function makeLocal(scope: ShellScope, name: string): void {
  if (scope.locals === undefined || scope.locals.has(name)) return
  scope.locals = new Map(scope.locals).set(name, scope.variables.get(name))
}

/** Sets the name to what it held, which may have been nothing. */
export function restoreVariable(scope: ShellScope, name: string, value: ShellValue | undefined): void {
  if (value === undefined) scope.variables = without(scope.variables, name)
  else setVariable(scope, name, value)
}

/** A subshell starts as a copy and nothing comes back from it. */
export function copyScope(scope: ShellScope): ShellScope {
  return { ...scope }
}

/** A new process: a variable that may not be exported may be empty there, and functions are gone unless exported. */
export function childScope(scope: ShellScope): ShellScope {
  const { exported, exportsAll } = scope
  const isSeen = ([name]: readonly [string, unknown]): boolean => exported.has(name)
  return {
    ...scope,
    aliases: NO_VALUES,
    functions: scope.functions.size === 0 ? NO_VALUES : new Map([...scope.functions].filter(isSeen)),
    variables:
      scope.variables.size === 0
        ? NO_VALUES
        : new Map([...scope.variables].map(([name, value]) => [name, exportsAll || exported.has(name) ? value : HOLE])),
  }
}

/** After branches, only what all of them agree on is known. The last function or alias wins: it is more than nothing. */
export function mergeInto(scope: ShellScope, branches: readonly ShellScope[]): void {
  const [first, ...others] = branches
  if (first === undefined) return
  scope.cwd = agreed(branches.map((branch) => branch.cwd))
  scope.previousCwd = agreed(branches.map((branch) => branch.previousCwd))
  scope.folders = agreed(branches.map((branch) => branch.folders)) ?? []
  scope.positional = agreed(branches.map((branch) => branch.positional))
  if (others.some((other) => other.variables !== first.variables)) mergeVariables(scope, branches)
  else scope.variables = first.variables
  scope.unsure = unsureAfter(branches)
  scope.functions =
    agreed(branches.map((branch) => branch.functions)) ?? union(branches.map((branch) => branch.functions))
  scope.aliases = agreed(branches.map((branch) => branch.aliases)) ?? union(branches.map((branch) => branch.aliases))
  scope.exported =
    agreed(branches.map((branch) => branch.exported)) ?? new Set(branches.flatMap((branch) => [...branch.exported]))
}

function unsureAfter(branches: readonly ShellScope[]): ReadonlySet<string> {
  const [first, ...others] = branches.map((branch) => branch.functions)
  const before = branches.flatMap((branch) => [...branch.unsure])
  if (others.every((other) => other === first)) return before.length === 0 ? NO_NAMES : new Set(before)
  const names = branches.flatMap((branch) => [...branch.functions.keys()])
  return new Set([...before, ...names.filter((name) => !branches.every(({ functions }) => functions.has(name)))])
}

function mergeVariables(scope: ShellScope, branches: readonly ShellScope[]): void {
  const names = new Set(branches.flatMap((branch) => [...branch.variables.keys()]))
  const values = [...names].map((name): [string, ShellValue] => {
    const [first, ...others] = branches.map((branch) => branch.variables.get(name))
    return [name, first !== undefined && others.every((other) => isSame(other, first)) ? first : HOLE]
  })
  scope.variables = new Map(values)
}

function agreed<T>(values: readonly T[]): T | undefined {
  return values.every((value) => value === values[0]) ? values[0] : undefined
}

function union<T>(maps: readonly ReadonlyMap<string, T>[]): ReadonlyMap<string, T> {
  return new Map(maps.flatMap((map) => [...map]))
}

function without<T>(map: ReadonlyMap<string, T>, name: string): ReadonlyMap<string, T> {
  return new Map([...map].filter(([key]) => key !== name))
}

function isSame(left: ShellValue | undefined, right: ShellValue | undefined): boolean {
  if (typeof left !== 'object' || typeof right !== 'object') return left === right
  return left.length === right.length && left.every((item, index) => item === right[index])
}
