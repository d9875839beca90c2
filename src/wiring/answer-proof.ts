import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/**
 * Shows that an answer comes from a daemon that holds the user's key: whoever takes the socket's name could otherwise
 * answer "go ahead" to everything. Bound to the event, so that an old answer is no answer to a new question.
 */
export function answerProof(key: Uint8Array, eventId: string, stdout: string): string {
  return bytesToHex(hmac(sha256, key, utf8ToBytes(`answer\n${eventId}\n${stdout}`)))
}
