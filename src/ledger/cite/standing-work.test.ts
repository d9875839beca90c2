import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordOf } from '../../../test/support/ledger.ts'
import { projectRoot } from '../../core/model/ids.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import { standingWork } from './standing-work.ts'

let root: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-standing-')))
  git('init', '-q')
  writeFileSync(join(root, 'a.ts'), 'one\n')
  commit('one')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
    stdio: 'pipe',
    encoding: 'utf8',
  })
const commit = (...args: string[]) => {
  git('add', '-A')
  git('commit', '-qm', ...args)
  return git('rev-parse', '--short', 'HEAD').trim()
}
const LATER = Date.now() + 60_000
const seen = (hash: string, tests: LedgerRecord['tests'] = null) => ({
  ...recordOf({
    phase: 'result',
    supersedes: '',
    decision_id: 'd-1',
    what: 'commit',
    title: `Committed ${hash}: x`,
    detail: 'x',
    ok: true,
  }),
  tests,
})
const stands = (record: LedgerRecord) => standingWork(projectRoot(root), record)

it('[LEDGER-24] a commit stands as long as HEAD holds it', async () => {
  writeFileSync(join(root, 'a.ts'), 'two\n')
  const hash = commit('two')
  expect(await stands(seen(hash))).toEqual({})
  git('commit', '--amend', '-qm', 'other')
  expect(await stands(seen(hash))).toEqual({ undone: ['d-1'] })
  expect(await stands(seen('abcdef1'))).toEqual({ undone: ['d-1'] })
})

it('[LEDGER-24] tests count until a file of the project changes, whoever changed it', async () => {
  const hash = git('rev-parse', '--short', 'HEAD').trim()
  const tested = seen(hash, { ok: true, detail: '', atMs: LATER })
  expect(await stands(tested)).toEqual({})
  const touch = (name: string) => {
    writeFileSync(join(root, name), 'changed\n')
    utimesSync(join(root, name), LATER / 1_000 + 60, LATER / 1_000 + 60)
  }
  touch('active_context.yaml')
  expect(await stands(tested)).toEqual({})
  touch('new.ts')
  expect(await stands(tested)).toEqual({ untested: true })
})

it('[LEDGER-24] tests do not count after HEAD went elsewhere; a commit changes no file', async () => {
  const hash = git('rev-parse', '--short', 'HEAD').trim()
  const tested = seen(hash, { ok: true, detail: '', atMs: Date.now() - 3_600_000 })
  git('reflog', 'expire', '--expire=now', '--all')
  const old = new Date(Date.now() - 7_200_000)
  utimesSync(join(root, 'a.ts'), old, old)
  git('commit', '-q', '--allow-empty', '-m', 'after')
  expect(await stands(tested)).toEqual({})
  git('checkout', '-q', '--detach', 'HEAD~1')
  expect(await stands(tested)).toEqual({ untested: true })
})
