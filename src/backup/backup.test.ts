import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BackupReport } from '../core/model/backup.ts'
import { type Backup, listBackups } from './catalog.ts'
import { compare } from './compare.ts'
import { type BackupHome, repositoryOf, storesOf } from './places.ts'
import { rawPathOf } from './raw-path.ts'
import { restore } from './restore.ts'
import { type Taking, takeBackup } from './take.ts'

let world = ''
let root = ''
let home: BackupHome

const NOW_MS = Date.UTC(2030, 0, 2, 3, 4, 5)
const DAY_MS = 86_400_000

function git(...args: readonly string[]): string {
  const env = { PATH: process.env['PATH'] ?? '', HOME: world, GIT_CONFIG_NOSYSTEM: '1' }
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
}

function write(path: string, text: string | Buffer): void {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}

const read = (path: string) => readFileSync(join(root, path), 'utf8')

function taking(over: Partial<Taking> = {}): Taking {
  return { home, root, asked: [], reason: 'a test', atMs: NOW_MS, deadlineMs: 60_000, ...over }
}

async function taken(over: Partial<Taking> = {}): Promise<Extract<BackupReport, { kind: 'taken' }>> {
  const report = await takeBackup(taking(over))
  if (report.kind === 'failed') throw new Error(report.why)
  return report
}

async function found(id: string): Promise<Backup> {
  const backup = (await listBackups(home, root)).find((one) => one.id === id)
  if (!backup) throw new Error(`no backup ${id}`)
  return backup
}

async function bringBack(id: string, ...paths: readonly string[]) {
  return restore({ backup: await found(id), paths: paths.map(rawPathOf), isClosed: () => false })
}

beforeEach(() => {
  world = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-backup-')))
  root = join(world, 'project')
  home = { folder: join(world, 'state', 'file-backups'), capMb: 100, keepDays: 7 }
  mkdirSync(root)
  git('init', '-q', '-b', 'main')
  write('.gitignore', 'dist/\n*.log\n.env\n')
  write('src/a.ts', 'one\n')
  write('src/b.ts', 'b\n')
  git('add', '.')
  git('commit', '-qm', 'first')
})

afterEach(() => {
  execFileSync('chmod', ['-R', 'u+rwx', world])
  rmSync(world, { recursive: true, force: true })
})

