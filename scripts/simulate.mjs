// Lives many lives: `npm run simulate [-- --seeds N] [--first N]`. A failure names its seed; `--first SEED --seeds 1` lives it again.
import { simulate } from '../test/simulation/simulate.ts'

const PROGRESS_EVERY = 500
const seeds = numberAfter('--seeds', 10_000)
const first = numberAfter('--first', 1)
const failures = []

for (let seed = first; seed < first + seeds; seed += 1) {
  try {
    await simulate(seed)
  } catch (error) {
    failures.push(seed)
    process.stderr.write(`simulate: ${error.message}\n`)
  }
  if ((seed - first + 1) % PROGRESS_EVERY === 0)
    process.stderr.write(`simulate: ${seed - first + 1} of ${seeds} seeds, ${failures.length} failed\n`)
}
process.stdout.write(`simulate: ${seeds} seeds from ${first}, ${failures.length} failed\n`)
process.exitCode = failures.length === 0 ? 0 : 1

function numberAfter(flag, fallback) {
  const index = process.argv.indexOf(flag)
  if (index < 0) return fallback
  const value = Number(process.argv[index + 1])
  if (Number.isInteger(value) && value > 0) return value
  process.stderr.write(`simulate: \`${flag}\` wants a whole number above 0\n`)
  process.exit(2)
}
