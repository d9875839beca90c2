import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pipePeers } from './pipe-peers.ts'

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
