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

/** The published scripts on a day of a hundred claims, in turn with a bare node; the first figure of each is what was promised. */
export function benchScripts(scratch, rounds) {
  const alone = scriptsIn(makeWorld(join(scratch, 'alone')))
  const governed = scriptsIn(makeWorld(join(scratch, 'governed')))
  install(governed)
  const run = (world, name, ...args) => spawnSync(join(world.project, `.claude/scripts/${name}.sh`), args, world)
  const contenders = {
    'node -e 0': () => spawnSync(process.execPath, ['-e', '0'], alone),
    'grounding-check.sh': () => run(alone, 'grounding-check'),
    'synthesis-checkpoint.sh': () => run(alone, 'synthesis-checkpoint'),
    'self-heal-state.sh': () => run(alone, 'self-heal-state'),
    'grounding-check.sh, governed': () => run(governed, 'grounding-check'),
  }
  const times = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let index = -2; index < rounds; index += 1)
    for (const [name, act] of Object.entries(contenders)) {
      const started = performance.now()
      // One that answers nothing would be fast and wrong.
      const { status, stderr } = act()
      if (status !== 0) throw new Error(`${name} exited with ${status}: ${stderr}`)
      if (index >= 0) times[name].push(performance.now() - started)
    }
  const floor = percentile(times['node -e 0'], 0.5)
  return Object.entries(times).map(([name, values]) => {
    const ms = percentile(values, 0.5)
    return { name, ms, ratio: ms / floor, isPromised: !name.endsWith('governed') }
  })
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

/** As `init --ledger` leaves it: our manifest in the project, the command line in the home. */
function install({ project, env }) {
  writeFileSync(join(project, '.claude/checksums.json'), '{\n  "generated": "fairlead"\n}\n')
  const bin = join(env.HOME, '.fairlead/bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'fairlead'), `#!/bin/sh\nexec '${process.execPath}' '${join(DIST, 'cli.mjs')}' "$@"\n`, {
    mode: 0o755,
  })
}
