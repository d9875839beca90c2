import { type ChildProcess, execFileSync, fork } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsOf } from '../../src/config/paths.ts'
import { type ProjectRoot, projectRoot } from '../../src/core/model/ids.ts'
import { askDaemon } from '../../src/hosts/cli/ask-daemon.ts'
import { runDaemon } from '../../src/hosts/daemon/run.ts'
import { ensureApprovalKey } from '../../src/install/approval-key.ts'
import { approveHold } from '../support/approve-hold.ts'
import { govern } from '../support/govern.ts'
import type { Round } from './race-worker.ts'

const WORKERS = 10
const CALLS_EACH = 5
/** With CI=true, together with the rounds of real processes in the end-to-end suite, 200. */
const ROUNDS_EACH_WAY = process.env['CI'] === 'true' ? 95 : 25

let folder: string
let home: string
let project: ProjectRoot
const workers: ChildProcess[] = []

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'fairlead-race-')))
  home = join(folder, 'home')
  project = projectRoot(join(folder, 'project'))
  mkdirSync(project)
  execFileSync('git', ['init', '-q', project])
  const paths = pathsOf({ HOME: home })
  ensureApprovalKey(paths.key)
  govern(paths, project)
  const script = join(folder, 'race-worker.mjs')
  await build({
    entryPoints: [fileURLToPath(new URL('./race-worker.ts', import.meta.url))],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  })
  workers.push(...Array.from({ length: WORKERS }, () => fork(script, { stdio: 'ignore' })))
}, 60_000)

afterAll(() => {
  for (const worker of workers) worker.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** How many of fifty identical calls pass, all asked for at the same moment. */
async function race(name: string, daemon: boolean): Promise<number> {
  const round: Round = { name, home, project, calls: CALLS_EACH, daemon }
  const passed = workers.map(
    (worker) =>
      new Promise<number>((done) => {
        worker.once('message', (message: { readonly passed: number }) => done(message.passed))
        worker.send(round)
      }),
  )
  return (await Promise.all(passed)).reduce((sum, one) => sum + one, 0)
}

async function rounds(daemon: boolean): Promise<readonly number[]> {
  const way = daemon ? 'up' : 'down'
  expect(await race(`first-${way}`, daemon)).toBe(0)
  const passed: number[] = []
  for (let round = 0; round < ROUNDS_EACH_WAY; round += 1) {
    expect(await approveHold({ home, project })).toMatchObject({ kind: 'allow' })
    passed.push(await race(`${way}-${round}`, daemon))
  }
  return passed
}

it(`[EDGE-39, EDGE-40] of ${WORKERS * CALLS_EACH} identical calls one passes for one approval, ${ROUNDS_EACH_WAY} times without a daemon`, {
  timeout: 300_000,
}, async () => {
  expect(await rounds(false)).toEqual(Array.from({ length: ROUNDS_EACH_WAY }, () => 1))
})

it(`[EDGE-39, EDGE-40] and ${ROUNDS_EACH_WAY} times with one`, { timeout: 300_000 }, async () => {
  const { socket } = pathsOf({ HOME: home })
  const running = runDaemon({ paths: pathsOf({ HOME: home }), env: { HOME: home } })
  for (let waited = 0; waited < 200 && !existsSync(socket); waited += 1)
    await new Promise((done) => setTimeout(done, 10))
  const passed = await rounds(true)
  await askDaemon(socket, 'stop')
  await running
  expect(passed).toEqual(Array.from({ length: ROUNDS_EACH_WAY }, () => 1))
})
