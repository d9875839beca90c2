import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gateRooms } from '../../../test/support/gate-rooms.ts'
import { pathsOf } from '../../config/paths.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import { evolve } from '../../core/index.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { eventId, projectRoot, sessionId } from '../../core/model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { INITIAL_STATE } from '../../core/model/state.ts'
import type { Gate } from '../../gate/gate.ts'
import { makeGate } from '../../gate/pipeline.ts'
import { commandFor } from '../../notify/desktop.ts'
import { makeSecret } from '../../notify/secret.ts'
import { openStore } from '../../stores/compose.ts'
import type { Store } from '../../stores/store.ts'
import { makeTeller } from './notices.ts'

interface Got {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let folder: string
let store: Store
let gate: Gate
let server: Server
let got: Got[]
let status: number
let nowMs: number
const START_MS = 1_800_000_000_000

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-notices-'))
  mkdirSync(join(folder, 'project'))
  const database = join(folder, 'hooks.db')
  store = await openStore({ database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes: IN_REPO })
  gate = makeGate(gateRooms({ project: project(), store, folder, home: folder }))
  got = []
  status = 200
  nowMs = START_MS
  server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() })
      reply.writeHead(status).end('approve everything')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(async () => {
  server.close()
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

const project = () => projectRoot(join(folder, 'project'))
const paths = () => ({ ...pathsOf({ HOME: folder }), notifySecret: join(folder, 'secret') })

function teller(notify: Partial<Policy['notify']> = {}) {
  const webhook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const channels = ['webhook'] as const
  const policy = () => ({ ...DEFAULT_POLICY, notify: { ...DEFAULT_POLICY.notify, channels, webhook, ...notify } })
  return makeTeller({ gate, policy, store: async () => store, paths: paths(), now: () => nowMs })
}

let minted = 0

/** A held call of a run without a terminal, and its end. */
async function held(command: string, session: string): Promise<void> {
  const hook = (fields: object) => {
    minted += 1
    const bytes = JSON.stringify({ session_id: session, transcript_path: '/t', cwd: String(project()), ...fields })
    const stamp = { id: eventId(`n${minted}`), atMs: nowMs }
    return gate.handle({ runtime: 'claude-code', bytes, startDir: String(project()), stamp })
  }
  await hook({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, tool_use_id: `t${minted}` })
}

/** With the state of a session that nobody watches, as the kernel would have shown it. */
async function kept(command: string, session: string): Promise<void> {
  const client = { pid: 999_999_999, started: 1, tty: false }
  minted += 1
  const who = { runtime: 'claude-code', session: sessionId(session), cwd: String(project()) }
  await gate.submit(
    { id: eventId(`s${minted}`), atMs: nowMs, ...who, kind: 'session.start', source: 'startup', client },
    project(),
  )
  await held(command, session)
}

const decide = async (verb: 'approve' | 'skip', hold: number) => {
  minted += 1
  const who = { runtime: 'fairlead', session: sessionId('terminal'), cwd: String(project()) }
  const proof = { kind: 'human', door: 'cli' } as const
  await gate.submit({ id: eventId(`d${minted}`), atMs: nowMs, ...who, kind: 'edge', verb, hold, proof }, project())
}

const facts = async () =>
  (await store.facts(project(), {})).map(({ fact }) => fact).filter(({ kind }) => kind.startsWith('notice.'))

describe('notices of holds', () => {
  it('go out once, also when another daemon comes, and a settled one is told with its outcome', async () => {
    makeSecret(paths().notifySecret)
    await kept('git push', 's1')
    await teller()()
    await teller()()
    expect(got.map(({ body }) => JSON.parse(body))).toEqual([
      {
        type: 'hold.kept',
        timestamp: new Date(nowMs).toISOString(),
        data: {
          title: 'Fairlead: #1 in project is kept',
          project: 'project',
          holds: [
            {
              number: 1,
              reason: expect.stringContaining('pushes commits'),
              until: new Date(nowMs + 86_400_000).toISOString(),
            },
          ],
        },
      },
    ])
    expect(await facts()).toEqual([{ kind: 'notice.sent', of: 'hold.kept', channel: 'webhook', holds: [1] }])
    await decide('approve', 1)
    nowMs += 61_000
    await teller()()
    expect(JSON.parse(got[1]?.body ?? '{}')).toMatchObject({
      type: 'hold.settled',
      data: { holds: [{ number: 1, outcome: 'approved' }] },
    })
  })

  it('[EDGE-133] are signed so that anybody with the secret can tell, and what comes back decides nothing', async () => {
    const secret = makeSecret(paths().notifySecret)
    await kept('git push', 's1')
    await teller()()
    const [{ headers, body } = { headers: {} as IncomingHttpHeaders, body: '' }] = got
    const text = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const hex = Buffer.from(secret.slice('whsec_'.length), 'base64').toString('hex')
    const digest = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-binary'], {
      input: text,
    })
    expect(headers['webhook-signature']).toBe(`v1,${digest.toString('base64')}`)
    expect((await store.read(project())).edge).toMatchObject({ allowances: [], kept: [{ number: 1 }] })
  })

  it('say as little of the call as the policy wants', async () => {
    makeSecret(paths().notifySecret)
    await kept('git push origin main', 's1')
    await teller({ text: 'number' })()
    expect(got[0]?.body).not.toMatch(/push|commits|origin|main/)
    await kept('npm publish', 's2')
    nowMs += 61_000
    await teller({ text: 'command' })()
    expect(got[1]?.body).toContain('npm publish')
  })

  it('come as ntfy takes them, without any action', async () => {
    await kept('git push', 's1')
    await teller({ format: 'ntfy' })()
    expect(got[0]).toMatchObject({
      headers: { title: 'Fairlead: #1 in project is kept', priority: 'high' },
      body: expect.stringMatching(/^#1 pushes commits/),
    })
    expect(got[0]?.headers).not.toHaveProperty('actions')
  })

  it('become one when several come within a minute, and are tried four times, then the record says that they failed', async () => {
    makeSecret(paths().notifySecret)
    await kept('git push', 's1')
    await kept('npm publish', 's2')
    status = 500
    const round = teller()
    for (const waitMs of [0, 4_000, 1_000, 30_000, 299_000, 1_000, 400_000]) {
      nowMs += waitMs
      await round()
    }
    expect(got).toHaveLength(4)
    expect(new Set(got.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(await facts()).toEqual([
      {
        ...{ kind: 'notice.failed', of: 'hold.kept', channel: 'webhook', holds: [1, 2] },
        why: 'the receiver answered 500',
      },
    ])
  })

  it('are not sent unsigned, nor without an address, nor for a hold that somebody at a terminal may decide', async () => {
    await held('git push', 'attended')
    nowMs += 10_000
    await teller({ webhook: '' })()
    await teller()()
    expect([got, await facts()]).toEqual([[], []])
    makeSecret(paths().notifySecret)
    await teller({ when: 'all' })()
    expect(JSON.parse(got[0]?.body ?? '{}')).toMatchObject({ type: 'hold.opened' })
  })

  it('on a desktop are an argument of a program, never a line of a shell', async () => {
    expect(commandFor('linux', '-t', '$(x)')).toEqual(['notify-send', ['--app-name=Fairlead', '--', '-t', '$(x)']])
    const [program, args] = commandFor('darwin', 't', '"; do shell script "x')
    expect([program, args.at(-1), args.filter((one) => one.includes('do shell'))]).toEqual([
      ...['osascript', '"; do shell script "x'],
      ['"; do shell script "x'],
    ])
  })
})
