import type { HookCall } from '../gate/gate.ts'
import { sha256Bytes } from '../stores/sha256.ts'

/**
 * Shows that an answer comes from a daemon that holds the user's key: a program that takes the socket's name could
 * otherwise say "go ahead" to everything. Bound to the whole question, so that the answer to another one does not pass.
 */
export function answerProof(key: Uint8Array, { stamp, bytes }: HookCall, stdout: string): string {
  return hmacSha256(key, Buffer.from(['answer', stamp.id, String(bytes.length), bytes, stdout].join('\n')))
}

const BLOCK_BYTES = 64

/** HMAC-SHA-256 in lower-case hex. @internal For the test that compares it with Node's own. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key.length > BLOCK_BYTES ? sha256Bytes(key) : key)
  const inner = sha256Bytes(Buffer.concat([padded.map((byte) => byte ^ 0x36), message]))
  return sha256Bytes(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString('hex')
}
