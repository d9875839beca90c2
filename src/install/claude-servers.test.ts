import { expect, it } from 'vitest'
import { addServer, hasServer, removeServer, serverOf } from './target.ts'

const OURS = serverOf('/data/bin/fairlead')
const add = (text: string) => {
  const added = addServer(text, OURS)
  return added.ok ? added.text : added.problem
}
const remove = (text: string) => {
  const removed = removeServer(text)
  return removed.ok ? removed.text : removed.problem
}

it.each([
  ['nothing', ''],
  ['an empty object', '{}\n'],
  ['one line', '{"numStartups":3}'],
  ['many lines', '{\n  "numStartups": 3,\n  "projects": {\n    "/x": {}\n  }\n}\n'],
  ['servers of others', '{\n  "mcpServers": {\n    "docs": { "command": "docs" }\n  }\n}\n'],
  ['comments and tabs', '{\n\t// mine\n\t"a": 1,\n}\n'],
])('is added to %s and taken out again', (_, text) => {
  const added = add(text)
  expect(hasServer(added, OURS)).toBe(true)
  expect(JSON.parse(added.replace(/\/\/.*|,(?=\s*\})/g, '')).mcpServers.fairlead).toEqual({
    type: 'stdio',
    command: '/data/bin/fairlead',
    args: ['mcp', 'claude-code'],
    env: {},
  })
  expect(remove(added).replaceAll(/\s/g, '')).toBe((text === '' ? '{}' : text).replaceAll(/\s/g, ''))
})

it('leaves what is not ours', () => {
  const theirs = '{"mcpServers":{"fairlead":{"command":"other","args":[]}}}'
  expect([add(theirs), remove(theirs), hasServer(theirs, OURS)]).toEqual([
    '`mcpServers.fairlead` is there already and is not ours',
    theirs,
    false,
  ])
  expect([remove('{"mcpServers":{"fairlead":3}}'), remove('{'), remove('{}')]).toEqual([
    '{"mcpServers":{"fairlead":3}}',
    '{',
    '{}',
  ])
})

it('says what it cannot change', () => {
  expect([add('[]'), add('{"mcpServers":[]}'), add('{')]).toEqual([
    'it is not an object',
    '`mcpServers` is not an object',
    expect.any(String),
  ])
})
