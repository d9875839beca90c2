import { createHash } from 'node:crypto'

/** The name git gives to these bytes, without asking git. */
export function blobName(bytes: Uint8Array, algorithm: 'sha1' | 'sha256' = 'sha1'): string {
  return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}
