import { execFileSync, spawnSync } from 'node:child_process'
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

it.each(['clean', 'process'])('runs no filter that the repository names: %s', async (kind) => {
  const trap = join(root, `filtered by ${kind}`)
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root })
  writeFileSync(join(root, '.git/info/attributes'), '*.ts filter=a=b.c\n')
  git('config', `filter.a=b.c.${kind}`, `touch '${trap}'; cat`)
  git('config', 'filter.a=b.c.required', 'true')
  try {
    spawnSync('git', ['status'], { cwd: root })
    expect(existsSync(trap), 'the trap works').toBe(true)
    rmSync(trap)
    // The size stays and the time does not, so that git must read the content.
    writeFileSync(join(root, 'src/a.ts'), '3')
    expect((await askGit(root, [join(root, 'src/a.ts')])).paths).toEqual([
      { ignored: false, tracked: true, dirty: true },
    ])
    expect(existsSync(trap)).toBe(false)
  } finally {
    rmSync(join(root, '.git/info/attributes'))
    git('config', '--remove-section', 'filter.a=b.c')
  }
})

it('enters no submodule, and takes what it holds for unsaved', async () => {
  const inner = join(root, 'inner')
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd })
  mkdirSync(inner)
  git(inner, 'init', '-q')
  git(inner, 'commit', '-q', '--allow-empty', '-m', 'first')
  git(root, 'add', 'inner')
  const trap = join(root, 'entered')
  git(inner, 'config', 'core.fsmonitor', `touch ${trap}; false`)
  const { paths } = await askGit(root, [inner, join(root, 'clean.ts')])
  expect(existsSync(trap)).toBe(false)
  expect(paths).toEqual([
    { ignored: false, tracked: true, dirty: true },
    { ignored: false, tracked: true, dirty: false },
  ])
})
