import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { runClaudePrint } from './support/claude.ts'
import { casesFor } from './support/client-cases.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Cli, Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code' }))
})

/** Verbs that are a person's, as an agent would try them. */
const PERSONS = [
  'edge approve 1',
  'down',
  'config set edge.level observe',
  'audit export --out stolen.jsonl',
  'uninstall --yes',
]

/** Runs a program where our state is hidden from it, in namespaces of its own: the folder is there, and closed. */
const HIDE = `mount -t tmpfs -o mode=000 none "$1" && shift && exec unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()} -- "$@"`
function hidden(command: string, args: readonly string[], input = ''): Cli {
  const { status, stdout, stderr } = spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', HIDE, 'sh', fairlead.stateFolder, command, ...args],
    {
      cwd: world.project,
      // As its client would start it: commands go through the seal.
      env: {
        ...{ PATH: process.env['PATH'] ?? '', HOME: world.home, LANG: 'C.UTF-8' },
        CLAUDE_CODE_SHELL_PREFIX: join(world.home, '.fairlead/bin/seal'),
      },
      input,
      encoding: 'utf8',
    },
  )
  return { status: status ?? -1, stdout, stderr }
}

const canHide = () => hidden('ls', [fairlead.stateFolder]).stderr.includes('Permission denied')

/** The same words at the door itself, for machines that allow no namespaces. */
function atDoor(argv: readonly string[], cwd = world.project): Promise<Cli> {
  return new Promise((done) => {
    const chunks: Buffer[] = []
    const socket = connect(join(world.home, '.fairlead/agent/agent.sock'))
    socket.on('connect', () => socket.end(`${JSON.stringify({ op: 'agent', argv, cwd })}\n`))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const { exit, stdout, stderr } = JSON.parse(Buffer.concat(chunks).toString('utf8') || '{"exit":-1}')
      done({ status: exit, stdout, stderr })
    })
  })
}

async function ways(): Promise<readonly [string, (...argv: readonly string[]) => Promise<Cli>][]> {
  const socket = ['the socket', (...argv: readonly string[]) => atDoor(argv)] as const
  if (canHide()) return [[...socket], ['the command line', async (...argv) => hidden(fairlead.cliCommand, argv)]]
  console.warn('no user namespaces here: the door is tried at its socket alone')
  return [[...socket]]
}

describe("the agent's door, with the state out of reach", () => {
  it('[EDGE-5, EDGE-70, LEDGER-33] answers as the command line does where the state is in reach', async () => {
    await fairlead.startDaemon()
    for (const [way, say] of await ways()) {
      expect([way, await say('objective', 'fix the', 'parser')]).toEqual([
        way,
        { status: 0, stdout: 'objective: fix the parser\n', stderr: '' },
      ])
      const plan = await say('plan', 'read it', 'fix it')
      expect(plan).toEqual(fairlead.cli('plan'))
      const decided = await say('ledger', 'decide', `Storage ${way}`, 'use redis', '--assumption')
      expect([decided.status, decided.stderr]).toEqual([0, ''])
      const same = [
        ['ledger', 'show', '999'],
        ['status', 'surplus'],
      ]
      for (const argv of same) expect([argv, await say(...argv)]).toEqual([argv, fairlead.cli(...argv)])
      expect((await say('audit', 'verify')).stdout).toContain('verified')
    }
    const claims = (await fairlead.facts()).filter(({ fact }) => fact.kind === 'state.edited')
    expect(claims.map(({ runtime }) => runtime)).toEqual(claims.map(() => 'fairlead'))
  })

  it("[EDGE-118, PLANE-O3] runs nothing that is a person's, and every try is on record", async () => {
    const daemon = await fairlead.startDaemon()
    for (const [, say] of await ways()) {
      for (const line of PERSONS)
        expect(await say(...line.split(' '))).toMatchObject({
          status: 1,
          stdout: '',
          stderr: expect.stringContaining('is for a person'),
        })
    }
    const tried = (await fairlead.factsOf('config.changed')).map(({ source, path, refused }) => [source, path, refused])
    for (const line of PERSONS) expect(tried).toContainEqual(['agent-door', `fairlead ${line}`, true])
    expect([daemon.exitCode, fairlead.cli('status').status]).toEqual([null, 0])
    expect(await fairlead.kinds()).not.toContain('client.registered')
    for (const cwd of [fairlead.stateFolder, world.home]) expect((await atDoor(['status'], cwd)).status).toBe(1)
  })

  it('[EDGE-36, EDGE-118] judges for a hook that cannot reach the state, registers nothing and records the gap', async () => {
    if (!canHide()) return console.warn('no user namespaces here: no hook can be kept from the state')
    await fairlead.startDaemon()
    const hook = (payload: object) =>
      hidden(join(world.home, '.fairlead/bin/hook'), ['claude-code'], JSON.stringify(payload)).stdout
    const before = (command: string) => hook(beforeTool(world, { id: command, name: 'Bash', input: { command } }))
    expect([before('ls'), before('rm -rf /'), before('git push')].map((text) => /"(?:deny|ask)"/.test(text))).toEqual([
      false,
      true,
      true,
    ])
    hook({
      ...beforeTool(world, { id: 'x', name: 'Bash', input: {} }),
      hook_event_name: 'SessionStart',
      source: 'startup',
    })
    expect(await fairlead.kinds()).toEqual(['project.governed'])
    expect(readFileSync(join(fairlead.stateFolder, 'gaps.jsonl'), 'utf8')).toContain('cannot reach the state')
  })
})

const claude = casesFor('claude')
describe.skipIf(claude.skip)(claude.title('the real Claude Code'), () => {
  it('[EDGE-5, EDGE-70, LEDGER-33, PLANE-O3] reads, records and claims with our command line, and decides nothing', async () => {
    const own = '~/.fairlead/bin/fairlead'
    const bash = (command: string) => [{ name: 'Bash', input: { command, description: 'a step' } }]
    const open = [
      `${own} ledger decide Storage 'use redis' --assumption`,
      `"$HOME/.fairlead/bin/fairlead" status`,
      `${own} objective "fix the parser"`,
      `${own} plan "read it" "fix it"`,
      `${own} plan --step 1 --status completed --proof "npm test"`,
      `${own} ledger recall redis --scope ledger | head -1`,
    ]
    const closed = PERSONS.map((line) => `${own} ${line}`)
    const run = await runClaudePrint({
      ...world,
      prompt: 'work',
      script: [...[...open, ...closed].map(bash), ['Done.']],
      permissionMode: 'bypassPermissions',
    })
    const told = run.textOfRequest(run.requests.length - 1)
    for (const text of ['objective: fix the parser', '2. pending: fix it', '1. completed: read it (proof: npm test)'])
      expect(told).toContain(text)
    // PLANE-O3: what is a person's is refused, by name.
    const judged = (await fairlead.factsOf('call.judged')).map(({ preview, outcome }) => [preview, outcome])
    expect(judged).toEqual([...open.map((one) => [one, 'allow']), ...closed.map((one) => [one, 'block'])])
    // EDGE-5, EDGE-70
    expect(fairlead.cli('plan').stdout).toBe('1. completed: read it (proof: npm test)\n2. pending: fix it\n')
    // LEDGER-33
    expect(fairlead.cli('ledger', 'status', '--json').stdout).toContain('use redis')
  })
})
