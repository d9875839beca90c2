import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sessionId } from '../core/model/ids.ts'
import { clientAbove, goneSessions, type ProcessFacts, readProcess, sightOf } from './processes.ts'

const proc = (pid: number, parent: number, over: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid,
  parent,
  started: pid * 10,
  name: 'sh',
  leader: pid,
  hasTty: true,
  env: {},
  executable: undefined,
  ...over,
})

const TABLE = new Map(
  [
    proc(2, 1, { name: 'claude', env: { TMUX: 'x,1,0' } }),
    proc(3, 2),
    proc(4, 3),
    proc(5, 1, { name: 'node', executable: '/x/codex', hasTty: false }),
    proc(6, 1),
  ].map((one) => [one.pid, one]),
)
const read = (pid: number) => TABLE.get(pid)

it('sees the client behind a connection, and nothing in another program', () => {
  expect(sightOf(2, read)).toEqual({ pid: 2, started: 20, tty: true, multiplexer: 'TMUX' })
  expect(sightOf(5, read)).toEqual({ pid: 5, started: 50, tty: false })
  expect([sightOf(6, read), sightOf(99, read)]).toEqual([undefined, undefined])
})

it('finds the client above a hook, through a shell or two', () => {
  expect([clientAbove(2, read)?.pid, clientAbove(4, read)?.pid, clientAbove(6, read)?.pid]).toEqual([2, 2, undefined])
})

it('knows whose client is gone, also when another process has its number now', () => {
  const client = (pid: number, started: number) => ({ pid, started, tty: true, runtime: 'claude-code', atMs: 0 })
  const clients = {
    [sessionId('alive')]: client(2, 20),
    [sessionId('reused')]: client(3, 1),
    [sessionId('dead')]: client(77, 1),
  }
  expect(goneSessions({ clients }, read)).toEqual(['reused', 'dead'])
})

it('reads when a process started', () => {
  expect(readProcess(process.pid)?.started).toBeGreaterThan(0)
})

it('[EDGE-98] takes a process that died and was not buried for gone', async () => {
  // The child ends when its input does, which is after the shell became a program that doesn't wait for children.
  const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 20'], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
  })
  try {
    const [line] = await once(parent.stdout as Readable, 'data')
    const child = Number(String(line).trim())
    await expect.poll(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n')
    parent.stdio[3]?.destroy()
    await expect.poll(() => readFileSync(`/proc/${child}/stat`, 'utf8').split(' ')[2]).toBe('Z')
    expect(readProcess(child)).toBeUndefined()
  } finally {
    parent.kill('SIGKILL')
  }
})