describe('a copy of the work tree', () => {
  it('[PLANE-B1] holds what git could not give back, and puts it back as it was', async () => {
    write('src/a.ts', 'changed\n')
    write('notes/fresh.txt', 'never added\n')
    write('.env', 'KEY=1\n')
    chmodSync(join(root, '.env'), 0o600)
    write('run.sh', '#!/bin/sh\n')
    chmodSync(join(root, 'run.sh'), 0o755)
    write('dist/out.js', 'made again\n')
    symlinkSync('../nowhere', join(root, 'link'))
    symlinkSync('src', join(root, 'folder-link'))
    const before = {
      index: readFileSync(join(root, '.git/index')),
      refs: git('for-each-ref'),
      status: git('status', '-s'),
    }
    const report = await taken()
    expect(report).toEqual({
      kind: 'taken',
      id: expect.stringMatching(/^20300102-030405-[0-9a-f]{6}$/),
      root,
      tree: expect.stringMatching(/^[0-9a-f]{40}$/),
      files: 8,
      bytes: expect.any(Number),
      leftOut: 1,
      leftNames: ['dist'],
      whole: true,
      covered: [],
    })
    expect({
      index: readFileSync(join(root, '.git/index')),
      refs: git('for-each-ref'),
      status: git('status', '-s'),
    }).toEqual(before)
    git('reset', '-q', '--hard')
    execFileSync('git', ['clean', '-fdxq'], { cwd: root })
    expect(await bringBack(report.id)).toEqual({
      ok: true,
      written: expect.arrayContaining(['.env', 'link', 'notes/fresh.txt', 'run.sh', 'src/a.ts']),
      same: 0,
      refused: [],
    })
    expect([read('src/a.ts'), read('notes/fresh.txt'), read('.env')]).toEqual(['changed\n', 'never added\n', 'KEY=1\n'])
    expect([statSync(join(root, '.env')).mode & 0o777, statSync(join(root, 'run.sh')).mode & 0o777]).toEqual([
      0o600, 0o755,
    ])
    expect([readlinkSync(join(root, 'link')), readlinkSync(join(root, 'folder-link'))]).toEqual(['../nowhere', 'src'])
    expect(existsSync(join(root, 'dist'))).toBe(false)
  })

  it('[PLANE-B1] keeps any name and any byte', async () => {
    const names = [
      'with space',
      'new\nline',
      'quote"d',
      'back\\slash',
      "it's",
      '-dash',
      'tab\there',
      'ünï',
      ':(top)x',
      'git~1',
      ' ',
    ]
    for (const name of names) write(`odd/${name}`, `${name}\0\r\n`)
    write('.gitattributes', '* text eol=crlf ident working-tree-encoding=UTF-16\n')
    write('id.txt', '$Id$\n')
    const foreign = Buffer.concat([Buffer.from(`${root}/odd/`), Buffer.from([0xff, 0xfe, 0x41])])
    writeFileSync(foreign, 'not utf-8')
    const { id, leftOut } = await taken()
    expect(leftOut).toBe(0)
    rmSync(join(root, 'odd'), { recursive: true })
    rmSync(join(root, 'id.txt'))
    await bringBack(id)
    for (const name of names) expect(read(`odd/${name}`)).toBe(`${name}\0\r\n`)
    expect(readFileSync(foreign, 'utf8')).toBe('not utf-8')
    expect(read('id.txt')).toBe('$Id$\n')
  })

  it('[PLANE-B4] runs nothing that a repository names', async () => {
    const trap = join(world, 'trapped')
    const evil = `touch ${trap}; cat`
    for (const [key, value] of [
      ['core.fsmonitor', evil],
      ['core.hooksPath', join(root, 'hooks')],
      ['filter.x.clean', evil],
      ['filter.x.smudge', evil],
      ['filter.x.process', evil],
      ['diff.x.textconv', evil],
      ['diff.external', evil],
      ['core.sshCommand', evil],
      ['core.pager', evil],
      ['core.worktree', world],
      ['extensions.partialClone', 'origin'],
      ['remote.origin.url', `ext::sh -c touch% ${trap}`],
      ['remote.origin.promisor', 'true'],
    ] as const)
      git('config', key, value)
    write('.gitattributes', '* filter=x diff=x\n')
    for (const hook of ['post-index-change', 'reference-transaction', 'pre-commit']) {
      write(`hooks/${hook}`, `#!/bin/sh\ntouch ${trap}\n`)
      chmodSync(join(root, 'hooks', hook), 0o755)
    }
    write('git', `#!/bin/sh\ntouch ${trap}\n`)
    chmodSync(join(root, 'git'), 0o755)
    const programs = process.env['PATH']
    process.env['PATH'] = `.:${programs}`
    write('src/a.ts', 'changed\n')
    const { id, leftNames } = await taken({ home: { ...home, capMb: 1 } })
    process.env['PATH'] = programs
    expect(leftNames).toEqual([])
    write('src/a.ts', 'again\n')
    const shown = await compare({ backup: await found(id), taking: taking(), paths: [], stat: false })
    expect(shown).toMatchObject({ ok: true, text: expect.stringContaining('-changed\n+again\n') })
    await bringBack(id, 'src/a.ts')
    expect([read('src/a.ts'), existsSync(trap)]).toEqual(['changed\n', false])
  })

  it('[PLANE-B3] leaves out what the cap does not hold, changed before unchanged, and says so', async () => {
    write('big-tracked.bin', Buffer.alloc(700_000, 1))
    git('add', '.')
    git('commit', '-qm', 'big')
    write('src/a.ts', 'changed\n')
    write('fresh.bin', Buffer.alloc(600_000, 2))
    write('huge.bin', Buffer.alloc(1_200_000, 3))
    const report = await taken({
      home: { ...home, capMb: 1 },
      asked: ['big-tracked.bin', 'fresh.bin', 'src'].map((path) => join(root, path)),
    })
    expect(report).toMatchObject({ leftOut: 2, leftNames: ['big-tracked.bin', 'huge.bin'] })
    expect(report.covered).toEqual([join(root, 'fresh.bin'), join(root, 'src')])
    const small = await taken({ home: { ...home, capMb: 1 } })
    expect(small).toMatchObject({ leftOut: 2, leftNames: ['huge.bin', 'big-tracked.bin'] })
  })

  it('[PLANE-B5] covers a path only when nothing of it is missing', async () => {
    write('dist/out.js', 'x')
    write('data/cache.log', 'small and ignored')
    const at = (path: string) => (path === '' ? root : join(root, path))
    const asked = ['', 'src', 'dist', 'dist/out.js', 'data', 'missing', '.git', '.git/config'].map(at)
    const { covered } = await taken({ asked: [...asked, '/elsewhere'] })
    expect(covered).toEqual(['src', 'dist', 'dist/out.js', 'data', 'missing'].map(at))
    expect((await taken({ asked: [at('src')] })).covered).toEqual([at('src')])
    expect((await taken({ asked: [root] })).covered).toEqual([])
  })

  it('[PLANE-B3] keeps notes that git ignores, and names no records of our own as left out', async () => {
    writeFileSync(join(root, '.git/info/exclude'), '/.proof/\n/.claude/state/\n/loa-grimoire/\n')
    write('.proof/session_log.jsonl', '{}')
    write('.claude/state/state.lock', '')
    write('loa-grimoire/NOTES.md', '# Notes')
    const report = await taken({ asked: [join(root, '.proof')] })
    expect(report).toMatchObject({ leftOut: 0, leftNames: [], covered: [join(root, '.proof')] })
    rmSync(join(root, 'loa-grimoire'), { recursive: true })
    await bringBack(report.id)
    expect(read('loa-grimoire/NOTES.md')).toBe('# Notes')
  })

  it('[PLANE-B3] goes into repositories inside, and names their history as left out', async () => {
    const inner = join(root, 'vendor/inner')
    mkdirSync(inner, { recursive: true })
    execFileSync('git', ['init', '-q'], { cwd: inner })
    write('vendor/inner/.gitignore', 'made\n')
    write('vendor/inner/work.txt', 'uncommitted')
    write('vendor/inner/made', 'made')
    const report = await taken({ asked: [inner] })
    expect(report).toMatchObject({ leftNames: ['vendor/inner/.git'], covered: [] })
    rmSync(inner, { recursive: true })
    await bringBack(report.id)
    expect([read('vendor/inner/work.txt'), read('vendor/inner/made')]).toEqual(['uncommitted', 'made'])
  })

  it('[PLANE-B1] works in a linked worktree, in a submodule and without git', async () => {
    const linked = join(world, 'linked')
    git('worktree', 'add', '-q', linked)
    writeFileSync(join(linked, 'only-here.txt'), 'x')
    const worktree = await taken({ root: linked })
    expect(worktree).toMatchObject({ root: linked, files: 4, leftOut: 0 })
    git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', linked, 'sub')
    write('sub/dirty.txt', 'in the submodule')
    const whole = await taken()
    expect(whole).toMatchObject({ leftNames: ['sub/.git'] })
    const plain = join(world, 'plain')
    mkdirSync(join(plain, 'node_modules/x'), { recursive: true })
    writeFileSync(join(plain, 'a.txt'), 'a')
    writeFileSync(join(plain, 'node_modules/x/y'), 'y')
    expect(await taken({ root: plain })).toMatchObject({ files: 1, leftNames: ['node_modules'] })
    const named = await taken({ root: plain, asked: [join(plain, 'node_modules/x')], only: true })
    expect(named).toMatchObject({ files: 1, leftOut: 0, covered: [join(plain, 'node_modules/x')] })
    expect([repositoryOf(join(linked, 'deep/er')), repositoryOf(join(root, 'src')), repositoryOf(plain)]).toEqual([
      linked,
      root,
      undefined,
    ])
  })

  it('[PLANE-B3] skips what cannot be copied, and what changes under it', async () => {
    execFileSync('mkfifo', [join(root, 'pipe')])
    write('.GIT', 'a name git keeps')
    write('secret', 'x')
    chmodSync(join(root, 'secret'), 0)
    const report = await taken()
    const names = ['.GIT', ...(process.getuid?.() === 0 ? [] : ['secret'])]
    expect([...report.leftNames].sort()).toEqual(names)
  })

  it('[PLANE-B1] reads a file again when it changed, and no other', async () => {
    const past = new Date(Date.now() - 60_000)
    for (const path of ['src/a.ts', 'src/b.ts', '.gitignore']) utimesSync(join(root, path), past, past)
    await taken()
    write('src/a.ts', 'two\n')
    const second = await taken()
    await bringBack(second.id)
    const backup = await found(second.id)
    write('src/a.ts', 'three\n')
    await bringBack(backup.id)
    expect([read('src/a.ts'), read('src/b.ts')]).toEqual(['two\n', 'b\n'])
    // Names of contents that are gone: everything is read again.
    for (const store of storesOf(home, root)) {
      const file = join(store, 'known-files.json')
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/"[0-9a-f]{40}"/g, `"${'0'.repeat(39)}1"`))
    }
    expect(await taken()).toMatchObject({ files: 3 })
  })

  it('[PLANE-B7] fails with a reason, never with an exception', async () => {
    writeFileSync(join(world, 'state'), 'a file where a folder must be')
    expect(await takeBackup(taking())).toMatchObject({
      kind: 'failed',
      root,
      why: expect.stringContaining('not a directory'),
    })
    rmSync(join(world, 'state'))
    expect(await takeBackup(taking({ deadlineMs: 0 }))).toMatchObject({ kind: 'failed', why: expect.any(String) })
    expect(await listBackups(home, root)).toEqual([])
  })

  it('[PLANE-B1] is closed to other users', async () => {
    await taken()
    expect(statSync(home.folder).mode & 0o077).toBe(0)
  })
})

