import { randomBytes } from 'node:crypto'
import { linkSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { readKey } from '../config/read-key.ts'
import { codeOf } from '../disk/error-code.ts'
import { flushFolder, writePrivate } from '../disk/replace-file.ts'

const KEY_BYTES = 32

/** The key that signs approvals. Made once and replaced only where it cannot sign: grants signed with it would become void. */
export function ensureApprovalKey(path: string): void {
  if (readKey(path) === undefined) rmSync(path, { force: true, recursive: true })
  const draft = `${path}.draft`
  writePrivate(draft, randomBytes(KEY_BYTES).toString('base64'))
  try {
    // A link fails where a key already is, and never shows half of one.
    linkSync(draft, path)
    flushFolder(dirname(path))
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
}
