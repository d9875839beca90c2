// The long form of the reliability tests: `npm run torture [-- --processes N] [--kill-rounds N]`.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as yamlDoor from '../src/config/yaml-door.ts'
import { evolve } from '../src/core/index.ts'
import { INITIAL_STATE } from '../src/core/model/state.ts'
import { openStore } from '../src/stores/compose.ts'
import { startDaemon } from './bench/spawns.mjs'
import { DIST, makeWorld, payload } from './bench/world.mjs'

const WRITERS = 32
const processes = numberAfter('--processes', WRITERS * 500)
const killRounds = numberAfter('--kill-rounds', 1_000)

const failures = [await hookProcesses(), killAtEveryWrite()].filter((problem) => problem !== undefined)
for (const problem of failures) process.stderr.write(`torture: ${problem}\n`)
process.stdout.write(failures.length === 0 ? 'torture: everything held\n' : `torture: ${failures.length} failed\n`)
process.exitCode = failures.length === 0 ? 0 : 1

/** Real hook processes, 32 at a time, on one project: no fact lost, no fork, state equals the fold. */
async function hookProcesses() {
  const scratch = mkdtempSync(join(tmpdir(), 'fairlead-torture-'))
  const world = makeWorld(scratch)
  const daemon = await startDaemon(world)
  try {
    let next = 0
    const lane = async () => {
      while (next < processes) {
        next += 1
        if (next % 1_000 === 0) process.stderr.write(`torture: ${next} of ${processes} hook processes\n`)
        await runHook(world, next)
      }
    }
    await Promise.all(Array.from({ length: WRITERS }, lane))
    return await checkProject(world)
  } finally {
    daemon.kill('SIGTERM')
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function runHook(world, index) {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), 'claude-code'], {
      env: world.env,
      cwd: world.project,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.on('error', fail)
    child.on('close', done)
    child.stdin.end(payload(world.project, 'git status', `toolu_${index}`))
  })
}

async function checkProject(world) {
  const database = join(world.state, 'hooks.db')
  const store = await openStore({ database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor })
  try {
    const verified = await store.verify(world.project)
    if (!verified.ok) return `the chain broke at fact ${verified.seq}: ${verified.problem}`
    const rows = await store.facts(world.project, { limit: processes * 2 })
    const calls = new Set(rows.flatMap((row) => (row.fact.kind === 'call.judged' ? [row.fact.call] : [])))
    if (calls.size !== processes) return `${processes - calls.size} of ${processes} calls left no fact`
    const same = JSON.stringify(rows.reduce(evolve, INITIAL_STATE)) === JSON.stringify(await store.read(world.project))
    process.stdout.write(`torture: ${processes} hook processes, ${rows.length} facts, chain verified\n`)
    return same ? undefined : 'the state is not the fold of the facts'
  } finally {
    await store.close()
  }
}

function killAtEveryWrite() {
  const env = { ...process.env, FAIRLEAD_KILL_ROUNDS: String(killRounds) }
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', '--project', 'unit', 'test/torture/kill.test.ts', '--testTimeout', '7200000']
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' })
  return status === 0 ? undefined : `${killRounds} kills at the write points: see above`
}

function numberAfter(flag, fallback) {
  const index = process.argv.indexOf(flag)
  if (index < 0) return fallback
  const value = Number(process.argv[index + 1])
  if (Number.isInteger(value) && value > 0) return value
  process.stderr.write(`torture: \`${flag}\` wants a whole number above 0\n`)
  process.exit(2)
}
