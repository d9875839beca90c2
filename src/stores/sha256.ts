import { sha256Bytes } from './sha256-bytes.ts'

/** Lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return sha256Bytes(typeof content === 'string' ? Buffer.from(content, 'utf8') : content).toString('hex')
}
