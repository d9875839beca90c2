import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { beforeEach, expect, it } from 'vitest'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { sealMissing } from './support/sealed-world.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed

beforeEach(() => {
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code', flags: ['--ledger', '--claude-md'] }))
})

/** What an agent sees of our command line: as its client runs it. */
function asAgent(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(fairlead.cliCommand, args, {
    cwd: world.project,
    env: { PATH: '/usr/bin:/bin', HOME: world.home, CLAUDECODE: '1' },
    encoding: 'utf8',
  })
  return `${stdout}\n${stderr}`
}

const hook = (payload: object) => fairlead.hook('claude-code', payload)
const start = (source: string) =>
  hook({ ...beforeTool(world, { id: 's', name: '', input: {} }), hook_event_name: 'SessionStart', source })

/** Everything that `init --ledger` installs for agents to read. */
function installed(): readonly string[] {
  const files = (folder: string): readonly string[] =>
    readdirSync(folder).flatMap((name) => {
      const path = join(folder, name)
      return statSync(path).isDirectory() ? files(path) : [path]
    })
  const below = ['.claude/protocols', '.claude/commands'].flatMap((folder) => files(join(world.project, folder)))
  const texts = [...below, join(world.project, 'CLAUDE.md')].map((path) => readFileSync(path, 'utf8'))
  // Marks by which we find our own lines again are for people.
  return texts.map((text) => text.replaceAll(/<!--[\s\S]*?-->/g, ''))
}

/** Everything that is printed for an agent and names a command. */
function printed(): readonly string[] {
  const decided = asAgent('ledger', 'decide', 'Storage', 'use redis', '--assumption', '--next', 'ship')
  const search = { id: 'g', name: 'Grep', input: { pattern: 'token' } }
  const found = { ...beforeTool(world, search), hook_event_name: 'PostToolUse', tool_response: 'x\n'.repeat(80) }
  hook(found)
  return [
    decided,
    start('startup'),
    hook(beforeTool(world, { ...search, id: 'h' })),
    ...[
      ['ledger', 'ref'],
      ['ledger', 'show', '999'],
      ['ledger', 'focus'],
      ['ledger', 'withdraw', 'd-x'],
    ].map((args) => asAgent(...args)),
    ...[
      ['plan', '--step', '9', '--status', 'completed'],
      ['ledger', 'bead', 'show', 'bd-none'],
    ].map((args) => asAgent(...args)),
  ]
}

/** What stands for something else in a command, as somebody would fill it in. */
const filled = (command: string) => command.replaceAll(/["']?<[^>]*>["']?/g, 'x').replaceAll(/\s*\[[a-z]+\]/g, '')

const QUOTED = /`((?:~\/\.fairlead\/bin\/)?fairlead [^`]+|\.claude\/[\w./-]+\.sh[^`]*)`/g

function toldCommands(): readonly string[] {
  const texts = [...installed(), ...printed().map((text) => text.replaceAll('\\n', '\n'))]
  const commands = texts.flatMap((text) => Array.from(text.matchAll(QUOTED), ([, one = '']) => filled(one)))
  return [...new Set(commands)]
}

it('[LEDGER-109, LEDGER-111, PLANE-O3] every command that an agent is told passes the gate and is where it is said to be', () => {
  const commands = toldCommands()
  expect(commands.length).toBeGreaterThan(12)
  const faults = commands.flatMap((command) => {
    const [program = ''] = command.split(' ')
    const path = program.startsWith('~/') ? join(world.home, program.slice(2)) : join(world.project, program)
    if (!existsSync(path)) return [`${command}: not at ${program}`]
    const answers = [command, `sh ${command}`].slice(0, program.endsWith('.sh') ? 2 : 1).map((line) => {
      return hook(beforeTool(world, { id: line, name: 'Bash', input: { command: line } }))
    })
    return answers.some((text) => /"(?:deny|ask)"/.test(text)) ? [`${command}: ${answers.join('')}`] : []
  })
  expect(faults).toEqual([])
})

const missing = sealMissing()
it.skipIf(missing !== undefined)(
  `[EDGE-118, LEDGER-109] every command that an agent is told answers inside the seal as outside (${missing ?? 'sealed'})`,
  async () => {
    const commands = toldCommands()
    await fairlead.startDaemon()
    // What it does the first time is not there to do the second time.
    fairlead.cli('ledger', 'heal')
    const env = { PATH: '/usr/bin:/bin', HOME: world.home, CLAUDECODE: '1', LANG: 'C.UTF-8' }
    const run = (program: string, words: readonly string[]) => {
      const { status, stdout, stderr } = spawnSync(program, words, { cwd: world.project, env, encoding: 'utf8' })
      return { status, text: steady(`${stdout}\n${stderr}`) }
    }
    const seal = join(world.home, '.fairlead/bin/seal')
    expect(run(seal, [`cat ${fairlead.stateFolder}/approval.key`]).status).not.toBe(0)
    const answers = commands.map((command) => {
      return { command, outside: run('/bin/bash', ['-c', command]), inside: run(seal, [command]) }
    })
    expect(answers.filter(({ inside, outside }) => !isDeepStrictEqual(inside, outside))).toEqual([])
  },
  240_000,
)

/** Without what differs from one call to the next. */
function steady(text: string): string {
  return text
    .replaceAll(/`d-[^`]+`/g, '`d-…`')
    .replaceAll(/\bbd-[0-9a-z]{4,}\b/g, 'bd-…')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'NOW')
    .replaceAll(/\d+/g, '0')
}

it('[LEDGER-45, LEDGER-111] the tools of the record are offered where it is installed', () => {
  const lines = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    {
      jsonrpc: '2.0',
      id: 3,
      method: 'tools/call',
      params: { name: 'ledger_task', arguments: { title: 'Rotate', focus: true } },
    },
  ]
  const out = execFileSync(fairlead.cliCommand, ['mcp', 'claude-code'], {
    cwd: world.project,
    env: { PATH: '/usr/bin:/bin', HOME: world.home },
    input: `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
    encoding: 'utf8',
    timeout: 30_000,
  })
  for (const name of ['ledger_decide', 'ledger_recall', 'ledger_tasks', 'ledger_task', 'ledger_withdraw', 'objective'])
    expect(out).toContain(`"name":"${name}"`)
  expect(readFileSync(join(world.home, '.claude.json'), 'utf8')).toContain('"mcp"')
})
