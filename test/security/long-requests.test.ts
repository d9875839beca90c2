import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { runDaemon } from '../../src/hosts/daemon/run.ts'
import { governedHome } from '../support/installed-home.ts'

const FRAME_BYTES = 33 * 1_024 * 1_024

/** What comes back; nothing when the daemon hangs up. */
function send(path: string, bytes: string): Promise<string> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(path)
    socket.on('connect', () => socket.end(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => done(Buffer.concat(chunks).toString('utf8')))
  })
}

it('a frame longer than any request is dropped, and the daemon goes on', async () => {
  const { paths, seat } = governedHome()
  const ended = runDaemon({ paths, env: seat.env })
  while (!existsSync(paths.socket)) await new Promise((done) => setTimeout(done, 10))
  const ask = (op: string) => send(paths.socket, `${JSON.stringify({ op, version: '0.1.0' })}\n`)
  expect(await send(paths.socket, `{"op":"info","version":"0.1.0","x":"${'x'.repeat(FRAME_BYTES)}"}\n`)).toBe('')
  expect(await send(paths.socket, `${'['.repeat(1_000_000)}\n`)).toBe('')
  expect(JSON.parse(await ask('info'))).toMatchObject({ kind: 'info', pid: process.pid })
  expect(JSON.parse(await ask('stop'))).toEqual({ kind: 'stopping' })
  await ended
})
