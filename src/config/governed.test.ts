import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { projectRoot } from '../core/model/ids.ts'
import { governedRootOf, governsAny, projectRootOf, readGoverned, writeGoverned } from './governed.ts'

let root: string
let list: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-governed-')))
  list = join(root, 'state', 'governed.json')
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

describe('the list of governed projects', () => {
  it('is empty where there is none', () => {
    expect(readGoverned(list)).toEqual({ ok: true, roots: [] })
    expect(governsAny(list)).toBe(false)
    expect(governedRootOf(join(root, 'repo'), list)).toBe(undefined)
  })

  it('says which projects are governed, and leaves nothing else behind', () => {
    const repo = projectRoot(join(root, 'repo'))
    writeGoverned(list, [repo, projectRoot('/a'), repo])
    expect(readGoverned(list)).toEqual({ ok: true, roots: ['/a', repo] })
    expect(governsAny(list)).toBe(true)
    expect(governedRootOf(join(root, 'repo/src'), list)).toBe(repo)
    expect(governedRootOf(join(root, 'empty'), list)).toBe(undefined)
    expect(readdirSync(join(root, 'state'))).toEqual(['governed.json'])
  })

  it('covers what grows out of a governed project: nested projects and linked worktrees, each as its own', () => {
    writeGoverned(list, [projectRoot(join(root, 'repo'))])
    const found = ['repo/pack', 'tree/sub', 'plain', 'empty'].map((folder) => governedRootOf(join(root, folder), list))
    expect(found).toEqual([join(root, 'repo/pack'), join(root, 'tree'), undefined, undefined])
    mkdirSync(join(root, 'repo-two/.git'), { recursive: true })
    writeFileSync(join(root, 'repo-two/.git/HEAD'), '')
    expect(governedRootOf(join(root, 'repo-two'), list)).toBe(undefined)
  })

  const broken: readonly [string, () => void][] = [
    ['text', () => writeFileSync(list, 'no json')],
    ['another shape', () => writeFileSync(list, '{"projects":[1]}')],
    ['a folder', () => mkdirSync(list)],
    ['a flood', () => writeFileSync(list, ' '.repeat(5_000_000))],
  ]
  it.each(broken)('governs everything when it is %s: damage must not open the gate', (_, damage) => {
    mkdirSync(join(root, 'state'))
    damage()
    expect(readGoverned(list).ok).toBe(false)
    expect(governsAny(list)).toBe(true)
    expect(governedRootOf(join(root, 'repo/src'), list)).toBe(join(root, 'repo'))
    expect(governedRootOf(join(root, 'plain'), list)).toBe(undefined)
  })
})
