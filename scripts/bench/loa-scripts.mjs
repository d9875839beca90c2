import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LEDGER_SCRIPTS } from '../../src/install/ledger/ledger-scripts.ts'
import { percentile } from './table.mjs'
import { DIST, makeWorld } from './world.mjs'

const CLAIM = {
  phase: 'cite',
  grounding: 'citation',
  claim: 'it is so',
  evidence: { path: '${' + 'PROJECT_ROOT}/a.ts', line: 1, quote: 'export const answer = 42' },
}

/** The published scripts on a day of a hundred claims, in turn with a bare node. */
export function benchScripts(scratch, rounds) {
  const alone = scriptsIn(makeWorld(join(scratch, 'alone')))
  const governed = scriptsIn(makeWorld(join(scratch, 'governed')))
  const fairlead = install(governed)
  const run = (world, name, ...args) => spawnSync(join(world.project, `.claude/scripts/${name}.sh`), args, world)
  const contenders = {
    'node -e 0': () => spawnSync(process.execPath, ['-e', '0'], alone),
    'grounding-check.sh': () => run(alone, 'grounding-check'),
    'synthesis-checkpoint.sh': () => run(alone, 'synthesis-checkpoint'),
    'self-heal-state.sh': () => run(alone, 'self-heal-state'),
    'grounding-check.sh, governed': () => run(governed, 'grounding-check'),
  }
  fairlead('up')
  const warm = measure(contenders, rounds)
  fairlead('down')
  const cold = measure({ [AWAY]: contenders['grounding-check.sh, governed'] }, Math.ceil(rounds / 4))
  const floor = warm['node -e 0']
  return Object.entries({ ...warm, ...cold }).map(([name, ms]) => {
    return { name, ms, ratio: ms / floor, isPromised: name !== AWAY }
  })
}

const AWAY = 'grounding-check.sh, governed, the daemon away'

/** The median of each, in turn. */
function measure(contenders, rounds) {
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let index = -2; index < rounds; index += 1)
    for (const [name, act] of Object.entries(contenders)) {
      const started = performance.now()
      // One that answers nothing would be fast and wrong.
      const { status, stderr } = act()
      if (status !== 0) throw new Error(`${name} exited with ${status}: ${stderr}`)
      if (index >= 0) times[name].push(performance.now() - started)
    }
  return Object.fromEntries(Object.entries(times).map(([name, values]) => [name, percentile(values, 0.5)]))
}

function scriptsIn({ project, env }) {
  const day = new Date().toLocaleDateString('sv-SE')
  const put = (path, text, mode = 0o644) => {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text, { mode })
  }
  for (const { path, text } of LEDGER_SCRIPTS) put(path, text, 0o755)
  put('a.ts', 'export const answer = 42\n')
  put(`loa-grimoire/a2a/trajectory/implementing-tasks-${day}.jsonl`, `${JSON.stringify(CLAIM)}\n`.repeat(100))
  return { project, cwd: project, env: { ...env, PROJECT_ROOT: project } }
}

function install({ project, env }) {
  mkdirSync(join(env.HOME, '.claude'), { recursive: true })
  const run = (command, ...args) => {
    const { status, stderr } = spawnSync(command, args, { cwd: project, env })
    if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`)
  }
  run(process.execPath, join(DIST, 'cli.mjs'), 'init', '--yes', '--ledger', '--runtime', 'claude-code')
  return (...args) => run(join(env.HOME, '.fairlead/bin/fairlead'), ...args)
}
