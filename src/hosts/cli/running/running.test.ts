import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import type { Paths } from '../../../config/paths.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome(['.claude', '.codex']))
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead up and down', () => {
  it('talk to the daemon over its socket', async () => {
    const server = createServer({ allowHalfOpen: true }, (socket) => {
      socket.on('data', (chunk) => {
        const stop = chunk.includes('"stop"')
        socket.end(
          `${JSON.stringify(stop ? { kind: 'stopping' } : { kind: 'info', version: '9.9.9', pid: 7, memoryBytes: 1_048_576 })}\n`,
        )
        if (stop) server.close()
      })
    })
    await new Promise<void>((done) => server.listen(paths.socket, done))
    expect((await typed(seat, ['up'])).out).toBe('the daemon is already running: version 9.9.9, process 7')
    expect((await typed(seat, ['doctor', '--verbose'])).out).toContain(
      '✓ daemon           running, version 9.9.9, process 7, 1 MB',
    )
    expect((await typed(seat, ['down'])).out).toBe('daemon stopped; the next hook starts it again')
  })

  it('starts the daemon if none is running', async () => {
    const program = `
      const socket = process.env.HOME + '/.fairlead/state/daemon.sock'
      import('node:net').then(({ createServer }) => createServer({ allowHalfOpen: true }, (one) => one.on('data', (chunk) => {
        one.end(JSON.stringify({ kind: 'info', version: '1.0.0', pid: process.pid, memoryBytes: 1 }) + '\\n')
        if (chunk.includes('"stop"')) process.exit()
      })).listen(socket))`
    writeFileSync(join(seat.bundle, 'daemon.mjs'), program)
    expect((await typed(seat, ['up'])).out).toMatch(/^daemon started: version 1\.0\.0, process \d+$/)
    expect((await typed(seat, ['down'])).out).toBe('daemon stopped; the next hook starts it again')
  })
})

describe('fairlead hook', () => {
  it('runs the entry of the bundle in this process', () => {
    const script = `
      import { hook } from ${JSON.stringify(new URL('./running.ts', import.meta.url).href)}
      await hook({ bundle: ${JSON.stringify(seat.bundle)} }, 'codex', { strict: true })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, ECHO: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    child.stdin.end('payload')
    return new Promise<void>((done) => {
      let out = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.on('close', () => {
        expect(JSON.parse(out)).toMatchObject({ argv: ['codex', '--strict'], text: 'payload' })
        done()
      })
    })
  })
})
