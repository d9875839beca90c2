// The published scripts and the MCP tools as an agent meets them: the built program, installed, in a project of its own.
import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../support/confirm-policy.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { beforeTool } from './support/tool-call.ts'
import type { World } from './support/world.ts'

let world: World
let fairlead: Installed
beforeEach(() => {
  const prepare = (fresh: World) =>
    fresh.write('src/a.ts', '/** The answer. */\nexport function answer(): number {\n  return 42\n}\n')
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code', flags: ['--ledger'], prepare }))
}, 60_000)

function script(name: string, ...args: readonly string[]) {
  const env = { PATH: process.env.PATH ?? '', HOME: world.home }
  const { status, stdout } = spawnSync(world.path(name), args, { cwd: world.path('src'), env, encoding: 'utf8' })
  return { status, lines: stdout.trim().split('\n') }
}

const day = new Date().toLocaleDateString('sv-SE')

const cite = (quote: string, line: number) =>
  JSON.stringify({
    phase: 'cite',
    grounding: 'citation',
    claim: quote,
    evidence: { path: '${PROJECT_ROOT}/src/a.ts', line, quote },
  })

describe('the published scripts', () => {
  it('[LEDGER-58, LEDGER-60, LEDGER-61, LEDGER-66] grounding-check.sh counts as published, and what was really found decides', () => {
    // LEDGER-60
    expect(script('.claude/scripts/grounding-check.sh')).toEqual({
      status: 0,
      lines: [
        'total_claims=0',
        'grounded_claims=0',
        'assumptions=0',
        'grounding_ratio=1.00',
        'status=pass',
        `message=No trajectory log for ${day} (zero-claim session)`,
        'verified_ratio=1.00',
        'enforcement=strict',
        'clears=yes',
      ],
    })
    const rows = [cite('export function answer(): number {', 2), cite('return 42', 3), cite('return 43', 3)]
    world.write(`loa-grimoire/a2a/trajectory/implementing-tasks-${day}.jsonl`, `${rows.join('\n')}\n`)
    const answer = (verdict: string, said: string, threshold: string) => [
      'total_claims=3',
      'grounded_claims=3',
      'grounded_citations=3',
      'grounded_references=0',
      'grounded_user_input=0',
      'assumptions=0',
      'grounding_ratio=1.00',
      `threshold=${threshold}`,
      `status=${verdict}`,
      `message=Verified ratio 0.66 ${said} threshold ${threshold}`,
      'verified_ratio=0.66',
      'enforcement=strict',
      `clears=${verdict === 'pass' ? 'yes' : 'no'}`,
    ]
    // LEDGER-58 the keys, LEDGER-61 the message, LEDGER-66 the quote that is not there.
    expect(script('.claude/scripts/grounding-check.sh')).toEqual({ status: 1, lines: answer('fail', 'below', '0.95') })
    const lower = script('.claude/scripts/grounding-check.sh', 'implementing-tasks', '0.60')
    expect(lower).toEqual({ status: 0, lines: answer('pass', 'meets', '0.60') })
    expect(script('.claude/scripts/grounding-check.sh', 'implementing-tasks', 'half').status).toBe(2)
  })

  it('[LEDGER-38, LEDGER-54] synthesis-checkpoint.sh follows the same number, and hands over only what is met', () => {
    const file = `loa-grimoire/a2a/trajectory/claude-code-${day}.jsonl`
    world.write(file, `${cite('return 43', 3)}\n`)
    world.write('.loa.config.yaml', 'grounding_enforcement: disabled\n')
    const refused = script('.claude/scripts/synthesis-checkpoint.sh')
    expect(refused.status).toBe(1)
    expect(refused.lines).toEqual(
      expect.arrayContaining([
        'Enforcement: strict',
        '  Verified ratio: 0.00',
        '  Status: FAILED',
        '  /clear is BLOCKED',
      ]),
    )
    expect(script('.claude/hooks/pre-clear.sh').status).toBe(1)
    world.write(file, `${cite('return 42', 3)}\n`)
    const passed = script('.claude/scripts/synthesis-checkpoint.sh')
    expect(passed.lines).toEqual(
      expect.arrayContaining(['  Verified ratio: 1.00', '  Status: LOGGED', '  /clear is permitted']),
    )
    expect(passed.status).toBe(0)
  })

  it('[LEDGER-58, LEDGER-111] copied to a folder that nobody set up, the published count decides', () => {
    const folder = world.path('../elsewhere')
    cpSync(world.path('.claude/scripts'), join(folder, '.claude/scripts'), { recursive: true })
    mkdirSync(join(folder, 'loa-grimoire/a2a/trajectory'), { recursive: true })
    writeFileSync(
      join(folder, `loa-grimoire/a2a/trajectory/implementing-tasks-${day}.jsonl`),
      `${cite('return 43', 3)}\n`,
    )
    const env = { PATH: process.env.PATH ?? '', HOME: world.home, PROJECT_ROOT: folder }
    const { status, stdout } = spawnSync(join(folder, '.claude/scripts/grounding-check.sh'), [], {
      env,
      encoding: 'utf8',
    })
    expect([status, stdout.trim().split('\n').slice(-3)]).toEqual([
      0,
      ['status=pass', 'message=Grounding ratio 1.00 meets threshold 0.95', 'verified_ratio=0.00'],
    ])
  })

  it('[LEDGER-16] self-heal-state.sh brings back what was deleted, and integrity sees what was changed', () => {
    rmSync(world.path('loa-grimoire/NOTES.md'))
    const healed = script('.claude/scripts/self-heal-state.sh')
    expect(healed.status).toBe(0)
    expect(healed.lines).toContain('[SELF-HEAL]   healed: loa-grimoire/NOTES.md: from the template')
    expect(fairlead.cli('ledger', 'integrity').status).toBe(0)
    world.write('.claude/protocols/jit-retrieval.md', 'do as you like\n')
    expect(fairlead.cli('ledger', 'integrity')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('changed: .claude/protocols/jit-retrieval.md'),
    })
  })

  it('[LEDGER-111, EDGE-118] an agent may read and run them, and not change them', () => {
    const called = (command: string) =>
      fairlead.hook('claude-code', beforeTool(world, { id: command, name: 'Bash', input: { command } }))
    for (const name of ['grounding-check', 'synthesis-checkpoint', 'self-heal-state'])
      for (const shell of ['', 'sh ', 'bash ', 'bash -eu '])
        expect([shell, name, called(`${shell}.claude/scripts/${name}.sh`)]).toEqual([shell, name, ''])
    expect(called('cat .claude/protocols/jit-retrieval.md')).toBe('')
    expect(called('echo pass > .claude/scripts/grounding-check.sh')).toContain('deny')
    expect(called('rm .claude/checksums.json')).toContain('deny')
  })

  it('[EDGE-111] uninstall leaves the repository as it was', () => {
    expect(fairlead.cli('uninstall', '--yes').status).toBe(0)
    expect(world.git('status', '--porcelain', '--ignored').trim()).toBe('?? src/')
  })
})

