import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lister, namedFiles } from './named-files.ts'

let root: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-named-')))
  for (const folder of ['a', 'b', 'many']) mkdirSync(join(root, folder))
  for (const file of ['a/x.ts', 'a/y.ts', 'a/.hidden.ts', 'a/z.log', 'b/x.ts']) writeFileSync(join(root, file), '')
  for (let index = 0; index < 65; index += 1) writeFileSync(join(root, 'many', `f${index}`), '')
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('[EDGE-36] the files that a pattern names', () => {
  it.each([
    ['a/*.ts', ['a/x.ts', 'a/y.ts']],
    ['a/.*', ['a/.hidden.ts']],
    ['*/x.??', ['a/x.ts', 'b/x.ts']],
    ['a/[yz].*', ['a/y.ts', 'a/z.log']],
    ['none/*', []],
    ['a/*.py', []],
  ])('%s', (pattern, names) => {
    expect(namedFiles(join(root, pattern))?.toSorted()).toEqual(names.map((name) => join(root, name)))
  })

  it('are not told when they are too many', () => {
    expect(namedFiles(join(root, 'many/*'))).toBeUndefined()
  })

  it('are not told when they are looked for in too much, by one way or by many', () => {
    const folder = join(root, 'crowd')
    mkdirSync(folder)
    for (let index = 0; index < 330; index += 1) writeFileSync(join(folder, `g${index}`), '')
    mkdirSync(join(root, 'ways'))
    for (let index = 0; index < 62; index += 1) symlinkSync(folder, join(root, 'ways', `w${index}`))
    expect(namedFiles(join(root, 'ways/w1?/none*'))).toEqual([])
    expect(namedFiles(join(root, 'ways/*/none*'))).toBeUndefined()
    const list = lister()
    const asked = ['ways/w?/none*', 'ways/w?/no*', 'ways/w[1-4]?/none*', 'ways/w[56]?/none*', 'ways/w?/n*']
    // What was read once is known; what was not, is not read any more.
    expect(asked.map((pattern) => namedFiles(join(root, pattern), list))).toEqual([[], [], [], undefined, []])
  })
})
