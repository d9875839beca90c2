import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { takeBackup } from '../../../backup/take.ts'

let world = ''
let project = ''
let seat: Seat

beforeEach(() => {
  world = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-cli-backup-')))
  project = join(world, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: project })
  writeFileSync(join(project, '.gitignore'), 'made/\n')
  mkdirSync(join(project, 'made'))
  writeFileSync(join(project, 'made/out'), 'x')
  writeFileSync(join(project, 'src/a.ts'), 'one\n')
  const env = { HOME: join(world, 'home'), PATH: process.env['PATH'] ?? '' }
  seat = { env, cwd: project, bundle: world, node: process.execPath }
})
afterEach(() => rmSync(world, { recursive: true, force: true }))

const say = (...args: readonly string[]) => typed(seat, ['backup', ...args])
const read = (path: string) => readFileSync(join(project, path), 'utf8')

it('[PLANE-B8] creates, lists, compares and restores, also from a subfolder', async () => {
  expect(await say('list')).toMatchObject({ code: 0, out: expect.stringContaining('no backups yet') })
  const created = await say('create', '--reason', 'before the merge')
  expect(created).toEqual({
    code: 0,
    line: '',
    out: expect.stringMatching(/^\d{8}-\d{6}-[0-9a-f]{6}: 2 files of .*, 1 kB\nleft out 1, such as `made`;/),
  })
  const [id = ''] = created.out.split(':')
  expect((await say('list')).out).toMatch(new RegExp(`^${id}.*2 files, 1 kB, 1 left out  before the merge$`))
  expect(JSON.parse((await say('list', '--json')).out)).toMatchObject({
    backups: [{ id, root: project, files: 2, leftOut: 1, left: [{ path: 'made', why: 'a folder that git ignores' }] }],
  })
  expect((await say('diff')).out).toBe(`nothing changed since ${id}`)
  writeFileSync(join(project, 'src/a.ts'), 'two \u001b[31m\n')
  writeFileSync(join(project, 'new.txt'), 'new\n')
  expect((await say('diff', id, 'src')).out.split('\n').slice(-2)).toEqual(['-one', '+two �[31m'])
  expect((await say('diff', 'latest', '--stat')).out).toContain('2 files changed')
  seat = { ...seat, cwd: join(project, 'src') }
  expect(await say('restore', id, 'a.ts')).toMatchObject({
    code: 2,
    line: expect.stringContaining('nothing was changed'),
  })
  const restored = await say('restore', id, 'a.ts', '--yes')
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('restored 1 file, 0 were the same') })
  expect([read('src/a.ts'), read('new.txt')]).toEqual(['one\n', 'new\n'])
  const [, undo = ''] = /backup restore (\S+)`$/.exec(restored.out) ?? []
  await say('restore', undo, '--yes', '--no-backup')
  expect(read('src/a.ts')).toBe('two \u001b[31m\n')
  expect(existsSync(join(world, 'home/.fairlead/state/hooks.db'))).toBe(false)
})

it('[PLANE-B8] reports mistakes in one line, and changes nothing', async () => {
  expect(await say('diff')).toMatchObject({ code: 1, line: expect.stringContaining('has no backup') })
  await say('create')
  await say('create')
  const { backups } = JSON.parse((await say('list', '--json')).out)
  const rows: readonly (readonly [readonly string[], RegExp])[] = [
    [['restore', 'nope'], /^unknown backup `nope`; /],
    [['restore', backups[0].id.slice(0, 4)], /^2 backups begin with /],
    [['diff', 'latest', '../x'], /^`..\/x` is outside /],
    [['restore', 'latest', '../x'], /^`..\/x` is outside /],
    [['restore', 'latest', 'missing'], /holds no such file; /],
  ]
  for (const [args, line] of rows)
    expect(await say(...args)).toMatchObject({ code: 1, line: expect.stringMatching(line) })
  seat = { ...seat, cwd: world }
  for (const verb of ['create', 'list', 'diff', 'restore'])
    expect(await say(verb)).toMatchObject({ code: 1, line: expect.stringContaining("isn't in a repository") })
})

it('[PLANE-B8] restores files of the gate itself only for a proven person, and names what it kept', async () => {
  writeFileSync(join(project, 'fairlead.yaml'), 'edge: { level: observe }\n')
  await say('create')
  writeFileSync(join(project, 'fairlead.yaml'), 'edge: { level: gate }\n')
  rmSync(join(project, 'src/a.ts'))
  expect(await say('restore', '--yes')).toMatchObject({
    code: 1,
    out: expect.stringContaining('kept `fairlead.yaml`: it belongs to Fairlead'),
    line: '1 file could not be restored; see the lines above',
  })
  expect([read('fairlead.yaml'), read('src/a.ts')]).toEqual(['edge: { level: gate }\n', 'one\n'])
})

it('[PLANE-B8] restores a deleted folder, and one outside any repository, from anywhere', async () => {
  const created = await say('create')
  const [id = ''] = created.out.split(':')
  rmSync(project, { recursive: true })
  seat = { ...seat, cwd: world }
  expect(await say('restore', '--yes')).toMatchObject({
    code: 1,
    line: expect.stringContaining("isn't in a repository"),
  })
  expect((await say('list', '--all')).out).toContain(project)
  expect(await say('restore', id, '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('restored 2 files') })
  expect(read('src/a.ts')).toBe('one\n')
  const notes = join(world, 'notes')
  mkdirSync(notes)
  writeFileSync(join(notes, 'a.txt'), 'first')
  writeFileSync(join(world, 'near.txt'), 'not asked for')
  const home = { folder: join(world, 'home/.fairlead/state/file-backups'), capMb: 100, keepDays: 7 }
  const taking = { home, root: world, only: true, asked: [notes], reason: 'rm -rf notes', atMs: Date.now() }
  const report = await takeBackup({ ...taking, deadlineMs: 60_000 })
  if (report.kind === 'failed') throw new Error(report.why)
  writeFileSync(join(notes, 'a.txt'), 'second')
  expect((await say('diff', report.id, '--stat')).out).toContain('1 file changed')
  const restored = await say('restore', report.id, '--yes')
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('restored 1 file') })
  expect(readFileSync(join(notes, 'a.txt'), 'utf8')).toBe('first')
  const [, undo = ''] = /backup restore (\S+)`$/.exec(restored.out) ?? []
  const { backups } = JSON.parse((await say('list', '--all', '--json')).out)
  expect(backups).toContainEqual(expect.objectContaining({ id: undo, root: world, files: 1 }))
})

it('[PLANE-B8] keeps our own files in a project unless they are named', async () => {
  writeFileSync(join(project, 'active_context.yaml'), 'mode: plan\n')
  await say('create')
  writeFileSync(join(project, 'active_context.yaml'), 'mode: active\n')
  writeFileSync(join(project, 'src/a.ts'), 'lost\n')
  expect(await say('restore', '--yes')).toMatchObject({ code: 0, out: expect.stringContaining('restored 1 file') })
  expect([read('active_context.yaml'), read('src/a.ts')]).toEqual(['mode: active\n', 'one\n'])
  expect(await say('restore', 'latest', 'active_context.yaml', '--yes')).toMatchObject({
    out: expect.stringContaining('1 file'),
  })
})
