import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { typed } from '../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { govern } from '../../../test/support/govern.ts'
import * as yamlDoor from '../../config/yaml-door.ts'
import type { ParsedEvent } from '../../core/model/event.ts'
import type { HookCall } from '../../gate/gate.ts'
import { wireGate } from '../../wiring/wire-gate.ts'
import { agentDoor, keepAgentDoor } from './agent-door.ts'

/** Stands for the command line: tells what it was started with. */
const ECHO = `const [, ...argv] = process.argv
if (argv.includes('much')) process.stdout.write('x'.repeat(5_000_000))
else process.stdout.write(JSON.stringify({ argv, cwd: process.cwd(), env: process.env }))
process.stderr.write('said aside')
process.exitCode = 3`

let home: ReturnType<typeof freshHome>
let door: ReturnType<typeof keepAgentDoor>
let gate: Parameters<typeof agentDoor>[0]['gate']
let submitted: ParsedEvent[]
let judged: [HookCall, string][]

beforeEach(async () => {
  home = freshHome()
  govern(home.paths, home.seat.cwd)
  submitted = []
  judged = []
  gate = {
    submit: async (event: ParsedEvent) => {
      submitted.push(event)
      return { kind: 'allow' as const }
    },
    handleAlone: async (call: HookCall, problem: string) => {
      judged.push([call, problem])
      return { stdout: 'deny' }
    },
  }
  const env = {
    ...home.seat.env,
    PATH: '/usr/bin:/tmp:relative:/nowhere',
    NODE_OPTIONS: '--bad',
    SECRET: 'x',
  }
  const cli = [process.execPath, '-e', ECHO, '--', 'first'] as const
  door = keepAgentDoor(
    home.paths.agentSocket,
    agentDoor({ ...wired(), paths: home.paths, env, gate, cli, working: (work) => work() }),
  )
  await door.keepOpen()
})
afterEach(async () => {
  await door.close()
  rmSync(home.root, { recursive: true, force: true })
})

function wired() {
  const { policy, store } = wireGate({ paths: home.paths, env: home.seat.env, loadYaml: () => yamlDoor })
  return { policy, store }
}

/** What comes back for these bytes; undefined when the door hangs up. `more` is sent afterwards, the end never. */
function send(bytes: string, { ends = true } = {}): Promise<unknown> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(home.paths.agentSocket)
    socket.on('connect', () => (ends ? socket.end(bytes) : socket.write(bytes)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8')
      done(text === '' ? undefined : JSON.parse(text))
    })
  })
}
const ask = (request: object) => send(`${JSON.stringify(request)}\n`)
const words = (argv: readonly string[], over: object = {}) => ask({ op: 'agent', argv, cwd: home.seat.cwd, ...over })

