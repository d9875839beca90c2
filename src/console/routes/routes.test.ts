import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seeder } from '../../../test/browser/support/seed.ts'
import { typed } from '../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { pathsOf } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import type { Fact } from '../../core/model/fact.ts'
import { projectRoot } from '../../core/model/ids.ts'
import { ledgerFiles } from '../../ledger/files/ledger-files.ts'
import { verifyExport } from '../../stores/export.ts'
import { homesHere, type Wired, wireGate } from '../../wiring/wire-gate.ts'
import type { HoldDetail, HoldsAnswer, PreviewAnswer, Redeemed, StateAnswer } from '../contract/shapes.ts'
import { type ConsoleSessions, makeSessions } from '../door/sessions.ts'
import { openViewsThread, type Views } from '../views/views.ts'
import { projectId } from './deps.ts'
import { type ConsoleServer, consoleApp, listenConsole } from './serve.ts'

let home: ReturnType<typeof freshHome>
let wired: Wired
let views: Views
let server: ConsoleServer
let sessions: ConsoleSessions
let page: string
let id: string

beforeAll(async () => {
  home = freshHome()
  await typed(home.seat, ['init', '--yes'])
  const env = { HOME: home.seat.env['HOME'] ?? '', PATH: process.env['PATH'] ?? '' }
  const seed = seeder(home.seat.cwd, env)
  mkdirSync(join(home.seat.cwd, 'build/data'), { recursive: true })
  writeFileSync(join(home.seat.cwd, 'build/data/only-copy'), 'x')
  for (const command of ['git push origin main', 'npm publish', 'git push origin v1', 'rm -rf build'])
    await seed.call('s1', Date.now(), { input: { command } })
  await seed.close()
  const paths = pathsOf(env)
  wired = wireGate({ paths, env, loadYaml: () => yamlDoor })
  views = openViewsThread({
    database: paths.database,
    views: paths.views,
    worker: new URL('../views/worker.ts', import.meta.url),
  })
  sessions = makeSessions()
  page = mkdtempSync(join(tmpdir(), 'fairlead-page-'))
  writeFileSync(join(page, 'index.html'), '<!doctype html>')
  let port = 0
  const made = consoleApp({
    ...{ gate: wired.gate, store: wired.store, policy: wired.policy, views, sessions, version: '0', home: paths.home },
    ...{
      passphrase: paths.passphrase,
      ledger: { files: ledgerFiles(homesHere(paths)) },
      cli: 'fairlead',
      port: () => port,
      page,
      working: (work) => work(),
    },
  })
  const listening = await listenConsole(made, undefined)
  if (!listening) throw new Error('no port')
  server = listening
  port = server.port
  id = projectId(home.seat.cwd)
})
afterAll(async () => {
  await server?.close()
  await views?.close()
  await wired?.gate.close()
  rmSync(page, { recursive: true, force: true })
  rmSync(home.root, { recursive: true, force: true })
})

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: unknown
}

