import { expect, it } from 'vitest'
import { claudeCode } from '../../src/runtimes/claude-code/claude-code.ts'
import { codex } from '../../src/runtimes/codex/codex.ts'
import { runtimeOf } from '../../src/runtimes/registry.ts'
import { runtimeContract } from './runtime.ts'

const runtimes = [claudeCode, codex]
for (const runtime of runtimes) runtimeContract(runtime)

it('[PLANE-R13a] both clients are known by name, and nothing else is', () => {
  expect(runtimes.map(({ name }) => name)).toEqual(['claude-code', 'codex'])
  for (const runtime of runtimes) expect(runtimeOf(runtime.name)).toBe(runtime)
  expect(runtimeOf('constructor')).toBeUndefined()
})
