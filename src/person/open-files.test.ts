import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionOwner, pipePeers } from './open-files.ts'

let proc = ''

beforeEach(() => {
  proc = mkdtempSync(join(tmpdir(), 'fairlead-proc-'))
  mkdirSync(join(proc, 'net'))
  const row = (local: string, remote: string, inode: number) =>
    `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000  1000        0 ${inode} 1 0000000000000000\n`
  const rows = [
    row('0100007F:1F90', '0100007F:C001', 11),
    row('0100007F:C001', '0100007F:1F90', 22),
    row('0100007F:C002', '0100007F:1F91', 33),
    row('0200007F:C001', '0100007F:1F90', 44),
  ]
  writeFileSync(join(proc, 'net', 'tcp'), `  sl  local_address rem_address\n${rows.join('')}`)
})

afterEach(() => rmSync(proc, { recursive: true }))

function holds(pid: number, ...inodes: readonly number[]): void {
  mkdirSync(join(proc, String(pid), 'fd'), { recursive: true })
  for (const inode of inodes) symlinkSync(`socket:[${inode}]`, join(proc, String(pid), 'fd', String(inode)))
}

const ask = (remotePort: number) => connectionOwner({ remotePort, localPort: 0x1f90 }, proc)

describe('who holds the other end of a connection', () => {
  it('is the one process with that socket', async () => {
    holds(5, 11)
    holds(6, 33, 22)
    expect(await ask(0xc001)).toBe(6)
  })

  it('is not told when two processes hold it', async () => {
    holds(6, 22)
    holds(7, 22)
    expect(await ask(0xc001)).toBeUndefined()
  })

  it('is told as soon as the second has let go', async () => {
    holds(6, 22)
    holds(7, 22)
    setTimeout(() => rmSync(join(proc, '7'), { recursive: true }), 60)
    expect(await ask(0xc001)).toBe(6)
  })

  it('is not told for another port, an unknown connection or without a table', async () => {
    holds(6, 22, 33)
    expect([
      await ask(0xc002),
      await ask(0xc003),
      await connectionOwner({ remotePort: 1, localPort: 2 }, `${proc}/x`),
    ]).toEqual([undefined, undefined, undefined])
    rmSync(join(proc, '6'), { recursive: true })
    expect(await ask(0xc001)).toBeUndefined()
  })

  it('is this process for a connection of its own', async () => {
    const server = createServer()
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const localPort = (server.address() as AddressInfo).port
    const socket = connect(localPort, '127.0.0.1')
    await new Promise((done) => socket.once('connect', done))
    // Both ends are ours here, but only the far one is asked for.
    expect(await connectionOwner({ remotePort: socket.localPort ?? 0, localPort })).toBe(process.pid)
    socket.destroy()
    server.close()
  })
})

it('names the processes at the other end of a pipe, and none for anything else', () => {
  const proc = mkdtempSync(join(tmpdir(), 'fairlead-pipes-'))
  const open = (pid: number, descriptor: number, link: string) => {
    mkdirSync(join(proc, String(pid), 'fd'), { recursive: true })
    symlinkSync(link, join(proc, String(pid), 'fd', String(descriptor)))
  }
  open(5, 0, 'pipe:[1]')
  open(5, 1, '/dev/null')
  open(6, 9, 'pipe:[1]')
  open(7, 9, 'pipe:[2]')
  expect([pipePeers(0, proc, 5), pipePeers(1, proc, 5), pipePeers(2, proc, 5), pipePeers(9, proc, 7)]).toEqual([
    [6],
    undefined,
    undefined,
    [],
  ])
  rmSync(proc, { recursive: true })
})

it('sees this process behind the input of a child', async () => {
  // The shell makes the pipe, so that it is one: Node itself would give its child a socket.
  const child = spawn('sh', ['-c', 'cat | cat'], { stdio: ['pipe', 'ignore', 'ignore'] })
  await new Promise((done) => child.once('spawn', done))
  expect(pipePeers(0, '/proc', child.pid ?? 0)).toBeUndefined()
  child.stdin.end()
  await new Promise((done) => child.once('close', done))
})
