// Fetches the real clients that the end-to-end suite drives, once, into the clone's own cache.
// Plain Node 20 and built-ins only: it also runs before any set-up has happened.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export const CLIENTS = {
  claude: { package: '@anthropic-ai/claude-code', version: '2.1.325', folder: 'claude-code', bin: 'claude' },
  codex: { package: '@openai/codex', version: '0.166.0', folder: 'codex', bin: 'codex' },
}

const CACHE = resolve(import.meta.dirname, '../../../.cache/clients')
const LOCK = join(CACHE, '.lock')
const LOCK_WAIT_MS = 15 * 60_000
const LOCK_WITHOUT_OWNER_MS = 10_000
const HEARTBEAT_MS = 10_000

/** Installs what is missing. A client that cannot be had is null, and `say` was told why. */
export async function fetchClients({ say }) {
  await ensurePrograms({ say })
  const missing = Object.keys(CLIENTS).filter((name) => cached(name) === null)
  if (missing.length > 0) {
    const release = await takeLock(say)
    try {
      for (const name of missing) if (cached(name) === null) await install(name, say)
    } finally {
      release()
    }
  }
  return { claude: cached('claude'), codex: cached('codex') }
}

/** Cached clients first, then those on PATH when they are not older than the ones we measured. */
export function findClients() {
  return { claude: cached('claude') ?? onPath('claude'), codex: cached('codex') ?? onPath('codex') }
}

/** Debian's packages for the person of the suite, by the program that each brings. */
const PROGRAMS = { tmux: 'tmux', chromium: 'chromium', Xvfb: 'xvfb', xdotool: 'xdotool' }

/** The person of the suite needs a terminal, a screen and a browser; only a CI machine that we own is changed to have them. */
export async function ensurePrograms({ say }) {
  const missing = Object.keys(PROGRAMS).filter((program) => !has(program))
  if (missing.length === 0) return true
  const names = missing.join(', ')
  if (process.env.CI !== 'true' || process.getuid?.() !== 0 || !has('apt-get')) {
    say(`${names} missing: the cases with a person at the keyboard will be skipped; install it to run them`)
    return false
  }
  say(`installing ${names}`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const packages = missing.map((program) => PROGRAMS[program])
  const get = ['apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { env }]
  const first = await run(...get)
  if (first.code !== 0) {
    await run('apt-get', ['update', '-qq'], { env })
    const second = await run(...get)
    if (second.code !== 0) say(`${names} could not be installed: ${lastLine(second.output)}`)
  }
  return missing.every(has)
}

function cached(name) {
  const { folder, version, bin } = CLIENTS[name]
  const path = join(CACHE, `${folder}-${version}`, 'node_modules', '.bin', bin)
  return existsSync(path) ? path : null
}

function onPath(name) {
  const { bin, version } = CLIENTS[name]
  const path = which(bin)
  if (path === null) return null
  const answer = spawnSync(path, ['--version'], {
    encoding: 'utf8',
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(answer.stdout ?? '')
  return found !== null && atLeast(found[0], version) ? path : null
}

function atLeast(found, wanted) {
  const [a, b] = [found, wanted].map((text) => text.split('.').map(Number))
  for (let i = 0; i < 3; i += 1) if (a[i] !== b[i]) return a[i] > b[i]
  return true
}

async function install(name, say) {
  const { folder, version, package: pkg, bin } = CLIENTS[name]
  const target = join(CACHE, `${folder}-${version}`)
  // A rename makes the finished client appear at once, so a killed run leaves nothing that looks complete.
  const partial = `${target}.partial-${process.pid}`
  for (const left of readdirSync(CACHE)) {
    if (left.startsWith(`${folder}-${version}`)) rmSync(join(CACHE, left), { recursive: true, force: true })
  }
  mkdirSync(partial, { recursive: true })
  writeFileSync(join(partial, 'package.json'), '{ "private": true }\n')
  const started = Date.now()
  say(`fetching ${pkg} ${version} (a few hundred MB, once)`)
  const beat = setInterval(() => say(`still fetching ${pkg} (${seconds(started)} s)`), HEARTBEAT_MS)
  const npm = process.env.npm_execpath
  const args = ['install', '--prefix', partial, '--no-audit', '--no-fund', '--loglevel=error', `${pkg}@${version}`]
  const result = npm ? await run(process.execPath, [npm, ...args]) : await run('npm', args)
  clearInterval(beat)
  const problem =
    result.code === 0 ? versionProblem(join(partial, 'node_modules', '.bin', bin), version) : result.output
  if (problem !== null) {
    rmSync(partial, { recursive: true, force: true })
    say(`${pkg} ${version} could not be fetched: ${lastLine(problem)}`)
    return
  }
  renameSync(partial, target)
  say(`${pkg} ${version} ready (${seconds(started)} s)`)
}

function versionProblem(bin, version) {
  const answer = spawnSync(bin, ['--version'], { encoding: 'utf8', timeout: 30_000, stdio: ['ignore', 'pipe', 'pipe'] })
  const text = `${answer.stdout ?? ''}${answer.stderr ?? ''}`
  return text.includes(version) ? null : `it does not start: ${text || answer.error?.message || 'no output'}`
}

/** A folder is the lock, because making one is atomic; the pid inside tells a dead owner from a busy one. */
async function takeLock(say) {
  mkdirSync(CACHE, { recursive: true })
  const deadline = Date.now() + LOCK_WAIT_MS
  let told = false
  for (;;) {
    try {
      mkdirSync(LOCK)
      writeFileSync(join(LOCK, 'pid'), String(process.pid))
      return () => rmSync(LOCK, { recursive: true, force: true })
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isDead(LOCK)) breakLock()
    else if (Date.now() > deadline) throw new Error(`another run holds ${LOCK}; remove it if that run is gone`)
    else {
      if (!told) say('another run is fetching the clients; waiting')
      told = true
      await new Promise((done) => setTimeout(done, 500))
    }
  }
}

/** Moved aside first and looked at again: another waiter may have put a live lock in its place meanwhile. */
function breakLock() {
  const aside = `${LOCK}.${process.pid}`
  try {
    renameSync(LOCK, aside)
    if (!isDead(aside)) return renameSync(aside, LOCK)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
  rmSync(aside, { recursive: true, force: true })
}

function isDead(lock) {
  const owner = existsSync(join(lock, 'pid')) ? Number(readFileSync(join(lock, 'pid'), 'utf8')) : 0
  if (owner > 0) return !isRunning(owner)
  // Its owner has not signed it yet, or died before it could.
  const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  return age > LOCK_WITHOUT_OWNER_MS
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function run(command, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', (error) => done({ code: 1, output: error.message }))
    child.on('close', (code) => done({ code: code ?? 1, output }))
  })
}

function which(name) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

const has = (name) => which(name) !== null
const seconds = (since) => Math.round((Date.now() - since) / 1000)
const lastLine = (text) => text.trim().split('\n').slice(-3).join(' / ')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const clients = await fetchClients({ say: (line) => console.log(line) })
  if (Object.values(clients).includes(null)) process.exitCode = 1
}
