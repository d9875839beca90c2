import type { StoreProblem } from './store.ts'

/** Broken infrastructure, as something to throw: an Error that carries the problem as data. */
export type StoreFailure = Error & { readonly problem: StoreProblem }

export function storeFailure(kind: StoreProblem['kind'], message: string): StoreFailure {
  return Object.assign(new Error(message), { problem: { kind, message } })
}

/** The problem inside what was thrown; undefined when it is not one of ours, and then it is a bug. */
export function problemOf(error: unknown): StoreProblem | undefined {
  return isFailure(error) ? error.problem : undefined
}

function isFailure(error: unknown): error is StoreFailure {
  return error instanceof Error && 'problem' in error && typeof error.problem === 'object'
}
