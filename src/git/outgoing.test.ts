import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { GitNeed } from '../core/model/exhibit.ts'
import { outgoingOf } from './outgoing.ts'

let root: string
const git = (...args: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...args], {
    cwd: join(root, 'work'),
    stdio: 'ignore',
  })
const commit = () => git('commit', '-q', '--allow-empty', '-m', 'more')

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-outgoing-'))
  execFileSync('git', ['init', '-q', '--bare', join(root, 'remote')])
  execFileSync('git', ['init', '-q', '-b', 'main', join(root, 'work')])
  git('remote', 'add', 'origin', join(root, 'remote'))
  commit()
  git('push', '-q', '-u', 'origin', 'main')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const push = (words: readonly string[], over: Partial<GitNeed> = {}) =>
  outgoingOf({
    git: [{ folder: join(root, 'work'), hooks: [], commits: false, pushes: { words, all: false }, ...over }],
  })

it('[EDGE-134] counts the commits that no remote has, of what the push names', async () => {
  expect(await push([])).toBeNull()
  commit()
  commit()
  git('branch', 'topic')
  commit()
  expect(await push([])).toEqual({ commits: 3, to: 'origin' })
  expect(await push(['origin', 'topic:other'])).toEqual({ commits: 2, to: 'origin' })
  expect(await push(['backup'])).toEqual({ commits: 3, to: 'backup' })
})

it.each([
  ['everything is pushed', () => push([], { pushes: { words: [], all: true } })],
  ['the call also commits', () => push([], { commits: true })],
  ['a name is no plain word', () => push(['origin', '+main'])],
  ['there is no such branch', () => push(['origin', 'missing'])],
  ['nothing is pushed', () => outgoingOf({ git: [] })],
])('[EDGE-134] says nothing where %s', async (_why, outgoing) => {
  commit()
  expect(await outgoing()).toBeNull()
})
