import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pc from 'picocolors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFakeBundle } from '../../../../test/support/fake-bundle.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { pathsOf } from '../../../config/paths.ts'
import { eventId } from '../../../core/model/ids.ts'
import { wired } from '../open-project.ts'
import type { Prove } from '../prove-here.ts'
import type { Context } from '../terminal.ts'
import { type EdgeModeOptions, edgeMode } from './mode.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-mode-')))
  mkdirSync(join(root, 'home/.claude'), { recursive: true })
  mkdirSync(join(root, 'project'))
  execFileSync('git', ['init', '-q', join(root, 'project')])
  const bundle = makeFakeBundle(join(root, 'clone/dist'))
  const env = { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' }
  seat = { env, cwd: join(root, 'project'), bundle: bundle.folder, node: bundle.node }
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

let calls = 0

async function hook(payload: object): Promise<void> {
  const { gate } = await wired(pathsOf(seat.env), seat.env)
  calls += 1
  const common = { session_id: 'session-1', transcript_path: '', cwd: seat.cwd, tool_use_id: `call-${calls}` }
  const stamp = { id: eventId(`event-${calls}`), atMs: Date.now() }
  await gate.handle({
    runtime: 'claude-code',
    bytes: JSON.stringify({ ...common, ...payload }),
    stamp,
    startDir: seat.cwd,
  })
  await gate.close()
}

const start = () => hook({ hook_event_name: 'SessionStart', source: 'startup' })
const bash = (command: string) => hook({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command } })

/** A person whose presence is proven. */
const present: Prove = async () => ({ kind: 'human', door: 'cli' })

async function says(options: EdgeModeOptions) {
  const printed: string[] = []
  const terminal = {
    ...({} as Context['terminal']),
    colors: pc.createColors(false),
    out: (line: string) => printed.push(line),
  }
  const exit = await edgeMode({ ...seat, terminal } as Context, options, present)
  return exit.code === 0 ? printed.join('\n') : `refused: ${exit.line}`
}

describe('fairlead edge', () => {
  it('[EDGE-17, EDGE-20, EDGE-25, EDGE-28] changes the mode for a person, and says at once what came of it', async () => {
    await start()
    expect(await says({ verb: 'active' })).toBe(
      'refused: `active` needs an objective; type /edge active "what you want"',
    )
    expect(await says({ verb: 'active', text: 'fix it' })).toBe(
      'operator mode active: fix it\nWarning: No plan exists. Consider /edge plan first.',
    )
    const file = readFileSync(join(seat.cwd, 'active_context.yaml'), 'utf8')
    expect([file.match(/^mode: .*$/m)?.[0], file.match(/^objective: .*$/m)?.[0]]).toEqual([
      'mode: active',
      'objective: "fix it"',
    ])
    expect(await says({ verb: 'done' })).toMatch(/^refused: not done: No steps marked completed; .*; hold #1: /)
    expect(await says({ verb: 'status' })).toMatch(/^operator mode active, objective: fix it, #1 No steps/)
    expect(await says({ verb: 'ambiguous', text: 'a or b?' })).toBe(
      'hold #2: a or b?\ndecide with /edge approve, skip or dismiss',
    )
    expect(await says({ verb: 'revoke', number: '7' })).toBe('refused: nothing is granted under #7; nothing is granted')
    expect(await says({ verb: 'revoke', number: 'x' })).toBe(
      'refused: `x` is not a number; `fairlead edge list` shows them',
    )
    expect(await says({ verb: 'list' })).toBe('nothing is granted')
  })

  it('takes nothing from a process that shows no person', async () => {
    await start()
    for (const args of [['plan'], ['active', 'x'], ['review'], ['done'], ['ambiguous', 'x'], ['revoke', '1']]) {
      expect(await typed(seat, ['edge', ...args])).toMatchObject({
        code: 1,
        line: expect.stringMatching(/^not accepted: /),
      })
    }
    expect(await typed(seat, ['edge', 'status'])).toMatchObject({ code: 0, out: 'operator mode plan, no holds' })
    expect(await typed(seat, ['edge', 'list'])).toMatchObject({ code: 0, out: 'nothing is granted' })
  })

  it.skipIf(process.getuid?.() === 0)('[EDGE-105] says when the file must not be written', async () => {
    await start()
    chmodSync(seat.cwd, 0o500)
    const answered = await says({ verb: 'active', text: 'fix it' })
    chmodSync(seat.cwd, 0o700)
    expect(answered).toMatch(/^refused: Cannot write state: .*\. Check file permissions\.$/)
  })

  it('[EDGE-100] waits five seconds for its turn, and then says so', async () => {
    await start()
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(pathsOf(seat.env).database)
    holder.exec('BEGIN IMMEDIATE')
    expect(await says({ verb: 'plan' })).toBe('refused: State lock held for >5.0s')
    holder.exec('COMMIT')
    holder.close()
    expect(await says({ verb: 'plan' })).toBe('operator mode plan')
  }, 30_000)

  it('needs a project', async () => {
    expect((await typed({ ...seat, cwd: root }, ['edge', 'list'])).code).toBe(1)
  })
})

describe('fairlead report', () => {
  it('lists what a run was held for, also after it ended, and fails when something was not let through', async () => {
    expect((await typed(seat, ['report'])).code).toBe(1)
    await start()
    expect(await typed(seat, ['report'])).toMatchObject({ code: 0, out: 'this run was held for nothing' })
    expect(JSON.parse((await typed(seat, ['report', '--json'])).out)).toEqual({ session: 'session-1', holds: [] })
    await bash('git push')
    await bash('npm publish')
    await hook({ hook_event_name: 'SessionEnd', reason: 'other' })
    const ran = await typed(seat, ['report'])
    expect(ran).toMatchObject({ code: 1, line: '2 holds of this run not let through; see above' })
    expect(ran.out).toMatch(/^#1 lapsed: .*\n#2 lapsed: .*$/)
    expect(JSON.parse((await typed(seat, ['report', '--session', 'session-1', '--json'])).out)).toMatchObject({
      session: 'session-1',
      holds: [{ number: 1, outcome: 'lapsed', type: 'irreversible' }, { number: 2 }],
    })
    expect(await typed(seat, ['report', '--session', 'other', '--json'])).toEqual({
      code: 1,
      out: '',
      line: 'no run `other` was recorded here; `fairlead status --json` names the last',
    })
  })

  it('does not fail for what a person let pass', async () => {
    await start()
    await bash('git push')
    await bash('npm publish')
    const { gate } = await wired(pathsOf(seat.env), seat.env)
    const project = realpathSync(seat.cwd)
    for (const [verb, hold] of [
      ['approve', 1],
      ['dismiss', 2],
    ] as const) {
      const stamp = { id: eventId(`decided-${hold}-${calls}`), atMs: Date.now() }
      const proof = { kind: 'human', door: 'cli' } as const
      const session = 'terminal' as never
      await gate.submit(
        { ...stamp, kind: 'edge', verb, hold, proof, runtime: 'fairlead', session, cwd: project },
        project as never,
      )
    }
    await gate.close()
    expect(await typed(seat, ['report'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^#1 approved: .*\n#2 dismissed: /),
    })
  })
})
