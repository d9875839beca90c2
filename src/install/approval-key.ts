import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { freshName, writeAtomically } from './atomic-write.ts'
import { codeOf } from './file-state.ts'

const KEY_BYTES = 32

/** The key that signs approvals. Made once and never replaced: grants signed with it would become void. */
export function ensureApprovalKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  writeAtomically(draft, randomBytes(KEY_BYTES).toString('base64'), 0o600)
  try {
    // A link fails where a key already is, and never shows half of one.
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
    rmSync(freshName(draft), { force: true })
  }
}