/** As a browser would send it from our own page, where nothing else is said. */
function ask(
  path: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string | undefined>; body?: object } = {},
): Promise<Answer> {
  const host = `fairlead.localhost:${server.port}`
  const all = {
    host,
    'sec-fetch-site': 'same-origin',
    ...(method !== 'GET' && { origin: `http://${host}` }),
    ...headers,
  }
  const given = Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return new Promise((done, fail) => {
    const sent = request(
      { host: '127.0.0.1', port: server.port, path, method, headers: { 'content-type': 'application/json', ...given } },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () =>
          done({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: String(response.headers['content-type']).startsWith('application/json') ? JSON.parse(text) : text,
          }),
        )
      },
    )
    sent.on('error', fail)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

async function opened(level: 'look' | 'present'): Promise<Record<string, string>> {
  const { ticket } = sessions.issue({ pid: 1, started: 1 }, home.seat.cwd)
  const { body } = await ask('/api/1/session/redeem', { method: 'POST', body: { ticket } })
  const { token } = body as Redeemed
  const session = sessions.at(token, true)
  if (level === 'present' && session) sessions.raise(session)
  return { 'x-fairlead-token': token }
}

async function facts(kind: Fact['kind']) {
  const rows = await (await wired.store()).facts(projectRoot(home.seat.cwd), { newest: 1_000 })
  return rows.map(({ fact }) => fact).filter((fact) => fact.kind === kind)
}

describe('the console, asked', () => {
  it.each([
    ['no ticket and no token', '/api/1/state', {}, 401],
    ['another host', '/api/1/state', { host: 'localhost:1' }, 403],
    ['another page of this machine', '/api/1/state', { 'sec-fetch-site': 'same-site' }, 403],
    ['a program that is no browser', '/api/1/state', { 'sec-fetch-site': undefined }, 403],
    [
      'a frame of another page',
      '/',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      403,
    ],
    [
      'a link that was opened',
      '/',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      200,
    ],
    ['the terminal door from a browser', '/door/ticket', {}, 403],
  ] as const)('[EDGE-141] by %s', async (_, path, headers, status) => {
    expect((await ask(path, { headers })).status).toBe(status)
  })

  it('[EDGE-141] refuses preflights and other origins, and sends its headers with every answer', async () => {
    const { status, headers } = await ask('/api/1/state', {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:9' },
    })
    expect(status).toBe(403)
    expect(headers['access-control-allow-origin']).toBeUndefined()
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
  })

  it('[EDGE-140, EDGE-143] looks with a ticket, and decides nothing: refused, and on record with the program that tried', async () => {
    const token = await opened('look')
    const { body } = await ask('/api/1/state', { headers: token })
    expect(body as StateAnswer).toMatchObject({
      level: 'look',
      digits: expect.stringMatching(/^\d{3}$/),
      projects: [{ id }],
    })
    const hold = (await ask(`/api/1/holds/${id}/1`, { headers: token })).body as HoldDetail
    expect(hold).toMatchObject({
      number: 1,
      rule: 'git.push',
      acts: [{ verb: 'approve', allowed: false, command: 'fairlead edge approve 1' }, {}, {}],
    })
    const refused = await ask(`/api/1/holds/${id}/1/decide`, {
      method: 'POST',
      headers: token,
      body: { verb: 'approve', print: hold.print },
    })
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        problem: {
          kind: 'level',
          text: expect.stringContaining('only looks'),
          next: 'run `fairlead edge approve 1` in your own terminal',
        },
      },
    ])
    expect(await facts('approval.refused')).toEqual([
      {
        kind: 'approval.refused',
        verb: 'approve',
        hold: 1,
        why: expect.stringContaining('only looks'),
        means: expect.stringMatching(/^the console's port, from `.*`, process \d+$/),
      },
    ])
    expect(await facts('junction.approved')).toEqual([])
  })

  it('[EDGE-142, EDGE-143] present approves what was shown, at the door `console`; what is catastrophic only a terminal', async () => {
    const token = await opened('present')
    const detail = async (number: number) =>
      (await ask(`/api/1/holds/${id}/${number}`, { headers: token })).body as HoldDetail
    const decide = (number: number, body: object) =>
      ask(`/api/1/holds/${id}/${number}/decide`, { method: 'POST', headers: token, body })
    const shown = await detail(1)
    const { digest } = (await ask(`/api/1/holds/${id}/1/preview`, { headers: token })).body as PreviewAnswer
    const approval = { verb: 'approve', print: shown.print, exhibit: digest }
    expect((await decide(1, { ...approval, print: 'of another' })).status).toBe(409)
    expect((await decide(1, { ...approval, exhibit: 'as it was before' })).status).toBe(409)
    expect((await decide(1, { verb: 'approve', print: shown.print })).status).toBe(409)
    expect((await decide(1, { ...approval, more: 1 })).status).toBe(400)
    expect(await decide(1, approval)).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining('#1') },
    })
    expect(await facts('junction.approved')).toMatchObject([
      { grant: { number: 1, door: 'console' }, signature: expect.stringMatching(/./) },
    ])
    expect((await decide(1, approval)).status).toBe(410)
    expect((await decide(2, { verb: 'skip', print: (await detail(2)).print })).status).toBe(200)
    expect((await decide(3, { verb: 'dismiss', minutes: 61, print: (await detail(3)).print })).status).toBe(400)
    expect((await decide(3, { verb: 'dismiss', minutes: 15, print: (await detail(3)).print })).status).toBe(200)
    expect((await decide(1, { verb: 'revoke', print: '' })).status).toBe(200)
    const waiting = (await ask('/api/1/holds?state=waiting', { headers: token })).body as HoldsAnswer
    expect(waiting.rows.map(({ number }) => number)).toEqual([4])
    const grave = await detail(4)
    expect(grave).toMatchObject({
      isCatastrophic: true,
      acts: [
        { verb: 'approve', allowed: false, why: expect.stringContaining('catastrophic') },
        { verb: 'skip', allowed: true },
      ],
    })
    expect((await decide(4, { verb: 'approve', print: grave.print })).status).toBe(403)
    expect(await facts('junction.approved')).toHaveLength(1)
  })

  it('answers every question of the pages, and tells what it does not know', async () => {
    const token = await opened('look')
    const known = [
      '/holds?state=settled',
      '/now',
      '/sessions',
      `/sessions/${id}/s1`,
      `/sessions/${id}/s1/timeline?kinds=call.judged`,
      `/audit/${id}?q=push`,
      `/audit/${id}/fact/1`,
      '/insights?days=30',
      `/ledger/${id}`,
      `/ledger/${id}/packet`,
    ]
    for (const path of known)
      expect([path, (await ask(`/api/1${path}`, { headers: token })).status]).toEqual([path, 200])
    const unknown: readonly (readonly [string, number])[] = [
      ['/holds?state=odd', 400],
      ['/nothing', 404],
      ['/ledger/000000000000', 404],
      ['/audit/zz', 400],
      [`/holds/${id}/999`, 404],
    ]
    for (const [path, status] of unknown)
      expect([path, (await ask(`/api/1${path}`, { headers: token })).status]).toEqual([path, status])
    const lines = String((await ask(`/api/1/audit/${id}/stream`, { headers: token })).body)
    expect(verifyExport(lines.split('\n'))).toMatchObject({ ok: true })
  })

  it('[EDGE-141] closes the door after ten refusals, but not for the browser that has a session', async () => {
    const token = await opened('look')
    const before = (await facts('console.refused')).length
    for (let tries = 0; tries < 14; tries += 1)
      await ask('/api/1/state', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect((await ask('/api/1/state', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(429)
    expect((await facts('console.refused')).length - before).toBeLessThanOrEqual(10)
    expect((await ask('/api/1/state', { headers: token })).status).toBe(200)
    await ask('/api/1/session', { method: 'DELETE', headers: token })
    expect((await ask('/api/1/state', { headers: token })).status).toBe(401)
  })
})
