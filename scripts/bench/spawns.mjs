import { spawn, spawnSync } from 'node:child_process'
import { existsSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { daemonArgs } from '../../src/wiring/daemon-args.ts'
import { percentile, round } from './table.mjs'
import { DIST, makeWorld, payload } from './world.mjs'

/** Floors and hooks take turns, so that a busy moment of the machine hits all of them alike. */
export async function benchSpawns(scratch, rounds) {
  const warm = makeWorld(join(scratch, 'warm'))
  const cold = makeWorld(join(scratch, 'cold'))
  const daemon = await startDaemon(warm)
  const mark = join(cold.state, 'daemon.starting')
  const hook = join(DIST, 'hook.cjs')
  const contenders = {
    '/bin/true': () => spawnSync('/bin/true'),
    'node -e 0': () => spawnSync(process.execPath, ['-e', '0'], { env: cold.env }),
    'hook, warm (daemon up)': () => runHook(hook, warm),
    'hook, cold (daemon away)': () => {
      // A fresh mark keeps the hook from starting a daemon, so every call stays cold.
      writeFileSync(mark, '')
      utimesSync(mark, new Date(), new Date())
      runHook(hook, cold)
    },
  }
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  try {
    for (let index = -5; index < rounds; index += 1) {
      for (const [name, run] of Object.entries(contenders)) {
        const started = performance.now()
        run()
        if (index >= 0) times[name].push(performance.now() - started)
      }
    }
  } finally {
    daemon.kill('SIGTERM')
  }
  const floor = percentile(times['node -e 0'], 0.5)
  return Object.entries(times).map(([name, values]) => ({
    what: name,
    p50: round(percentile(values, 0.5)),
    p95: round(percentile(values, 0.95)),
    'p50 / node -e 0': round(percentile(values, 0.5) / floor),
  }))
}

function runHook(hook, world) {
  const answer = spawnSync(process.execPath, [hook, 'claude-code'], {
    env: world.env,
    cwd: world.project,
    input: payload(world.project, 'git push'),
  })
  // A hook that answers nothing would be fast and wrong.
  if (!answer.stdout.includes('"deny"'))
    throw new Error(`the hook did not hold \`git push\`: ${answer.stdout}${answer.stderr}`)
}

export async function startDaemon(world) {
  const child = spawn(process.execPath, daemonArgs(DIST), { env: world.env, stdio: 'ignore' })
  const socket = join(world.state, 'daemon.sock')
  for (let waited = 0; waited < 100 && !existsSync(socket); waited += 1)
    await new Promise((done) => setTimeout(done, 50))
  if (!existsSync(socket)) throw new Error('the daemon did not start within 5 s')
  return child
}
