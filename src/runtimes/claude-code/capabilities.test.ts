import { expect, it } from 'vitest'
import { capabilities } from './capabilities.ts'

const strictOf = (version: string | undefined) =>
  capabilities(version).doorways.flatMap(({ name, failsStrict, since }) => (failsStrict ? [`${name} ${since}`] : []))

it('[PLANE-R13b] fails closed with --strict since 2.1.295, where a refusal takes effect', () => {
  const closable = ['UserPromptSubmit', 'UserPromptExpansion', 'PreToolUse', 'PreCompact', 'ConfigChange']
  const expected = closable.map((name) => `${name} 2.1.295`)
  expect(strictOf('2.1.325 (Claude Code)')).toEqual(expected)
  expect(strictOf('2.1.295')).toEqual(expected)
  for (const version of ['2.1.294', '2.1.9', '1.99.999', undefined]) expect(strictOf(version)).toEqual([])
})

it('[PLANE-R13b] says in words what an old version means', () => {
  const noteOf = (version: string | undefined) =>
    capabilities(version).uncovered.slice(0, -capabilities('2.1.325').uncovered.length)
  expect(noteOf('2.1.325')).toEqual([])
  expect(noteOf('2.2.0')).toEqual([])
  const open = 'is older than 2.1.295: a hook that fails lets the call pass, even with `--strict`'
  expect(noteOf('2.1.200')).toEqual([`version 2.1.200 ${open}`])
  expect(noteOf('2.1.9')).toEqual([
    `version 2.1.9 ${open}`,
    'version 2.1.9 is older than any tested one; the oldest is 2.1.120',
  ])
  expect(noteOf(undefined)).toEqual(['the version of this client is unknown; tested with 2.1.325'])
})

it('[PLANE-R13b] names what no hook sees', () => {
  const words = capabilities('2.1.325').uncovered.join('\n')
  for (const hole of [
    '`!`',
    '`@`',
    '/clear',
    '/rewind',
    '--bare',
    '--safe-mode',
    '--restricted',
    '--setting-sources',
  ]) {
    expect(words).toContain(hole)
  }
})