describe("the agent's door", () => {
  it('[PLANE-O3] runs what an agent may, outside, in its folder, with an environment built from nothing', async () => {
    const reply = await words(['ledger', 'decide', 'a b', '$(x)'], { runtime: 'claude-code', session: 's-1' })
    expect(reply).toMatchObject({ kind: 'ran', exit: 3, stderr: 'said aside' })
    const { argv, cwd, env } = JSON.parse((reply as { stdout: string }).stdout)
    expect([argv, cwd]).toEqual([['first', 'ledger', 'decide', 'a b', '$(x)'], home.seat.cwd])
    const { HOME, PATH, ...rest } = env
    expect([HOME, PATH, rest]).toEqual([
      home.paths.home,
      '/usr/bin',
      { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1', ...(rest.TMPDIR && { TMPDIR: rest.TMPDIR }) },
    ])
  })

  it.each([
    'edge approve 1',
    'down',
    'uninstall --yes',
    'config set edge.level observe',
    'audit export --out x',
    'doctor --report',
    'init --yes',
    'trust --yes',
    'hook claude-code',
    'mcp codex',
    'anchor lint /etc/passwd',
    'audit verify /etc/passwd',
    'assess --jsonl /etc/passwd',
    '--for-agent status',
    'help',
  ])('[PLANE-O3] runs nothing else, and puts it on record: %s', async (line) => {
    const asked = `fairlead ${line}`
    expect(await words(line.split(' '))).toEqual({
      kind: 'ran',
      exit: 1,
      stdout: '',
      stderr: `fairlead: \`${asked}\` is for a person; ask them to run it in their own terminal\n`,
    })
    expect(submitted).toMatchObject([
      {
        kind: 'report',
        report: { of: 'own-change', source: 'agent-door', path: asked, refused: true },
        runtime: 'fairlead',
        session: 'agent-door',
      },
    ])
  })

  it('[PLANE-O3] works in no folder from which a file of ours could be read as one of the project', async () => {
    const inside = join(home.paths.home, 'link')
    symlinkSync(home.paths.state, inside)
    for (const cwd of [home.paths.state, inside, home.paths.home, '/', 'relative', '/nowhere', '/etc/passwd'])
      expect(await words(['status'], { cwd })).toMatchObject({
        exit: 1,
        stderr: expect.stringContaining("can't work in"),
      })
  })

  it('[PLANE-O3] judges a call by the rules alone, and hears nothing else of a hook', async () => {
    const call = (name: string) => ({
      runtime: 'claude-code',
      bytes: JSON.stringify({ hook_event_name: name, session_id: 's', tool_name: 'Bash', tool_input: {} }),
      stamp: { id: 'e', atMs: 1 },
      startDir: home.seat.cwd,
    })
    const before = call('PreToolUse')
    expect(await ask({ op: 'judge', call: before })).toEqual({ kind: 'answer', answer: { stdout: 'deny' } })
    expect(judged).toEqual([[before, 'judged for a hook that cannot reach the state']])
    for (const name of ['SessionStart', 'SessionEnd', 'PostToolUse', 'UserPromptSubmit', 'Stop'])
      expect(await ask({ op: 'judge', call: call(name) })).toEqual({ kind: 'answer', answer: { stdout: '' } })
    expect([judged.length, submitted]).toEqual([1, []])
  })

  it.each([
    '',
    'x',
    '{}',
    '{"op":"stop","version":"0.1.0"}',
    '{"op":"info","version":"0.1.0"}',
    '{"op":"hook","version":"0.1.0","client":1,"call":{"runtime":"codex","bytes":"","startDir":"/","stamp":{"id":"e","atMs":1}}}',
    '{"op":"agent"}',
    '{"op":"agent","argv":"status","cwd":"/"}',
    '{"op":"agent","argv":["status",1],"cwd":"/"}',
    '{"op":"agent","argv":["status"],"cwd":"/\\u0000"}',
    '{"op":"agent","argv":["status\\u0000"],"cwd":"/"}',
    '{"op":"agent","argv":["status"],"cwd":"/","session":"a b"}',
    `{"op":"agent","argv":[${'"x",'.repeat(300)}"x"],"cwd":"/"}`,
    '{"op":"judge","call":{}}',
    '['.repeat(100_000),
    `{"op":"agent","argv":["status"],"cwd":"/${'x'.repeat(1_100_000)}"}`,
  ])('[PLANE-O3] hangs up on anything that is not asked there (%#)', async (line) => {
    expect(await send(`${line}\n`)).toBe(undefined)
    expect(submitted).toEqual([])
  })

  it('stops a command that says too much, and answers the next', async () => {
    expect(await words(['ledger', 'show', 'much'])).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('stopped after 4 MB of output'),
    })
    const many = await Promise.all(Array.from({ length: 10 }, () => words(['status'])))
    expect(many.map((reply) => (reply as { exit: number }).exit)).toEqual(Array(10).fill(3))
  })

  it('[LEDGER-66] gives the installed grounding check its verdict by itself, the same as the command line', async () => {
    const evidence = { path: '${PROJECT_ROOT}/a.ts', line: 1, quote: 'const answer = 42' }
    const row = { phase: 'cite', grounding: 'citation', claim: 'c', evidence }
    const folder = join(home.seat.cwd, 'loa-grimoire/a2a/trajectory')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(home.seat.cwd, 'a.ts'), 'const answer = 42\n')
    writeFileSync(join(folder, 'x-2026-01-02.jsonl'), `${JSON.stringify(row)}\n{"phase":"cite"}\n`)
    const asked = ['ledger', 'ground', '--shim', '--', 'x', '0.4', '2026-01-02']
    const said = await typed(home.seat, asked)
    expect(await words(asked)).toEqual({ kind: 'ran', exit: 0, stdout: `${said.out}\n`, stderr: '' })
    expect(said.out).toContain('verified_ratio=0.50\nstatus=pass')
    expect(await words([...asked, 'more'])).toMatchObject({ exit: 3 })
    expect(await words([...asked.slice(0, 5), 'abc', ''])).toMatchObject({ exit: 3 })
    const { database } = home.paths
    rmSync(database)
    expect(await words(asked)).toMatchObject({ stdout: 'governed=no\n' })
  })

  it('waits for no slow writer, however steadily its bytes come', async () => {
    const path = join(home.root, 'slow.sock')
    const parts = {
      ...wired(),
      paths: home.paths,
      env: {},
      gate,
      cli: ['/nowhere'] as const,
      working: <Done>(work: () => Promise<Done>) => work(),
    }
    const slow = keepAgentDoor(path, { ...agentDoor(parts), arriveMs: 50 })
    await slow.keepOpen()
    const socket = connect(path)
    const drip = setInterval(() => socket.write('x'), 5)
    socket.on('error', () => undefined)
    await new Promise((done) => socket.once('close', done))
    clearInterval(drip)
    await slow.close()
  })

  it('turns callers away beyond its number, and comes back when its name was taken', async () => {
    const open = Array.from({ length: 40 }, () => send('{"op":', { ends: false }))
    const refused = await Promise.race(open)
    expect(refused).toBe(undefined)
    await door.close()
    await door.keepOpen()
    expect(await words(['status'])).toMatchObject({ exit: 3 })
  })
})
