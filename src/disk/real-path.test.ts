import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { linkFollower } from './real-path.ts'

let root: string

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-real-path-')))
  mkdirSync(join(root, 'there'))
  writeFileSync(join(root, 'there', 'file'), '')
  symlinkSync('there', join(root, 'link'))
  symlinkSync('missing/below', join(root, 'dangling'))
  symlinkSync('loop', join(root, 'loop'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

it.each([
  ['link/file', 'there/file'],
  ['missing/one/two', 'missing/one/two'],
  ['missing/one/../../link/file', 'there/file'],
  ['missing/../missing/one', 'missing/one'],
  ['dangling/deeper', 'missing/below/deeper'],
  ['dangling/../../link', 'there'],
  ['there/file/below', 'there/file/below'],
])('[EDGE-118] `%s` leads to `%s`, whatever was asked before', (path, real) => {
  const fresh = linkFollower()
  expect(fresh(`${root}/${path}`)).toBe(join(root, real))
  const used = linkFollower()
  for (const other of ['missing/x', 'missing-too', 'link/x', 'dangling']) used(`${root}/${other}`)
  expect(used(`${root}/${path}`)).toBe(join(root, real))
})

it('[EDGE-118] ends in a loop of links', () => {
  expect(linkFollower()(`${root}/loop/file`)).toBe(join(root, 'loop', 'file'))
})
