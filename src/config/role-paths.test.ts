import { expect, it } from 'vitest'
import { DEFAULT_POLICY, type Policy } from '../core/model/policy.ts'
import { rolePathsOf } from './own-paths.ts'
import { pathsOf } from './paths.ts'

const paths = pathsOf({ HOME: '/home/dev' })
const under = (director: string, anchor: Partial<Policy['anchor']> = {}) =>
  rolePathsOf(paths, '/p', { roles: { director }, anchor: { ...DEFAULT_POLICY.anchor, ...anchor } })

const EVERYWHERE = ['/home/dev/.claude/agents', '/home/dev/.codex/agents', '/p/.claude/agents', '/p/.codex/agents']

it('[PLANE-L15a] nobody but a person defines subagents while one of them is trusted', () => {
  expect([under('none'), under('lead', { grants: ['lead'] })]).toEqual([[], EVERYWHERE])
})

it("[ANCHOR-59, ANCHOR-61] a role of which the operator said what it may is not an agent's to write", () => {
  const inProject = ['/p/.claude/agents']
  expect(under('none', { grants: ['lead'] })).toEqual(inProject)
  expect(under('none', { roles: ['*=reviewer'] })).toEqual(inProject)
  expect(under('none', { opens: ['tester=shell'] })).toEqual(inProject)
})

it('[ANCHOR-43] nobody defines anew the subagent that needs no anchor', () => {
  expect(under('none', { required: true, exempt: ['Explore'] })).toEqual(EVERYWHERE)
  expect(under('none', { required: true, exempt: ['main'] })).toEqual([])
  expect(under('none', { required: false, exempt: ['Explore'] })).toEqual([])
})
