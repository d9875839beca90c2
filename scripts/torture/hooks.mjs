import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/index.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { openStore } from '../../src/stores/compose.ts'
import { readGaps } from '../../src/stores/gaps.ts'
import { startDaemon } from '../bench/spawns.mjs'
import { DIST, installIn, makeWorld, payload } from '../bench/world.mjs'

const WRITERS = 32
const RESTART_EVERY_MS = 700

/**
 * Real hook processes, in Node or the installed native client, 32 at a time, on one project: no fact lost, no fork, state equals the fold. With `restarts` the
 * daemon is killed again and again meanwhile, so that many calls find it dying, absent or just born; where all of them want
 * the database at once, some are answered without state, and each of those is on record as a gap.
 */
export async function hookProcesses(processes, { restarts, isNative = false }) {
  const scratch = mkdtempSync(join(tmpdir(), 'fairlead-torture-'))
  const world = isNative ? installIn(makeWorld(scratch)) : makeWorld(scratch)
  if (isNative && !world.isNative) return 'the native client was not built here'
  let daemon = await startDaemon(world)
  let killed = 0
  let isOver = false
  const reaper = async () => {
    while (restarts && !isOver) {
      await new Promise((done) => setTimeout(done, RESTART_EVERY_MS))
      daemon.kill('SIGKILL')
      killed += 1
      daemon = await startDaemon(world)
    }
  }
  try {
    let next = 0
    const lane = async () => {
      while (next < processes) {
        next += 1
        if (next % 1_000 === 0) process.stderr.write(`torture: ${next} of ${processes} hook processes\n`)
        await runHook(world, next)
      }
    }
    const reaping = reaper()
    await Promise.all(Array.from({ length: WRITERS }, lane))
    isOver = true
    await reaping
    const problem = await checkProject(world, { processes, restarts })
    if (restarts && problem === undefined) process.stdout.write(`torture: the daemon was killed ${killed} times\n`)
    return problem
  } finally {
    daemon.kill('SIGTERM')
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

function runHook(world, index) {
  return new Promise((done, fail) => {
    const [program, ...args] = world.isNative ? [world.hook] : [process.execPath, join(DIST, 'hook.cjs')]
    const child = spawn(program, [...args, 'claude-code'], {
      env: world.env,
      cwd: world.project,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.on('error', fail)
    child.on('close', done)
    child.stdin.end(payload(world.project, 'git status', `toolu_${index}`))
  })
}

async function checkProject(world, { processes, restarts }) {
  const database = join(world.state, 'hooks.db')
  const store = await openStore({ database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes: IN_REPO })
  try {
    const verified = await store.verify(world.project)
    if (!verified.ok) return `the chain broke at fact ${verified.seq}: ${verified.problem}`
    const rows = await store.facts(world.project, { limit: processes * 2 })
    const calls = new Set(rows.flatMap((row) => (row.fact.kind === 'call.judged' ? [row.fact.call] : [])))
    const missing = processes - calls.size
    const gaps = readGaps(join(world.state, 'gaps.jsonl'))
    if (missing !== gaps.length) return `${missing} of ${processes} calls left no fact, and ${gaps.length} a gap`
    if (gaps.length > 0 && !restarts) return `${gaps.length} gaps, the last: ${gaps.at(-1).problem}`
    const same = JSON.stringify(rows.reduce(evolve, INITIAL_STATE)) === JSON.stringify(await store.read(world.project))
    const without = gaps.length > 0 ? `, ${gaps.length} answered without state and recorded as gaps` : ''
    process.stdout.write(`torture: ${processes} hook processes, ${rows.length} facts, chain verified${without}\n`)
    return same ? undefined : 'the state is not the fold of the facts'
  } finally {
    await store.close()
  }
}
