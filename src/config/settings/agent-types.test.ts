import { expect, it } from 'vitest'
import type { Located } from '../located.ts'
import { agentType, agentTypes } from './agent-types.ts'

const scalar = (value: string | number): Located => ({ kind: 'scalar', line: 3, value })
const one = agentType('roles.director', { initial: 'none', about: '' })
const some = agentTypes('roles.gate_method_for', { initial: [], about: '' })

it('[PLANE-L15a] reads names of subagent types and nothing else', () => {
  const complaints: string[] = []
  const complain = (line: number, text: string) => complaints.push(`${line} ${text}`)
  expect(one.read(scalar('code-reviewer'), 'roles.director', complain)).toBe('code-reviewer')
  expect(some.read(scalar('coder'), 'x', complain)).toEqual(['coder'])
  expect(some.read({ kind: 'list', line: 1, items: [scalar('a'), scalar('b:c')] }, 'x', complain)).toEqual(['a', 'b:c'])
  for (const bad of ['', '-x', 'with space', 7])
    expect(one.read(scalar(bad), 'roles.director', complain)).toBeUndefined()
  expect(some.read({ kind: 'list', line: 1, items: [scalar('a'), scalar('')] }, 'x', complain)).toBeUndefined()
  expect(one.read({ kind: 'map', line: 4, entries: [] }, 'roles.director', complain)).toBeUndefined()
  expect(complaints).toHaveLength(6)
  expect(complaints[0]).toBe('3 `roles.director` expects the name of a subagent type')
})

it('[PLANE-L15a] lets a repository add types that are held, and name no director', () => {
  expect([some.isStricter?.(['a', 'b'], ['a']), some.isStricter?.(['b'], ['a'])]).toEqual([true, false])
  expect([one.isStricter, one.firm]).toEqual([undefined, true])
})
