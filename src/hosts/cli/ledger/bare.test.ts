import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { govern } from '../../../../test/support/govern.ts'
import { pathsOf } from '../../../config/paths.ts'
import * as yamlDoor from '../../../config/yaml-door.ts'
import { eventId } from '../../../core/model/ids.ts'
import { ledgerLookups } from '../../../ledger/ledger-lookups.ts'
import { ledgerPlaces, wireGate } from '../../../wiring/wire-gate.ts'

let root = ''
let project = ''
let seat: Seat

/** A machine with git and nothing else on its PATH: no ck, no bd or br, no jq, no bc. */
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-bare-')))
  project = join(root, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  writeFileSync(join(project, 'src/a.ts'), 'export function answer() {\n  return 42\n}\n')
  execFileSync('git', ['init', '-q', project])
  const git = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(join(root, 'bin'))
  symlinkSync(git, join(root, 'bin/git'))
  vi.stubEnv('PATH', join(root, 'bin'))
  const env = { HOME: join(root, 'home'), PATH: join(root, 'bin') }
  seat = { env, cwd: project, bundle: root, node: process.execPath }
  govern(pathsOf(env), project)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true, force: true })
})

let calls = 0

/** One hook call as the runtime makes it. */
async function hook(payload: object): Promise<string> {
  const { env } = seat
  const paths = pathsOf(env)
  const { gate } = wireGate({ paths, env, loadYaml: () => yamlDoor, lookups: ledgerLookups(ledgerPlaces(paths, env)) })
  calls += 1
  const common = { session_id: 'session-1', transcript_path: '', cwd: project }
  const stamp = { id: eventId(`event-${calls}`), atMs: Date.now() }
  const call = { runtime: 'claude-code', bytes: JSON.stringify({ ...common, ...payload }), stamp, startDir: project }
  const { stdout } = await gate.handle(call)
  await gate.close()
  return stdout
}

const ledger = (...args: readonly string[]) => typed(seat, ['ledger', ...args])
const CITED = '`return 42` [${PROJECT_ROOT}/src/a.ts:2]'

describe('with git and hooks alone', () => {
  it('[LEDGER-127] nothing else is there', () => {
    for (const name of ['ck', 'bd', 'br', 'jq', 'bc', 'sed', 'grep'])
      expect(() => execFileSync(name, ['--version'], { stdio: 'ignore' })).toThrow(/ENOENT/)
  })

  it('[LEDGER-127] a session is recorded, cleared and resumed', async () => {
    await hook({ hook_event_name: 'SessionStart', source: 'startup' })
    await hook({ hook_event_name: 'UserPromptSubmit', prompt: 'find the answer' })
    expect((await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)).code).toBe(0)
    await hook({ hook_event_name: 'Stop', stop_hook_active: false })
    await hook({ hook_event_name: 'SessionEnd', reason: 'clear' })
    const told = await hook({ hook_event_name: 'SessionStart', source: 'clear' })
    expect(told).toContain('Left off: find the answer')
    expect(told).toContain('Answer: it is 42')
    expect(await ledger('rebuild')).toMatchObject({ code: 0 })
    expect(readFileSync(join(project, 'loa-grimoire/NOTES.md'), 'utf8')).toContain(CITED)
  })

  it.each([
    [['ground'], 0, ''],
    [['heal'], 0, ''],
    [['clear'], 0, 'the record is written'],
    [['status'], 0, 'left off'],
    [['recall', 'answer', '--scope', 'code'], 0, 'degraded: ck is not installed'],
    [['section', 'src/a.ts:2'], 0, 'return 42'],
    [['verify', '--text', CITED], 0, '1 citation, 1 verified'],
    [['bead', 'new', 'A task'], 0, 'A task'],
    [['bead', 'ready'], 0, '(embedded)'],
    [['integrity'], 0, ''],
    [['tend'], 0, ''],
    [['handoff', '--json'], 0, 'fairlead-handoff-1'],
  ] as const)('[LEDGER-127] `ledger %j` works', async (args, code, says) => {
    const ran = await ledger(...args)
    expect([ran.code, ran.line, ran.out]).toEqual([code, '', expect.stringContaining(says)])
  })
})
