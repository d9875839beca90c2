import { expect } from 'vitest'
import type { GovernedMachine } from './governed-machine.ts'
import type { Installed } from './installed.ts'
import { until } from './until.ts'

/** Whatever was tried, no grant is on record, and nothing was pushed. */
export async function expectNothingGranted({ world, fairlead }: GovernedMachine): Promise<void> {
  expect(await fairlead.factsOf('junction.approved')).toEqual([])
  expect(await fairlead.factsOf('junction.dismissed')).toEqual([])
  expect(world.pushed()).toEqual(['first'])
}

/** So many attempts to approve have been refused. */
export async function untilRefused(fairlead: Installed, count: number): Promise<void> {
  const isOnRecord = async () => (await fairlead.factsOf('approval.refused')).length >= count
  await until(isOnRecord, `${count} refused approvals`, { timeoutMs: 60_000 })
}