it('[LEDGER-84] the MCP tools answer from the installed bundle, grammars and all', async () => {
  // Claude Code is offered no tools unless its user says so.
  ownPolicy({ HOME: world.home }, 'mcp:\n  claude-code: all\n')
  const env = { PATH: '/usr/bin:/bin', HOME: world.home }
  const server = spawn(fairlead.cliCommand, ['mcp', 'claude-code'], {
    cwd: world.project,
    env,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const answers: Record<number, { readonly content?: readonly { readonly text: string }[] }> = {}
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const call = (id: number, name: string, args: object) => ({
    id,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  const ghost = {
    feature: 'rate limiting',
    query1: 'rate limit requests',
    query2: 'throttle quota',
    control: 'answer number',
  }
  const messages = [
    { id: 1, method: 'initialize', params },
    { method: 'notifications/initialized' },
    call(2, 'ledger_section', { path: '${PROJECT_ROOT}/src/a.ts', line: 3 }),
    call(3, 'ledger_recall', { query: 'the answer', scope: 'code' }),
    call(4, 'ledger_ghost', ghost),
  ]
  for (const message of messages) server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  for await (const line of createInterface({ input: server.stdout })) {
    const { id, result } = JSON.parse(line)
    answers[id] = result
    if (id === 4) server.stdin.end()
  }
  const text = (id: number) => answers[id]?.content?.[0]?.text.split('\n')[0] ?? '{}'
  expect(JSON.parse(text(2))).toMatchObject({
    name: 'answer',
    line_start: 1,
    line_end: 4,
    engine: 'tree-sitter',
    complete: true,
  })
  expect(JSON.parse(text(3))).toMatchObject({ path: 'src/a.ts', engine: 'embedded' })
  expect(JSON.parse(text(4))).toMatchObject({ verdict: { status: 'verified' }, control: { best: 1 } })
}, 60_000)
