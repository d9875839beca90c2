import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'

/** A few lives in the normal run; `npm run simulate -- --seeds 10000` lives more of them. */
const SEEDS = Number(process.env['FAIRLEAD_SIMULATION_SEEDS'] ?? 40)
const FIRST = Number(process.env['FAIRLEAD_SIMULATION_FIRST'] ?? 1)

it(`[EDGE-40, EDGE-88] ${SEEDS} whole lives with failing disks, dying processes and jumping clocks`, {
  timeout: Math.max(120_000, SEEDS * 2_000),
}, async () => {
  for (let seed = FIRST; seed < FIRST + SEEDS; seed += 1) await simulate(seed)
  expect(SEEDS).toBeGreaterThan(0)
})
