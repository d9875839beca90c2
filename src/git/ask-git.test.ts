import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addedLines, askGit } from './ask-git.ts'

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
  writeFileSync(join(root, '..draft.md'), 'new')
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

it('knows what is ignored, tracked and dirty, in the order asked', async () => {
  const asked = ['src', 'clean.ts', 'dist', 'fresh.txt', 'src/deep/odd *name.ts', 'missing', '..', 'src/a.ts'].map(
    (path) => join(root, path),
  )
  expect(await askGit(root, asked)).toEqual({
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

it('tells which lines a commit has not, hunk by hunk, and nothing where there is no such commit', async () => {
  const added = (name: string) => addedLines(root, join(root, name))
  expect(await added('src/a.ts')).toEqual([['2']])
  for (const name of ['clean.ts', 'fresh.txt', 'missing', '..']) expect(await added(name)).toBeUndefined()
})

it('takes a name that begins with two dots for what it is', async () => {
  expect(await askGit(root, [join(root, '..draft.md')])).toEqual({
    paths: [{ ignored: false, tracked: false, dirty: true }],
  })
})

it('says of the whole repository only where the whole was in question', async () => {
  expect(await askGit(root, [root])).toEqual({
    dirty: true,
    paths: [{ ignored: false, tracked: true, dirty: true }],
  })
})

it('finds what patterns name among the uncommitted, tracked ones first', async () => {
  const patterns = [join(root, 'src/a.*'), join(root, 'f*'), join(root, 'clean.*')]
  expect(await askGit(root, [], patterns)).toEqual({
    dirty: true,
    paths: [],
    matching: [
      { path: join(root, 'src/a.ts'), ignored: false, tracked: true, dirty: true },
      { path: join(root, 'fresh.txt'), ignored: false, tracked: false, dirty: true },
    ],
  })
})

it.each(['assume-unchanged', 'skip-worktree'])(
  'takes for uncommitted what git was told not to look at: %s',
  async (how) => {
    execFileSync('git', ['update-index', `--${how}`, 'src/a.ts'], { cwd: root })
    try {
      const answers = await askGit(root, [join(root, 'src/a.ts'), join(root, 'clean.ts')])
      expect(answers.paths.map(({ dirty }) => dirty)).toEqual([true, false])
    } finally {
      execFileSync('git', ['update-index', `--no-${how}`, 'src/a.ts'], { cwd: root })
    }
  },
)

describe('knows that it does not know', () => {
  const asked = () => [join(root, 'src'), '/etc']
  const blind = { isBlind: true, paths: [{ isUnasked: true }, {}] }

  it('where git waits for a pipe', async () => {
    const pipe = join(root, 'src/.gitignore')
    execFileSync('mkfifo', [pipe])
    try {
      expect(await askGit(root, asked())).toEqual(blind)
    } finally {
      rmSync(pipe)
    }
  })

  it('where its index is broken', async () => {
    const index = join(root, '.git/index')
    const bytes = readFileSync(index)
    writeFileSync(index, 'broken')
    try {
      expect(await askGit(root, asked())).toEqual(blind)
    } finally {
      writeFileSync(index, bytes)
    }
  })
})

it.runIf(process.platform === 'linux')('asks the git of the system, whatever is put in front of it', async () => {
  const folder = join(root, '.git/programs')
  mkdirSync(folder)
  writeFileSync(join(folder, 'git'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  const path = process.env['PATH']
  process.env['PATH'] = `${folder}:${path}`
  try {
    expect((await askGit(root, [join(root, 'src/a.ts')])).paths).toEqual([
      { ignored: false, tracked: true, dirty: true },
    ])
  } finally {
    process.env['PATH'] = path
  }
})

it('asks about a path behind a link where it really lies', async () => {
  symlinkSync(join(root, 'src'), join(root, 'there'))
  symlinkSync(tmpdir(), join(root, 'away'))
  const asked = ['there/a.ts', 'away/none', 'clean.ts'].map((path) => join(root, path))
  expect((await askGit(root, asked)).paths.map(({ dirty }) => dirty)).toEqual([true, undefined, false])
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
