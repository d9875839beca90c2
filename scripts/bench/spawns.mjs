import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import { hookScript, pinnedEnvironment } from '../../src/install/scripts.ts'
import { daemonArgs } from '../../src/wiring/daemon-args.ts'
import { percentile, round } from './table.mjs'
import { DIST, makeWorld, payload } from './world.mjs'

/** Floors and hooks take turns, so that a busy moment of the machine hits all of them alike. */
export async function benchSpawns(scratch, rounds) {
  const warm = makeWorld(join(scratch, 'warm'))
  const cold = makeWorld(join(scratch, 'cold'))
  const daemon = await startDaemon(warm)
  const mark = join(cold.state, 'daemon.starting')
  const program = [process.execPath, join(DIST, 'hook.cjs')]
  // A fresh mark keeps the hook from starting a daemon, so every call stays cold.
  const stayCold = () => {
    writeFileSync(mark, '')
    utimesSync(mark, new Date(), new Date())
  }
  const contenders = {
    '/bin/true': () => spawnSync('/bin/true'),
    'node -e 0': () => spawnSync(process.execPath, ['-e', '0'], { env: cold.env }),
    'hook, warm (daemon up)': () => runHook(program, warm),
    'hook, warm, with its guard': () => runHook([installCommand(warm)], warm),
    'hook, warm, a push (git is asked)': () => runHook(program, warm, 'git push'),
    'hook, cold (daemon away)': () => {
      stayCold()
      runHook(program, cold)
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

function runHook([file, ...args], world, command = 'npm publish') {
  const answer = spawnSync(file, [...args, 'claude-code'], {
    env: world.env,
    cwd: world.project,
    input: payload(world.project, command),
  })
  // A hook that answers nothing would be fast and wrong.
  if (!answer.stdout.includes('"deny"'))
    throw new Error(`the hook did not hold \`${command}\`: ${answer.stdout}${answer.stderr}`)
}

/** What clients really call: the command that `init` writes, with this build behind it. */
function installCommand({ env }) {
  const paths = pathsOf(env)
  if (existsSync(paths.hookCommand)) return paths.hookCommand
  for (const folder of [paths.current, dirname(paths.hookCommand)]) mkdirSync(folder, { recursive: true })
  symlinkSync(process.execPath, join(paths.current, 'node'))
  symlinkSync(join(DIST, 'hook.cjs'), join(paths.current, 'hook.cjs'))
  writeFileSync(paths.hookCommand, hookScript(paths, pinnedEnvironment(paths, env)), { mode: 0o755 })
  return paths.hookCommand
}

export async function startDaemon(world) {
  const child = spawn(process.execPath, daemonArgs(DIST), { env: world.env, stdio: 'ignore' })
  const socket = join(world.state, 'daemon.sock')
  for (let waited = 0; waited < 100 && !existsSync(socket); waited += 1)
    await new Promise((done) => setTimeout(done, 50))
  if (!existsSync(socket)) throw new Error('the daemon did not start within 5 s')
  return child
}
