import { expect, it } from 'vitest'
import { rootsIn } from './homes.ts'
import { projectRoot } from './ids.ts'

it('names the projects that a person named, and none where nobody can tell', () => {
  const project = (root: string, isListed: boolean) => ({ root: projectRoot(root), git: '', isListed })
  expect(rootsIn({ ok: true, projects: [project('/a', true), project('/b', false)] })).toEqual(['/a'])
  expect(rootsIn({ ok: false, problem: 'gone' })).toEqual([])
})
