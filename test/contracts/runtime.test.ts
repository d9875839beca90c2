import { expect, it } from 'vitest'
import { RUNTIMES, runtimeOf } from '../../src/runtimes/registry.ts'
import { runtimeContract } from './runtime.ts'

for (const runtime of RUNTIMES) runtimeContract(runtime)

it('[PLANE-R13a] both clients are known by name, and nothing else is', () => {
  expect(RUNTIMES.map(({ name }) => name)).toEqual(['claude-code', 'codex'])
  for (const runtime of RUNTIMES) expect(runtimeOf(runtime.name)).toBe(runtime)
  expect(runtimeOf('constructor')).toBeUndefined()
})
