import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../test/support/confirm-policy.ts'
import { govern } from '../../../test/support/govern.ts'
import { type Paths, pathsOf } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import { eventId, projectRoot, sessionId } from '../../core/model/ids.ts'
import { wireGate } from '../../wiring/wire-gate.ts'
import { makeClients } from './clients.ts'
import { type DaemonOptions, runDaemon } from './run.ts'

let folder = ''
let project = ''
let paths: Paths

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-daemon-')))
  project = join(folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git', 'HEAD'), '')
  paths = pathsOf({ HOME: folder })
  govern(paths, project)
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

function start(options: Pick<DaemonOptions, 'idleMs' | 'isReachable'> = {}): Promise<void> {
  return runDaemon({ paths, env: { HOME: folder }, ...options })
}

/** What comes back for these bytes; undefined when the daemon hangs up without a word. */
function send(bytes: string): Promise<unknown> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(paths.socket)
    socket.on('connect', () => socket.end(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      done(text === '' ? undefined : JSON.parse(text))
    })
  })
}

async function listening(): Promise<void> {
  for (let waited = 0; waited < 200 && !existsSync(paths.socket); waited += 1)
    await new Promise((done) => setTimeout(done, 10))
}

const ask = (request: object) => send(`${JSON.stringify({ version: '0.1.0', ...request })}\n`)
const request = (version: string, atMs: number, over: object = {}) => {
  const payload = {
    session_id: 's',
    cwd: project,
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'git push' },
    tool_use_id: 't',
  }
  const call = {
    runtime: 'claude-code',
    bytes: JSON.stringify(payload),
    stamp: { id: `event-${atMs}`, atMs },
    startDir: project,
    ...over,
  }
  return { op: 'hook', version, client: 1, call }
}
const hook = (version: string, atMs = 1) => ask(request(version, atMs))

describe('the daemon', () => {
  it('answers hooks, tells about itself, keeps its socket private and leaves when told', async () => {
    const ended = start()
    await listening()
    expect(await hook('0.1.0')).toMatchObject({ kind: 'answer', answer: { stdout: expect.stringContaining('deny') } })
    expect(await ask({ op: 'info' })).toMatchObject({ kind: 'info', pid: process.pid })
    expect(statSync(paths.socket).mode & 0o777).toBe(0o600)
    expect(await ask({ op: 'stop' })).toEqual({ kind: 'stopping' })
    await ended
    expect(existsSync(paths.socket)).toBe(false)
  })

  it('is one: a second one sees the first and leaves at once', async () => {
    const first = start()
    await listening()
    await start()
    expect(await ask({ op: 'info' })).toMatchObject({ kind: 'info' })
    await ask({ op: 'stop' })
    await first
  })

  it('takes over the name of one that died', async () => {
    mkdirSync(join(paths.state), { recursive: true })
    writeFileSync(paths.socket, '')
    const ended = start()
    for (let tries = 0; tries < 100 && (await ask({ op: 'info' })) === undefined; tries += 1)
      await new Promise((done) => setTimeout(done, 10))
    expect(await ask({ op: 'stop' })).toEqual({ kind: 'stopping' })
    await ended
  })

  it('gives way to a newer caller, serves an older one', async () => {
    const ended = start()
    await listening()
    expect(await hook('0.0.1')).toMatchObject({ kind: 'answer' })
    expect(await hook('99.0.0')).toEqual({ kind: 'retired' })
    await ended
  })

  it('leaves when nothing is left to do, and not while a hold waits', async () => {
    await start({ idleMs: 50 })
    expect(existsSync(paths.socket)).toBe(false)
    const ended = start({ idleMs: 1_000 })
    await listening()
    await hook('0.1.0', Date.now())
    await new Promise((done) => setTimeout(done, 1_600))
    expect(await ask({ op: 'stop' })).toEqual({ kind: 'stopping' })
    await ended
    // A hold of long ago keeps nobody.
    rmSync(paths.database)
    const later = start({ idleMs: 1_000 })
    await listening()
    await hook('0.1.0', 1)
    await later
  })

  it('[EDGE-56] spends nothing for a waiting hook that was cut off before the person decided', async () => {
    ownPolicy({}, 'edge: { park_seconds: 20 }\n', paths)
    const ended = start({ isReachable: () => true })
    await listening()
    const { gate, store } = wireGate({ paths, env: { HOME: folder }, loadYaml: () => yamlDoor })
    const facts = async () =>
      (await (await store()).facts(projectRoot(project), {})).map(({ fact }) => fact.kind as string)
    const cut = connect(paths.socket)
    cut.end(`${JSON.stringify(request('0.1.0', Date.now(), { waitSeconds: 60 }))}\n`)
    await new Promise((done) => cut.once('data', done))
    cut.destroy()
    const who = { runtime: 'fairlead', session: sessionId('terminal'), cwd: project }
    const act = { ...who, kind: 'edge', verb: 'approve', proof: { kind: 'human', door: 'cli' } } as const
    await gate.submit({ ...act, id: eventId('approve'), atMs: Date.now() }, projectRoot(project))
    await new Promise((done) => setTimeout(done, 600))
    expect(await facts()).toContain('junction.approved')
    expect(await facts()).not.toContain('allowance.reserved')
    // Its successor has it.
    expect(await hook('0.1.0', Date.now() + 1)).toMatchObject({ kind: 'answer', answer: { stdout: '' } })
    await gate.close()
    await ask({ op: 'stop' })
    await ended
  })

  const endings: readonly [how: string, end: () => Promise<unknown>][] = [
    ['told', () => ask({ op: 'stop' })],
    ['newer', () => hook('99.0.0')],
    ['replaced', async () => rmSync(paths.socket)],
  ]
  it.each(endings)('[EDGE-118] puts on record that it was %s while an agent was at work', async (how, end) => {
    const ended = start({ idleMs: 200 })
    await listening()
    await hook('0.1.0', Date.now())
    await end()
    await ended
    const { store } = wireGate({ paths, env: { HOME: folder }, loadYaml: () => yamlDoor })
    const open = await store()
    const last = (await open.facts(projectRoot(project), {})).at(-1)
    expect(last?.fact).toMatchObject({ kind: 'daemon.ended', how, pid: process.pid, calls: [] })
    expect(existsSync(paths.daemonRun)).toBe(false)
    await open.close()
  })

  it('leaves when another has taken its name', async () => {
    const ended = start({ idleMs: 100 })
    await listening()
    rmSync(paths.socket)
    await ended
  })

  it('hangs up on anything that is not a request', async () => {
    const ended = start()
    await listening()
    const odd = [
      '',
      '\n',
      'GET / HTTP/1.1\r\n\r\n',
      '[]',
      '{"op":"hook"}',
      '{"op":"approve","version":"0.1.0"}',
      '{"op":"hook","version":"0.1.0","client":1,"call":{}}',
    ]
    for (const bytes of odd) expect(await send(bytes)).toBe(undefined)
    await ask({ op: 'stop' })
    await ended
  })
})

describe('clients', () => {
  it('keep the daemon while one of them lives', () => {
    const living = new Set([40, 41])
    const clients = makeClients((pid) => living.has(pid))
    expect(clients.anyAlive()).toBe(false)
    for (const pid of [0, 1, 40, 41]) clients.seen(pid)
    expect(clients.anyAlive()).toBe(true)
    living.clear()
    expect(clients.anyAlive()).toBe(false)
    const real = makeClients()
    real.seen(process.pid)
    real.seen(2 ** 22)
    expect(real.anyAlive()).toBe(true)
  })
})
