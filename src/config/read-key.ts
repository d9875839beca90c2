import { readBytes } from '../disk/read-file.ts'

/** Shorter ones are not our key: emptying the file must not leave a key that signs. */
const MIN_KEY_BYTES = 32
const MAX_KEY_BYTES = 4_096

/** The user's signing key; undefined when it is missing, damaged or unreadable. */
export function readKey(file: string): Uint8Array | undefined {
  const key = readBytes(file, MAX_KEY_BYTES)
  return key && key.length >= MIN_KEY_BYTES ? key : undefined
}
