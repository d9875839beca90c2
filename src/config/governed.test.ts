import { cpSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { GovernedList } from '../core/model/homes.ts'
import { projectRoot } from '../core/model/ids.ts'
import { governedRootOf, projectRootOf, repositoryId, standingOf } from './governed.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-governed-')))
  for (const folder of ['repo/.git', 'repo/src/deep', 'repo/pack', 'tree/sub', 'empty/.git/inner', 'plain']) {
    mkdirSync(join(root, folder), { recursive: true })
  }
  writeFileSync(join(root, 'repo/.git/HEAD'), 'ref: refs/heads/main\n')
  writeFileSync(join(root, 'repo/pack/fairlead.yaml'), '')
  writeFileSync(join(root, 'tree/.git'), 'gitdir: ../repo/.git/worktrees/tree\n')
  symlinkSync(join(root, 'repo/src'), join(root, 'link'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('the project of a folder', () => {
  const cases: readonly [string, string | undefined][] = [
    ['repo', 'repo'],
    ['repo/src/deep', 'repo'],
    ['repo/src/gone/already', 'repo'],
    ['link/deep', 'repo'],
    ['repo/pack', 'repo/pack'],
    ['tree/sub', 'tree'],
    ['empty/.git/inner', undefined],
    ['plain', undefined],
  ]
  it.each(cases)('%s → %s', (folder, expected) => {
    expect(projectRootOf(join(root, folder))).toBe(expected === undefined ? undefined : join(root, expected))
  })

  it('is found past a loop of links that somebody put in the way', () => {
    symlinkSync('.git', join(root, 'repo/src/.git'))
    expect(projectRootOf(join(root, 'repo/src/deep'))).toBe(join(root, 'repo'))
  })

  it('is the nearest `fairlead.yaml`, also above the repository', () => {
    writeFileSync(join(root, 'fairlead.yaml'), '')
    expect([projectRootOf(join(root, 'repo/src')), projectRootOf(join(root, 'repo/pack'))]).toEqual([
      root,
      join(root, 'repo/pack'),
    ])
  })
})

const listed = (...roots: readonly string[]): GovernedList => ({
  ok: true,
  projects: roots.map((name) => ({
    root: projectRoot(join(root, name)),
    git: repositoryId(join(root, name)),
    isListed: true,
  })),
})

describe('the list of governed projects', () => {
  it('says which projects are governed', () => {
    const list = listed('repo')
    const found = ['repo/src', 'empty', 'plain'].map((folder) => governedRootOf(join(root, folder), list))
    expect(found).toEqual([join(root, 'repo'), undefined, undefined])
    expect(governedRootOf(join(root, 'repo'), listed())).toBe(undefined)
  })

  it('covers what grows out of a governed project: nested projects and linked worktrees, each as its own', () => {
    const list = listed('repo')
    const found = ['repo/pack', 'tree/sub', 'plain', 'empty'].map((folder) => governedRootOf(join(root, folder), list))
    expect(found).toEqual([join(root, 'repo/pack'), join(root, 'tree'), undefined, undefined])
    mkdirSync(join(root, 'repo-two/.git'), { recursive: true })
    writeFileSync(join(root, 'repo-two/.git/HEAD'), '')
    expect(governedRootOf(join(root, 'repo-two'), list)).toBe(undefined)
  })

  it('knows a project again that was renamed, and no copy of it', () => {
    const list = listed('repo')
    const [by] = list.ok ? list.projects : []
    renameSync(join(root, 'repo'), join(root, 'renamed'))
    const moved = projectRoot(join(root, 'renamed'))
    expect(standingOf(moved, list)).toEqual({ kind: 'moved', by })
    cpSync(join(root, 'renamed'), join(root, 'copy'), { recursive: true })
    expect(standingOf(projectRoot(join(root, 'copy')), list)).toBe(undefined)
    mkdirSync(join(root, 'repo'))
    expect(standingOf(moved, list)).toBe(undefined)
  })

  it('governs everything when nobody can tell: damage must not open the gate', () => {
    const lost: GovernedList = { ok: false, problem: 'gone' }
    expect(governedRootOf(join(root, 'repo/src'), lost)).toBe(join(root, 'repo'))
    expect(governedRootOf(join(root, 'plain'), lost)).toBe(undefined)
    expect(standingOf(projectRoot(join(root, 'repo')), lost)).toEqual({ kind: 'kept', problem: 'gone' })
  })
})
