import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askGit } from './git.ts'

let root = ''

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-git-')))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: root })
  git('init', '-q')
  mkdirSync(join(root, 'src/deep'), { recursive: true })
  mkdirSync(join(root, 'dist'))
  writeFileSync(join(root, '.gitignore'), 'dist\n')
  writeFileSync(join(root, 'src/a.ts'), '1')
  writeFileSync(join(root, 'src/deep/odd *name.ts'), '1')
  writeFileSync(join(root, 'clean.ts'), '1')
  writeFileSync(join(root, 'dist/out.js'), '1')
  git('add', '.')
  git('commit', '-qm', 'first')
  writeFileSync(join(root, 'src/a.ts'), '2')
  writeFileSync(join(root, 'fresh.txt'), 'new')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

it('knows what is ignored, tracked and dirty, in the order asked', async () => {
  const asked = ['src', 'clean.ts', 'dist', 'fresh.txt', 'src/deep/odd *name.ts', 'missing', '..', 'src/a.ts'].map(
    (path) => join(root, path),
  )
  expect(await askGit(root, asked)).toEqual({
    dirty: true,
    paths: [
      { ignored: false, tracked: true, dirty: true },
      { ignored: false, tracked: true, dirty: false },
      { ignored: true, tracked: false, dirty: false },
      { ignored: false, tracked: false, dirty: true },
      { ignored: false, tracked: true, dirty: false },
      { ignored: false, tracked: false, dirty: false },
      {},
      { ignored: false, tracked: true, dirty: true },
    ],
  })
})

it('knows nothing outside a repository, and says so by saying nothing', async () => {
  const plain = mkdtempSync(join(tmpdir(), 'fairlead-plain-'))
  try {
    expect(await askGit(plain, [join(plain, 'x')])).toEqual({ paths: [{}] })
    expect(await askGit(root, ['/etc'])).toEqual({ paths: [{}] })
  } finally {
    rmSync(plain, { recursive: true, force: true })
  }
})

it('runs no program that the repository names', async () => {
  const trap = join(root, 'trapped')
  execFileSync('git', ['config', 'core.fsmonitor', `touch ${trap}; false`], { cwd: root })
  execFileSync('git', ['config', 'core.hooksPath', root], { cwd: root })
  await askGit(root, [join(root, 'src')])
  expect(existsSync(trap)).toBe(false)
})
