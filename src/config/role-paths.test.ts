import { expect, it } from 'vitest'
import { rolePathsOf } from './own-paths.ts'
import { pathsOf } from './paths.ts'

const paths = pathsOf({ HOME: '/home/dev' })

it('[PLANE-L15a] nobody but a person defines subagents while one of them is trusted', () => {
  expect(rolePathsOf(paths, '/p', { roles: { director: 'none' }, anchor: { grants: [] } })).toEqual([])
  expect(rolePathsOf(paths, '/p', { roles: { director: 'lead' }, anchor: { grants: ['lead'] } })).toEqual([
    '/home/dev/.claude/agents',
    '/home/dev/.codex/agents',
    '/p/.claude/agents',
    '/p/.codex/agents',
  ])
})

it("[ANCHOR-59] a role that the operator granted is not an agent's to write", () => {
  expect(rolePathsOf(paths, '/p', { roles: { director: 'none' }, anchor: { grants: ['lead'] } })).toEqual([
    '/p/.claude/agents',
  ])
})
