import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { sessionId } from '../core/model/ids.ts'
import { clientAbove, goneSessions, type ProcessFacts, readProcess, runningClients, sightOf } from './processes.ts'

const proc = (pid: number, parent: number, over: Partial<ProcessFacts> = {}): ProcessFacts => ({
  pid,
  parent,
  started: pid * 10,
  name: 'sh',
  leader: pid,
  hasTty: true,
  env: {},
  executable: undefined,
  command: '',
  namespaces: undefined,
  ...over,
})

const TABLE = new Map(
  [
    proc(2, 1, { name: 'claude', env: { TMUX: 'x,1,0' } }),
    proc(3, 2, { command: 'sh -c /home/u/.fairlead/bin/hook claude-code' }),
    proc(4, 3, { command: '/bin/sh /home/u/.fairlead/bin/hook claude-code --strict' }),
    proc(7, 2, { command: 'bash -c ./program' }),
    proc(8, 7, { command: 'sh -c /home/u/.fairlead/bin/hook claude-code' }),
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

it('finds the client that started a hook, through shells that run nothing else; one run by hand has none', () => {
  const above = (...pids: readonly number[]) => pids.map((pid) => clientAbove(pid, read)?.pid)
  expect(above(2, 3, 4)).toEqual([2, 2, 2])
  expect(above(6, 7, 8, 99)).toEqual([undefined, undefined, undefined, undefined])
})

it('knows whose client is gone, also when another process has its number now', () => {
  const client = (pid: number, started: number) => ({ pid, started, tty: true, runtime: 'claude-code', atMs: 0 })
  const clients = {
    [sessionId('alive')]: client(2, 20),
    [sessionId('reused')]: client(3, 1),
    [sessionId('dead')]: client(77, 1),
  }
  expect(goneSessions({ clients, sessions: {} }, 0, read)).toEqual(['reused', 'dead'])
})

it('[EDGE-51] does not take a client for gone that a namespace of users hides, for a day after it was heard of', () => {
  const users = (name: string) => ({ namespaces: `user:[${name}] pid:[1] mnt:[1]` })
  const at = (pid: number) => (pid === process.pid ? proc(pid, 1, users('2')) : undefined)
  const client = { pid: 77, started: 1, tty: true, runtime: 'claude-code', atMs: 0 }
  const clients = {
    [sessionId('hidden')]: { ...client, ...users('1') },
    [sessionId('ended here')]: { ...client, ...users('2') },
    [sessionId('older')]: client,
  }
  const gone = (nowMs: number) => goneSessions({ clients, sessions: {} }, nowMs, at)
  expect(gone(23 * 3_600_000)).toEqual(['ended here', 'older'])
  expect(gone(24 * 3_600_000)).toEqual(['hidden', 'ended here', 'older'])
})

it('sees clients of this user that nobody registered', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairlead-client-'))
  copyFileSync('/bin/sleep', join(folder, 'codex'))
  const client = spawn(join(folder, 'codex'), ['20'], { stdio: 'ignore', env: { HOME: folder } })
  // Codex leaves its updater behind, which runs no agent.
  copyFileSync('/bin/sh', join(folder, 'codex-updater'))
  const updater = ['-c', 'read -r line', 'app-server', 'daemon', 'pid-update-loop']
  const helper = spawn(join(folder, 'codex-updater'), updater, {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: { HOME: folder },
  })
  const pids = (home: string) => runningClients(home).map(({ pid }) => pid)
  try {
    await expect.poll(() => pids(folder)).toEqual([client.pid])
    expect(pids(tmpdir())).not.toContain(client.pid)
  } finally {
    client.kill('SIGKILL')
    helper.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  }
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
