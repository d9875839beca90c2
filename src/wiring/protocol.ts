import type { HookAnswer, HookCall } from '../gate/gate.ts'
import type { ClosedPort } from '../person/arrival.ts'

/** Hook and daemon talk in single lines of JSON over the user's own socket. */
export type Request =
  | { readonly op: 'hook'; readonly version: string; readonly call: HookCall; readonly client: number }
  | { readonly op: 'info'; readonly version: string }
  | { readonly op: 'stop'; readonly version: string }
  /** From the helper that seals commands, which waits for no answer. `client` started it. */
  | {
      readonly op: 'attest'
      readonly client: number
      readonly atMs: number
      readonly sealed: boolean
      readonly proof: string
    }
  /** From the same helper: whether a person let this very command out of the seal. `self` is the helper itself, `line` in hexadecimal. */
  | ({ readonly op: 'unseal'; readonly line: string } & Asking)
  /** Opens the console's port, where it is not open yet. */
  | { readonly op: 'console'; readonly version: string }

interface Asking {
  readonly client: number
  readonly self: number
  readonly atMs: number
  readonly proof: string
}

export type Reply =
  /** `proof` is missing where the key cannot be read; the caller then decides by itself. */
  | { readonly kind: 'answer'; readonly answer: HookAnswer; readonly proof?: string }
  /** A person is waited for; the answer follows, and until then a blank now and then. */
  | { readonly kind: 'waiting'; readonly proof?: string }
  | {
      readonly kind: 'info'
      readonly version: string
      readonly pid: number
      readonly memoryBytes: number
      /** Where connections of clients arrive; `closed` says why none does. */
      readonly door?: { readonly port?: number; readonly closed?: ClosedPort }
    }
  /** The caller is newer: this daemon leaves, the caller decides by itself and starts its own. */
  | { readonly kind: 'retired' }
  | { readonly kind: 'stopping' }
  | { readonly kind: 'noted' }
  | { readonly kind: 'unsealed'; readonly proof: string }
  /** No port: it could not be opened. */
  | { readonly kind: 'console'; readonly port?: number }

/**
 * All that is spoken at the agent's door: words for our command line, and the judgement of one call where state is out of
 * reach. `runtime` and `session` are the caller's own word: they name lines of the record, and prove nothing.
 */
export type AgentRequest =
  | {
      readonly op: 'agent'
      readonly argv: readonly string[]
      readonly cwd: string
      readonly runtime?: string
      readonly session?: string
    }
  | { readonly op: 'judge'; readonly call: HookCall }

export type AgentReply =
  | { readonly kind: 'ran'; readonly exit: number; readonly stdout: string; readonly stderr: string }
  | { readonly kind: 'answer'; readonly answer: HookAnswer }

/** The first word of a command line that the agent's door runs: nothing but verbs of agents is run behind it. */
export const FOR_AGENT = '--for-agent'

/** For so long a hook waits for a daemon that says nothing: longer than a busy one needs, far below every runtime's own limit. */
export const HOOK_PATIENCE_MS = 2_000

/** True when `left` is a later release than `right`. Anything after a hyphen counts as earlier than the release. */
export function isNewer(left: string, right: string): boolean {
  const [a, b] = [numbersOf(left), numbersOf(right)]
  const index = a.findIndex((part, position) => part !== b[position])
  return index >= 0 && (a[index] ?? 0) > (b[index] ?? 0)
}

function numbersOf(version: string): readonly number[] {
  const [release = '', early] = version.split('-', 2)
  const parts = release.split('.')
  return [...[0, 1, 2].map((index) => Number.parseInt(parts[index] ?? '', 10) || 0), early === undefined ? 1 : 0]
}
