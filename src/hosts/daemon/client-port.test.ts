import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { doorPathOf, METRICS_PATH, readDoorPort, writeDoorPort } from '../../config/door-port.ts'
import type { HookCall } from '../../gate/gate.ts'
import type { Arrival } from '../../person/arrival.ts'
import { type ClientPort, makeClientPort } from './client-port.ts'

let folder = ''
let doorPort = ''
let door: ClientPort
let calls: (readonly [HookCall, Arrival])[] = []
let stranger: Server | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-door-'))
  doorPort = join(folder, 'door.json')
  calls = []
  const answer = async (call: HookCall, arrival: Arrival) => {
    calls.push([call, arrival])
    return { stdout: call.bytes.includes('silent') ? '' : '{"ok":1}' }
  }
  door = makeClientPort({ doorPort }, { answer, metrics: async () => 'figures\n' })
})

afterEach(async () => {
  await door.close()
  await new Promise((done) => (stranger ? stranger.close(done) : done(undefined)))
  stranger = undefined
  rmSync(folder, { recursive: true })
})

/** Somebody else's program on a port that the kernel chose. */
async function takePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  stranger = server
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const port = await takePort()
  await new Promise((done) => stranger?.close(done))
  stranger = undefined
  return port
}

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

function send({
  method = 'POST',
  path = doorPathOf('claude-code'),
  headers = {},
  body = '{"a":1}',
}: Sent): Promise<string> {
  const json = { 'content-type': 'application/json', ...headers }
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port: door.port(), method, path, headers: json }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => done(`${response.statusCode} ${Buffer.concat(chunks).toString()}`))
    })
    sent.on('error', () => done('hung up'))
    sent.end(body)
  })
}

describe('the door for connections', () => {
  it("hands a client's JSON over, with the process that sent it", async () => {
    writeDoorPort(doorPort, await freePort())
    await door.keepOpen()
    expect(door.closed()).toBeUndefined()
    expect([await send({}), await send({ body: 'silent' })]).toEqual(['200 {"ok":1}', '200 {}'])
    expect(calls[0]).toEqual([
      {
        runtime: 'claude-code',
        bytes: '{"a":1}',
        stamp: { id: expect.any(String), atMs: expect.any(Number) },
        startDir: '/',
      },
      { way: 'connection', owner: process.pid },
    ])
  })

  it('is not for browsers, other hosts, other paths, or too much', async () => {
    writeDoorPort(doorPort, await freePort())
    await door.keepOpen()
    const answers = await Promise.all([
      send({ headers: { host: 'localhost:1' } }),
      send({ headers: { origin: 'http://evil.example' } }),
      send({ path: '/' }),
      send({ method: 'PUT' }),
      send({ headers: { 'content-type': 'text/plain' } }),
      send({ headers: { 'sec-fetch-site': 'cross-site' } }),
    ])
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual(['403', '403', '404', '405', '415', '403'])
    expect(await send({ body: 'x'.repeat(9_000_000) })).toMatch(/^413|hung up/)
    expect(calls).toEqual([])
  })

  it('shows its figures to whoever reads on this machine, and to no page', async () => {
    writeDoorPort(doorPort, await freePort())
    await door.keepOpen()
    const read = { method: 'GET', path: METRICS_PATH, body: '' }
    const answers = await Promise.all([
      send(read),
      send({ ...read, headers: { 'sec-fetch-site': 'none' } }),
      send({ ...read, method: 'POST' }),
      send({ ...read, headers: { host: 'rebound.example' } }),
      send({ ...read, headers: { origin: 'null' } }),
      send({ ...read, headers: { 'sec-fetch-site': 'same-site' } }),
      send({ ...read, path: `${METRICS_PATH}?a=b` }),
    ])
    expect(answers).toEqual(['200 figures\n', '200 figures\n', '405 ', '403 ', '403 ', '403 ', '404 '])
    expect(calls).toEqual([])
  })

  it('says so when the port is missing or taken, and opens when it is free', async () => {
    await door.keepOpen()
    expect(door.closed()).toMatchObject({ next: 'run `fairlead init`' })
    const port = await takePort()
    writeDoorPort(doorPort, port)
    await door.keepOpen()
    expect(door.closed()).toEqual({
      why: `another program uses port ${port}, which \`/edge\` needs`,
      next: 'run `fairlead init --port`',
    })
    await new Promise((done) => stranger?.close(done))
    stranger = undefined
    await Promise.all([door.keepOpen(), door.keepOpen()])
    expect(door.closed()).toBeUndefined()
  })

  it('follows `init --port`', async () => {
    writeDoorPort(doorPort, await freePort())
    await door.keepOpen()
    const next = await freePort()
    writeDoorPort(doorPort, next)
    await door.keepOpen()
    expect([door.port(), await send({})]).toEqual([next, '200 {"ok":1}'])
  })
})

it('a port file that says nothing sensible counts as none', () => {
  expect(readDoorPort(doorPort)).toBeUndefined()
  writeDoorPort(doorPort, 80)
  expect(readDoorPort(doorPort)).toBeUndefined()
})
