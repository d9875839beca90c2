import { expect, it } from 'vitest'
import { capabilities } from './capabilities.ts'

it('[PLANE-R13b] fails open everywhere, and cannot be asked before a tool', () => {
  const { doorways } = capabilities('codex-cli 0.166.0')
  expect(doorways.filter(({ fails, failsStrict }) => fails !== 'open' || failsStrict !== undefined)).toEqual([])
  expect(doorways.find(({ name }) => name === 'PreToolUse')).toEqual({
    name: 'PreToolUse',
    event: 'tool.before',
    deny: true,
    ask: false,
    steer: true,
    notice: true,
    fails: 'open',
  })
})

it('[PLANE-R13b] names what no hook sees, and what was not tested', () => {
  const words = capabilities('0.166.0').uncovered
  for (const hole of ['write_stdin', 'unified_exec_tty = false', 'web_search', 'MCP call', 'not trusted']) {
    expect(words.join('\n')).toContain(hole)
  }
  expect(capabilities('0.165.9').uncovered).toEqual([
    'version 0.165.9 is older than any tested one; the oldest is 0.166.0',
    ...words,
  ])
  expect(capabilities(undefined).uncovered).toEqual([
    'the version of this client is unknown; tested with 0.166.0',
    ...words,
  ])
})
