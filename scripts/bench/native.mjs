import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import { passThrough, writeSeal } from '../../src/install/seal/keep-seal.ts'
import { draftSeal } from '../../src/install/seal/seal-plan.ts'
import { probeSeal } from '../../src/install/seal/try-seal.ts'
import { holdMany, letGo } from './pending.mjs'
import { startDaemon } from './spawns.mjs'
import { percentile, round } from './table.mjs'
import { installIn, makeWorld, payload } from './world.mjs'

const PENDING = [0, 50, 500]
const PARALLEL = [1, 8, 32]
const CALLS = 320

/** The command that clients call, as `init` installs it, among floors, shuffled anew in every round. */
export async function benchNative(scratch, rounds) {
  const world = installIn(makeWorld(join(scratch, 'native')))
  const cold = installIn(makeWorld(join(scratch, 'native-cold')))
  const held = []
  for (const pending of PENDING) held.push(await pendingWorld(scratch, pending))
  const daemons = await Promise.all([world, ...held].map(startDaemon))
  try {
    const times = await takeTurns(contendersIn(world, cold, held), rounds)
    return { latency: rowsOf(times), parallel: await inParallel(world) }
  } finally {
    for (const daemon of daemons) daemon.kill('SIGTERM')
    for (const { holds } of held) await holds.gate.close()
  }
}

function contendersIn(world, cold, held) {
  const program = world.isNative ? 'native' : 'Node'
  return {
    '/bin/true': () => void spawnSync('/bin/true'),
    'bash -c true': () => void spawnSync('bash', ['-c', 'true']),
    'node -e 0': () => void spawnSync(process.execPath, ['-e', '0'], { env: world.env }),
    ...sealedIn(world),
    'hook in Node, allow': () => call(world, 'ls', 'allow', world.script),
    'hook in Node, daemon away': away(cold, cold.script),
    [`hook (${program}), daemon away`]: away(cold, cold.hook),
    [`hook (${program}), allow`]: () => call(world, 'ls', 'allow'),
    [`hook (${program}), known hold`]: () => call(world, 'npm publish', 'deny'),
    [`hook (${program}), block`]: () => call(world, 'rm -rf /', 'deny'),
    ...Object.fromEntries(
      held.map((one) => [
        `hook (${program}), new hold, ${one.pending} wait`,
        (index) => {
          call(one, `kubectl delete namespace n${index}`, 'deny')
          return () => letGo(one.holds)
        },
      ]),
    ),
  }
}

/** A fresh mark keeps the hook from starting a daemon, so that every call is alone. */
function away(world, program) {
  const mark = join(world.state, 'daemon.starting')
  return () => {
    writeFileSync(mark, '')
    utimesSync(mark, new Date(), new Date())
    call(world, 'npm publish', 'deny', program)
  }
}

/** One command in the seal as `init` plans it, told to the daemon; root is not held by it, so that its run has no such row. */
function sealedIn({ env, project }) {
  const paths = pathsOf(env)
  mkdirSync(paths.claude.folder, { recursive: true })
  const drafted = draftSeal({ paths, env, projects: [project], strict: false })
  if (!drafted.ok || !existsSync(paths.sealCommand)) return {}
  writeSeal(paths, drafted.draft)
  const isOn = probeSeal(paths.sealCommand).ok
  if (!isOn) passThrough(paths)
  return isOn ? { 'bash -c true, sealed': () => void spawnSync(paths.sealCommand, ['true']) } : {}
}

async function takeTurns(contenders, rounds) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let index = -5; index < rounds; index += 1) {
    for (const name of shuffled(Object.keys(contenders))) {
      const started = performance.now()
      const after = contenders[name](index)
      if (index >= 0) times[name].push(performance.now() - started)
      await after?.()
    }
  }
  return times
}

function shuffled(names) {
  const keyed = names.map((name) => [Math.random(), name])
  return keyed.sort(([left], [right]) => left - right).map(([, name]) => name)
}

function rowsOf(times) {
  const to = (name, values) => round(percentile(values, 0.5) / percentile(times[name], 0.5))
  return Object.entries(times).map(([what, values]) => ({
    what,
    'p50 ms': round(percentile(values, 0.5)),
    'p95 ms': round(percentile(values, 0.95)),
    '/ bin/true': to('/bin/true', values),
    '/ bash -c true': to('bash -c true', values),
    '/ node -e 0': to('node -e 0', values),
  }))
}

/** So many calls at a time, each a process of its own. */
async function inParallel(world) {
  const rows = []
  for (const width of PARALLEL) {
    const started = performance.now()
    let next = 0
    const worker = async () => {
      while (next < CALLS) {
        next += 1
        await callLater(world, 'ls')
      }
    }
    await Promise.all(Array.from({ length: width }, worker))
    rows.push({ 'at a time': width, 'calls a second': round(CALLS / ((performance.now() - started) / 1_000)) })
  }
  return rows
}

let calls = 0

function call({ hook, env, project }, command, expected, program = hook) {
  calls += 1
  const { stdout, stderr } = spawnSync(program, ['claude-code', '--wait', '600'], {
    env,
    cwd: project,
    input: payload(project, command, `toolu_${calls}`),
  })
  // A hook that answers nothing would be fast and wrong.
  if (stdout.includes('"deny"') !== (expected === 'deny'))
    throw new Error(`the hook did not ${expected} \`${command}\`: ${stdout}${stderr}`)
}

async function callLater({ hook, env, project }, command) {
  calls += 1
  const child = spawn(hook, ['claude-code', '--wait', '600'], {
    env,
    cwd: project,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.stdin.end(payload(project, command, `toolu_${calls}`))
  await once(child, 'exit')
}

/** A machine of its own for each, so that the others' holds are not counted in. */
async function pendingWorld(scratch, pending) {
  const world = installIn(makeWorld(join(scratch, `native-${pending}`)))
  return { ...world, pending, holds: await holdMany(world, pending) }
}
