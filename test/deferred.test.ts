import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { DEFAULT_POLICY } from '../src/core/model/policy.ts'
import { toolsFor } from '../src/hosts/mcp/tools.ts'

it('[LEDGER-134] what is left for later is named where people look, and is not there by another name', () => {
  const guide = readFileSync(new URL('../docs/guides/resume-after-clear.md', import.meta.url), 'utf8')
  const [, later = ''] = guide.split('## Not built')
  for (const name of ['synchronising the record over MCP', 'a live view of the budget']) expect(later).toContain(name)
  const tools = toolsFor('codex', { ...DEFAULT_POLICY, mcp: { 'claude-code': 'all', codex: 'all' } })
  expect(tools.length).toBeGreaterThan(5)
  expect(tools.map(({ name }) => name).filter((name) => /sync|budget|watch/.test(name))).toEqual([])
})
