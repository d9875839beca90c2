import type { HookCall } from '../gate/gate.ts'
import { hmacSha256 } from '../stores/sha256.ts'

/**
 * Shows that an answer comes from a daemon that holds the user's key: a program that takes the socket's name could
 * otherwise say "go ahead" to everything. Bound to the whole question, so that the answer to another one does not pass.
 * Without `stdout`: that the daemon waits for a person before it answers.
 */
export function answerProof(key: Uint8Array, { stamp, bytes }: HookCall, stdout?: string): string {
  const [kind, said] = stdout === undefined ? ['waiting', []] : ['answer', [stdout]]
  return hmacSha256(key, Buffer.from([kind, stamp.id, String(bytes.length), bytes, ...said].join('\n')))
}
