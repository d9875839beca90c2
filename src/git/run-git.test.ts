import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runGit, runGitSync, splitNul } from './run-git.ts'

let root = ''

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-run-git-')))
  execFileSync('git', ['init', '-q'], { cwd: root })
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

const ask = (...args: string[]) => runGit(args, { cwd: root })

it('hands over what git printed and how it ended', async () => {
  writeFileSync(join(root, 'é.txt'), '')
  const { code, stdout, stderr } = await ask('ls-files', '-z', '--others')
  expect({ code, paths: splitNul(stdout), stderr }).toEqual({ code: 0, paths: ['é.txt'], stderr: '' })
  expect(await ask('cat-file', '-e', 'HEAD')).toMatchObject({ code: 128, stderr: expect.stringContaining('HEAD') })
})

it('asks no server for an object that is missing', async () => {
  const trap = join(root, 'fetched')
  const settings = [
    ['extensions.partialClone', 'origin'],
    ['remote.origin.url', 'ssh://nowhere/repository'],
    ['remote.origin.promisor', 'true'],
    ['core.sshCommand', `touch '${trap}'; false`],
    ['core.repositoryFormatVersion', '1'],
  ] as const
  for (const [name, value] of settings) execFileSync('git', ['config', name, value], { cwd: root })
  const missing = ['cat-file', '-p', '1234567890123456789012345678901234567890']
  spawnSync('git', missing, { cwd: root })
  expect(existsSync(trap), 'the trap works').toBe(true)
  rmSync(trap)
  expect((await ask(...missing)).code).toBe(128)
  expect(existsSync(trap)).toBe(false)
})

it('hears nothing that the environment says to git', async () => {
  vi.stubEnv('GIT_DIR', '/nowhere')
  vi.stubEnv('GIT_TRACE', join(root, 'traced'))
  vi.stubEnv('PATH', `.:${process.env['PATH'] ?? ''}`)
  writeFileSync(join(root, 'git'), '#!/bin/sh\necho mine\n', { mode: 0o755 })
  const { code, stdout } = await ask('rev-parse', '--show-toplevel')
  expect({ code, text: stdout.toString('utf8') }).toEqual({ code: 0, text: `${root}\n` })
  expect(existsSync(join(root, 'traced'))).toBe(false)
})

it('answers with a code where there is no git, and where it is stopped', async () => {
  const env = { PATH: root }
  expect((await runGit(['version'], { cwd: root, env })).code).toBe(127)
  expect(runGitSync(['version'], { cwd: root, env }).code).toBe(127)
  expect((await runGit(['version'], { cwd: root, signal: AbortSignal.abort() })).code).toBe(127)
})
