import assert from 'node:assert/strict'
import type { World } from './world.ts'

/** Anything that can tell which hook events really fired: a recording hook, or the product's own audit. */
export type Canary = { readonly fired: () => readonly string[] }

export type Seen = {
  readonly world: World
  /** The file that the call would have left, in the project. */
  readonly marker: string
  readonly run: { readonly textOfRequest: (n: number) => string }
  readonly hookLog: Canary
  /** Which request carries the call's result; the second when left out. */
  readonly request?: number
  /** The event that must have fired; `PreToolUse` when left out. */
  readonly event?: string
}

/** The three proofs of a denied call: nothing on disk, the reason in the next request, and a hook that fired. */
export function expectDenied({ reason, ...seen }: Seen & { readonly reason: string | RegExp }): void {
  assertFired(seen)
  assert.equal(seen.world.exists(seen.marker), false, `the denied call ran: ${seen.marker} exists`)
  const text = nextRequest(seen)
  const told = typeof reason === 'string' ? text.includes(reason) : reason.test(text)
  assert.ok(told, `the next model request does not carry ${reason}; it ends with\n${text.slice(-600)}`)
}

/** The three proofs of a call that passed: its mark on disk, no word about it in the next request, and a hook that fired. */
export function expectRan({ silent, ...seen }: Seen & { readonly silent?: RegExp }): void {
  assertFired(seen)
  assert.equal(seen.world.exists(seen.marker), true, `the call did not run: ${seen.marker} is absent`)
  const text = nextRequest(seen)
  if (silent !== undefined) assert.doesNotMatch(text, silent, 'the model was told something about a call that passed')
}

function assertFired({ hookLog, event = 'PreToolUse' }: Seen): void {
  const fired = hookLog.fired()
  assert.ok(fired.includes(event), `the hook never saw ${event}; it saw ${fired.join(', ') || 'nothing at all'}`)
}

function nextRequest({ run, request = 1 }: Seen): string {
  const text = run.textOfRequest(request)
  assert.notEqual(text, '', `the model was never asked again (request ${request} is missing)`)
  return text
}