describe('keeping and bringing back', () => {
  it('[PLANE-B6] throws away a store when its newest copy is too old, and keeps everything younger', async () => {
    const old = await taken({ atMs: NOW_MS - 15 * DAY_MS })
    const recent = await taken({ atMs: NOW_MS - 6 * DAY_MS })
    const now = await taken()
    const ids = (await listBackups(home, root)).map(({ id }) => id)
    expect([ids.includes(old.id), ids.includes(recent.id), ids.includes(now.id)]).toEqual([false, true, true])
    expect(readdirSync(join(storesOf(home, root)[0] ?? '', '..')).filter((name) => name.includes('.'))).toEqual([])
  })

  it('[PLANE-B6] throws away what is too old of folders that nobody copies any more, and what killed writers left', async () => {
    const other = join(world, 'other')
    mkdirSync(other)
    writeFileSync(join(other, 'a'), 'a')
    await taken({ root: other })
    await taken()
    const [store = ''] = storesOf(home, other)
    const [mine = ''] = storesOf(home, root)
    const [shelf, pack] = [join(store, '..'), join(mine, 'objects', 'pack')]
    mkdirSync(join(mine, '..', '12.7.new'))
    for (const name of ['tmp_pack_old', 'tmp_pack_new']) writeFileSync(join(pack, name), 'x')
    const age = (path: string, days: number) => {
      const seconds = Date.now() / 1_000 - days * 86_400
      utimesSync(path, seconds, seconds)
    }
    age(join(mine, '..', '12.7.new'), 2)
    age(join(pack, 'tmp_pack_old'), 2)
    age(join(store, 'refs', 'backups'), 6)
    age(join(shelf, 'root'), 6)
    // How long they are kept is not for the policy of another folder to say.
    await taken({ home: { ...home, keepDays: 1 } })
    const left = () => [existsSync(store), existsSync(shelf), existsSync(join(mine, '..', '12.7.new'))]
    expect([...left(), readdirSync(pack).filter((name) => name.startsWith('tmp_'))]).toEqual([
      true,
      true,
      false,
      ['tmp_pack_new'],
    ])
    age(join(store, 'refs', 'backups'), 8)
    writeFileSync(join(store, 'keep_days'), 'odd')
    await taken()
    expect(existsSync(store)).toBe(true)
    writeFileSync(join(store, 'keep_days'), '7\n')
    await taken()
    expect(left()).toEqual([false, false, false])
  })

  it('[PLANE-B8] compares across stores, by path, as a table or in full', async () => {
    const old = await taken({ atMs: NOW_MS - 6 * DAY_MS })
    write('src/a.ts', 'changed\n')
    write('src/b.ts', 'changed too\n')
    const backup = await found(old.id)
    const shown = (paths: readonly string[], stat: boolean) => compare({ backup, taking: taking(), paths, stat })
    expect(await shown(['src/a.ts'], false)).toEqual({ ok: true, text: expect.stringMatching(/-one\n\+changed\n$/) })
    expect(await shown([], true)).toMatchObject({ text: expect.stringContaining('2 files changed') })
    expect((await listBackups(home, root)).map(({ id }) => id)).toEqual([old.id])
    expect(
      await compare({
        backup: { ...backup, tree: '0'.repeat(40) },
        taking: taking(),
        paths: [],
        stat: true,
      }),
    ).toMatchObject({ ok: false })
    expect(await compare({ backup, taking: taking({ deadlineMs: 0 }), paths: [], stat: true })).toMatchObject({
      ok: false,
    })
  })

  it('[PLANE-B8] brings single paths back and overwrites nothing that no copy holds', async () => {
    write('src/a.ts', 'mine\n')
    const { id } = await taken()
    write('src/a.ts', 'lost\n')
    write('src/b.ts', 'newer\n')
    const undo = await taken()
    rmSync(join(root, 'src/b.ts'))
    write('src/c.ts', 'after the copy\n')
    const restored = await restore({
      backup: await found(id),
      paths: ['src'],
      undo: await found(undo.id),
      isClosed: () => false,
    })
    expect(restored).toEqual({ ok: true, written: ['src/a.ts', 'src/b.ts'], same: 0, refused: [] })
    expect([read('src/a.ts'), read('src/b.ts'), read('src/c.ts')]).toEqual(['mine\n', 'b\n', 'after the copy\n'])
    await bringBack(undo.id)
    expect([read('src/a.ts'), read('src/b.ts')]).toEqual(['lost\n', 'newer\n'])
    write('late.txt', 'x')
    const late = await taken()
    rmSync(join(root, 'late.txt'))
    const empty = await taken()
    write('late.txt', 'written after the copy')
    const refused = await restore({
      backup: await found(late.id),
      paths: ['late.txt'],
      undo: await found(empty.id),
      isClosed: () => false,
    })
    expect(refused).toMatchObject({
      written: [],
      refused: [{ path: 'late.txt', why: 'the current file is not in any backup' }],
    })
  })

  it('[PLANE-B8] writes through no link, over no folder, and into nothing that is closed', async () => {
    write('deep/er/file.txt', 'inside')
    write('plain', 'a file')
    write('fairlead.yaml', 'rules')
    const { id } = await taken()
    const outside = join(world, 'outside')
    mkdirSync(join(outside, 'er'), { recursive: true })
    rmSync(join(root, 'deep'), { recursive: true })
    symlinkSync(outside, join(root, 'deep'))
    rmSync(join(root, 'plain'))
    mkdirSync(join(root, 'plain'))
    write('fairlead.yaml', 'stricter')
    const undo = await taken()
    const back = (kept: string) => ({ paths: [], isClosed: (path: string) => path === 'fairlead.yaml', kept })
    const result = await restore({ backup: await found(id), ...back('x'), undo: await found(undo.id) })
    expect(result).toEqual({
      ok: true,
      written: ['deep/er/file.txt'],
      same: 3,
      refused: [
        { path: 'fairlead.yaml', why: 'it belongs to Fairlead' },
        { path: 'plain', why: 'a folder is there now' },
      ],
    })
    expect(readdirSync(join(outside, 'er'))).toEqual([])
    expect(lstatSync(join(root, 'deep')).isDirectory()).toBe(true)
    expect(read('deep/er/file.txt')).toBe('inside')
    rmSync(join(root, 'deep'), { recursive: true })
    const without = await found((await taken()).id)
    symlinkSync(outside, join(root, 'deep'))
    const stuck = await restore({ backup: await found(id), paths: ['deep'], undo: without, isClosed: () => false })
    expect(stuck).toMatchObject({
      refused: [{ path: 'deep/er/file.txt', why: 'something in its way is not in any backup' }],
    })
  })

  it('[PLANE-B8] brings back a large file, and says so when a content is missing', async () => {
    const large = Buffer.alloc(17 * 1_024 * 1_024, 7)
    write('large.bin', large)
    const { id } = await taken()
    rmSync(join(root, 'large.bin'))
    await bringBack(id, 'large.bin')
    expect(readFileSync(join(root, 'large.bin')).equals(large)).toBe(true)
    const backup = await found(id)
    rmSync(join(root, 'large.bin'))
    rmSync(join(root, 'src/a.ts'))
    rmSync(join(backup.store, 'objects'), { recursive: true })
    expect(await restore({ backup, paths: [], isClosed: () => false })).toEqual({
      ok: false,
      why: "the backup can't be read",
    })
  })
})
