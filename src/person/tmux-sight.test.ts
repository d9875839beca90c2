import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tmuxSight } from './tmux-sight.ts'

let folder = ''
const { listensAlone, terminalTimes } = tmuxSight()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-tmux-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('sees who really listens under a name', async () => {
  const path = join(folder, 'a socket')
  const server = createServer()
  await new Promise<void>((done) => server.listen(path, done))
  expect([
    listensAlone(process.pid, path),
    listensAlone(process.ppid, path),
    listensAlone(process.pid, folder),
  ]).toEqual([true, false, false])
  await new Promise((done) => server.close(done))
})

it('notices a second one under the same name, and takes a connection for none', () => {
  mkdirSync(join(folder, '7/fd'), { recursive: true })
  mkdirSync(join(folder, 'net'))
  symlinkSync('socket:[51]', join(folder, '7/fd/3'))
  const line = (flags: string, inode: number) => `ffff: 00000002 00000000 ${flags} 0001 01 ${inode} /t/default`
  const listens = (...lines: readonly string[]) => {
    writeFileSync(join(folder, 'net/unix'), ['Num RefCount Protocol Flags Type St Inode Path', ...lines].join('\n'))
    return tmuxSight(folder).listensAlone(7, '/t/default')
  }
  expect(listens(line('00010000', 51), line('00000000', 52))).toBe(true)
  expect(listens(line('00010000', 51), line('00010000', 52))).toBe(false)
  expect(listens(line('00010000', 52))).toBe(false)
  expect(listens()).toBe(false)
  expect(tmuxSight(join(folder, 'nowhere')).listensAlone(7, '/t/default')).toBe(false)
})

it('tells the times of a terminal, and of nothing else', () => {
  expect(terminalTimes('/dev/null')).toEqual({ readMs: expect.any(Number), changedMs: expect.any(Number) })
  expect([terminalTimes('/dev/pts/none'), terminalTimes('/etc/hosts'), terminalTimes('')]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})
