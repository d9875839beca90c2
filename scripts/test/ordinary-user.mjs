import { spawnSync } from 'node:child_process'
import { chownSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../setup/paths.mjs'

/** `nobody` on the systems we know. */
const NOBODY = 65_534

export const isRoot = () => process.getuid?.() === 0

/**
 * Root may do everything, so what runs as root proves little about permissions. Started by root, the end-to-end tests
 * belong to this user instead; undefined where that is not needed, or where this user cannot read the clone.
 */
export function ordinaryUser() {
  if (!isRoot()) return undefined
  const user = { uid: NOBODY, gid: NOBODY }
  const probe = "for (const path of ['package.json', 'dist', 'node_modules']) require('node:fs').accessSync(path)"
  const { status } = spawnSync(process.execPath, ['-e', probe], { ...user, cwd: ROOT, stdio: 'ignore' })
  if (status !== 0) return undefined
  const home = mkdtempSync(join(tmpdir(), 'fairlead-ordinary-home-'))
  chownSync(home, user.uid, user.gid)
  return { ...user, env: { HOME: home, USER: 'nobody', LOGNAME: 'nobody', SHELL: '/bin/sh' } }
}
