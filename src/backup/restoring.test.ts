import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Backup, listBackups } from './catalog.ts'
import { type BackupHome, shelfOf } from './places.ts'
import { restore } from './restore.ts'
import { beginRestoring, tidyUp } from './restoring.ts'
import { takeBackup } from './take.ts'

let world = ''
let root = ''
let home: BackupHome

beforeEach(() => {
  world = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-restoring-')))
  root = join(world, 'project')
  home = { folder: join(world, 'state'), capMb: 100, keepDays: 7 }
  mkdirSync(root)
  const env = { PATH: process.env['PATH'] ?? '', HOME: world, GIT_CONFIG_NOSYSTEM: '1' }
  execFileSync('git', ['init', '-q'], { cwd: root, env })
})
afterEach(() => rmSync(world, { recursive: true, force: true }))

const inProject = (path: string) => join(root, path)

async function copied(): Promise<Backup> {
  const report = await takeBackup({ home, root, asked: [], reason: 'a test', atMs: Date.now(), deadlineMs: 60_000 })
  const all = await listBackups(home, root)
  const made = all.find((one) => report.kind === 'taken' && one.id === report.id)
  if (!made) throw new Error('no copy')
  return made
}

/** Names of files under way, wherever they are. */
function left(folder = root): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.new'))
}

const notes = () => readdirSync(shelfOf(home, root)).filter((name) => name.startsWith('restoring-'))

/** Names like ours that are a person's: of another key, of a process number, of no number. */
const DECOYS = [`.fairlead-${'0'.repeat(32)}-1.new`, '.fairlead-1-1.new', 'deep/.fairlead-x.new']

/** Restores in a process of its own, which is killed before its n-th act on the disk. False when it had fewer. */
function killedAt(n: number, backup: Backup): boolean {
  const code = `
    import fs from 'node:fs'
    import { syncBuiltinESMExports } from 'node:module'
    const { restore } = await import(${JSON.stringify(new URL('./restore.ts', import.meta.url).href)})
    let acts = 0
    for (const name of ['openSync', 'writeSync', 'fchmodSync', 'fsyncSync', 'closeSync', 'renameSync', 'symlinkSync', 'mkdirSync', 'unlinkSync']) {
      const real = fs[name]
      fs[name] = (...args) => {
        acts += 1
        if (acts === ${n}) process.kill(process.pid, 'SIGKILL')
        return real(...args)
      }
    }
    syncBuiltinESMExports()
    const { ok } = await restore({ backup: ${JSON.stringify(backup)}, paths: [], isClosed: () => false })
    process.exit(ok ? 0 : 1)
  `
  const { signal, status } = spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
  if (signal === null) expect(status).toBe(0)
  return signal === 'SIGKILL'
}

it('[PLANE-B8] a restore that is killed, wherever that is, leaves nothing behind once the next copy is made', async () => {
  const put = (path: string, text: string) => {
    mkdirSync(dirname(inProject(path)), { recursive: true })
    writeFileSync(inProject(path), text)
  }
  put('a.txt', 'a')
  put('deep/er/b.txt', 'b')
  symlinkSync('nowhere', inProject('deep/link'))
  const backup = await copied()
  let [point, litter] = [0, 0]
  do {
    point += 1
    for (const path of ['a.txt', 'deep']) rmSync(inProject(path), { recursive: true, force: true })
    if (!killedAt(point, backup)) break
    litter += left().length
    for (const decoy of DECOYS) put(decoy, 'mine')
    if (point % 2 === 0) await copied()
    else
      expect(await restore({ backup, paths: ['deep'], isClosed: () => false })).toMatchObject({ ok: true, refused: [] })
    expect([point, left().toSorted(), notes()]).toEqual([point, DECOYS.toSorted(), []])
    for (const decoy of DECOYS) rmSync(inProject(decoy))
  } while (point < 100)
  // Fewer kills than writes, or none that left something, and nothing was tried here.
  expect([point > 12, point < 100, litter > 4]).toEqual([true, true, true])
  expect([left(), notes()]).toEqual([[], []])
  expect([readFileSync(inProject('a.txt'), 'utf8'), readFileSync(inProject('deep/er/b.txt'), 'utf8')]).toEqual([
    'a',
    'b',
  ])
  expect(readlinkSync(inProject('deep/link'))).toBe('nowhere')
}, 120_000)

it('[PLANE-B8] what is still being written, or lies behind a link, stays', async () => {
  writeFileSync(inProject('a.txt'), 'a')
  const shelf = dirname((await copied()).store)
  mkdirSync(inProject('sub'))
  const restoration = beginRestoring(shelf, { root, folders: ['', 'sub/', 'gone/'] })
  const [here, there] = [restoration.nextTo('a.txt'), restoration.nextTo('sub/b.txt')]
  expect(there).toMatch(/^sub\/\.fairlead-[0-9a-f]{32}-2\.new$/)
  for (const path of [here, there]) writeFileSync(inProject(path), 'under way')
  tidyUp(shelf)
  expect(left()).toHaveLength(2)
  // As if its process were gone: a day has passed, or the number is nobody's.
  const [note = ''] = notes()
  renameSync(inProject('sub'), join(world, 'outside'))
  symlinkSync(join(world, 'outside'), inProject('sub'))
  utimesSync(join(shelf, note), 1, 1)
  tidyUp(shelf)
  expect([existsSync(inProject(here)), left(join(world, 'outside')), notes()]).toEqual([false, [there.slice(4)], []])
})

it('[PLANE-B8] a note that is torn or says something else is thrown away, and one of a running process is not', async () => {
  writeFileSync(inProject('a.txt'), 'a')
  const shelf = dirname((await copied()).store)
  const gone = spawnSync(process.execPath, ['-e', '0']).pid
  const note = (pid: number, text: string, digit: string) =>
    writeFileSync(join(shelf, `restoring-${pid}-${digit.repeat(32)}`), text)
  note(gone, '{"root":"/', 'a')
  note(gone, '7', 'b')
  note(gone, '{"root":1,"folders":[2]}', 'c')
  note(gone, JSON.stringify({ root: join(world, 'nowhere'), folders: [''] }), 'd')
  note(1, JSON.stringify({ root, folders: [''] }), 'e')
  writeFileSync(join(shelf, 'restoring-x'), 'somebody’s')
  tidyUp(shelf)
  expect(notes()).toEqual([`restoring-1-${'e'.repeat(32)}`, 'restoring-x'])
})

it('[PLANE-B8] files come back also where nothing can be noted', async () => {
  writeFileSync(inProject('a.txt'), 'a')
  const backup = await copied()
  rmSync(inProject('a.txt'))
  const restoration = beginRestoring(join(world, 'no', 'shelf'), { root, folders: [''] })
  expect(restoration.nextTo('a.txt')).toMatch(/^\.fairlead-/)
  expect(restoration.finish).not.toThrow()
  expect(await restore({ backup, paths: [], isClosed: () => false })).toMatchObject({ ok: true, written: ['a.txt'] })
})
