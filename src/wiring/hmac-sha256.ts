import { sha256Bytes } from '../stores/sha256-bytes.ts'

const BLOCK_BYTES = 64

/** HMAC-SHA-256 in lower-case hex. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): string {
  const padded = Buffer.alloc(BLOCK_BYTES)
  padded.set(key.length > BLOCK_BYTES ? sha256Bytes(key) : key)
  const inner = sha256Bytes(Buffer.concat([padded.map((byte) => byte ^ 0x36), message]))
  return sha256Bytes(Buffer.concat([padded.map((byte) => byte ^ 0x5c), inner])).toString('hex')
}
