import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** Lower-case hex. In plain code, because loading Node's crypto would cost a cold hook more than all its hashes. */
export function sha256(content: string | Uint8Array): string {
  return bytesToHex(digest(typeof content === 'string' ? utf8ToBytes(content) : content))
}
