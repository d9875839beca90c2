import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { ROOT } from './paths.mjs'
import { capture, npmCommand, withoutStacks } from './process.mjs'
import { failure, say } from './report.mjs'

// Inside node_modules, so that deleting the folder deletes the claim that it is complete.
const STAMP = join(ROOT, 'node_modules', '.fairlead-stamp')

export async function ensureDependencies() {
  if (isInstalled()) return
  await withLock(async () => {
    if (isInstalled()) return
    say('installing dependencies (once, about 100 MB)…')
    await install()
    writeFileSync(STAMP, fingerprint())
  })
}

function isInstalled() {
  try {
    return readFileSync(STAMP, 'utf8') === fingerprint()
  } catch {
    return false
  }
}

// The platform counts: packages bring one binary each for the machine that installed them.
function fingerprint() {
  const lock = readFileSync(join(ROOT, 'package-lock.json'))
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}`
}

async function install() {
  // Tools are dev and optional dependencies: a machine with NODE_ENV=production must get them too.
  const npm = npmCommand(['ci', '--prefix', ROOT, '--ignore-scripts', '--include=dev', '--include=optional'])
  const { code, output } = await capture(npm.command, npm.args, { cwd: ROOT, doing: 'installing dependencies' })
  if (code === 0) return
  throw failure(
    'installing dependencies failed; check npm, the network and free disk space, and retry',
    withoutStacks(output),
  )
}
