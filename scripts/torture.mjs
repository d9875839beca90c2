// The long form of the reliability tests: `npm run torture [-- ROW…]`; without a row, all of them. docs/reliability.md says what each shows.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { hookProcesses } from './torture/hooks.mjs'

const HOUR_MS = 3_600_000

const ROWS = {
  hooks: () => hookProcesses(16_000, { restarts: false }),
  restarts: () => hookProcesses(4_000, { restarts: true }),
  native: () => hookProcesses(16_000, { restarts: false, isNative: true }),
  'native-restarts': () => hookProcesses(4_000, { restarts: true, isNative: true }),
  kills: () =>
    unit('test/torture/kill.test.ts test/torture/ledger-kill.test.ts', {
      FAIRLEAD_KILLS_PER_POINT: '1000',
      FAIRLEAD_LEDGER_KILLS_PER_POINT: '25',
    }),
  writers: () => unit('test/torture/writers.test.ts', { FAIRLEAD_WRITER_EVENTS: '10000' }),
  damage: () => unit('test/torture/damage.test.ts', { FAIRLEAD_DAMAGE_TRIALS: '10000' }),
  disks: () => unit('test/torture/slow-disk.test.ts src/stores/corruption.test.ts', {}),
  day: () => unit('test/torture/long-session.test.ts', {}),
  versions: () =>
    unit(
      'src/stores/sqlite/store.test.ts src/stores/check-file.test.ts src/hosts/daemon/run.test.ts test/versions.test.ts',
      {},
    ),
  races: () => e2e('test/e2e/race.e2e.ts', { FAIRLEAD_RACE_ROUNDS: '100' }),
  clients: () => e2e('test/e2e/', { FAIRLEAD_TORTURE: '1' }),
  expiry: () => e2e('test/e2e/approve.e2e.ts', { FAIRLEAD_WAIT_EXPIRY: '1' }),
  histories: () =>
    unit('test/reference/junction.test.ts', { FAIRLEAD_HISTORIES: '2000000', FAIRLEAD_FIRST_SEED: '1000001' }),
  simulation: () => unit('test/simulation/simulation.test.ts', { FAIRLEAD_SIMULATION_SEEDS: '10000' }),
}

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !Object.hasOwn(ROWS, name))
if (unknown.length > 0) {
  process.stderr.write(`torture: no row \`${unknown[0]}\`; one of: ${Object.keys(ROWS).join(', ')}\n`)
  process.exit(2)
}
const failures = []
for (const name of wanted.length > 0 ? wanted : Object.keys(ROWS)) {
  const startedMs = Date.now()
  process.stderr.write(`torture: ${name} …\n`)
  const problem = await ROWS[name]()
  if (problem !== undefined) failures.push(name)
  const seconds = Math.round((Date.now() - startedMs) / 1_000)
  process.stdout.write(`torture: ${name}: ${problem ?? 'held'} (${seconds} s)\n`)
}
process.stdout.write(failures.length === 0 ? 'torture: everything held\n' : `torture: failed: ${failures.join(', ')}\n`)
process.exitCode = failures.length === 0 ? 0 : 1

function unit(files, env) {
  return tests(['unit', 'endurance'], files, env)
}

function e2e(files, env) {
  return tests(['e2e', 'e2e-alone'], files, env)
}

function tests(projects, files, env) {
  const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs')
  const args = [
    vitest,
    'run',
    ...projects.map((name) => `--project=${name}`),
    ...files.split(' '),
    '--testTimeout',
    String(HOUR_MS),
  ]
  const { status } = spawnSync(process.execPath, args, { env: { ...process.env, ...env }, stdio: 'inherit' })
  return status === 0 ? undefined : 'failed, see above'
}
