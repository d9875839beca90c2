import { expect, it } from 'vitest'
import { rolePathsOf } from './own-paths.ts'
import { pathsOf } from './paths.ts'

it('[PLANE-L15a] nobody but a person defines subagents while one of them is trusted', () => {
  const paths = pathsOf({ HOME: '/home/dev' })
  expect(rolePathsOf(paths, '/p', { director: 'none' })).toEqual([])
  expect(rolePathsOf(paths, '/p', { director: 'lead' })).toEqual([
    '/home/dev/.claude/agents',
    '/home/dev/.codex/agents',
    '/p/.claude/agents',
    '/p/.codex/agents',
  ])
})
