// What the record says of itself, through the installed hook, scripts and command line.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { BUDGET_HIGH, CONTEXT_FILLING } from '../../src/core/words/ledger.ts'
import { ownPolicy } from '../support/confirm-policy.ts'
import { governedMachine } from './support/governed-machine.ts'
import type { Installed } from './support/installed.ts'
import { until } from './support/until.ts'
import type { World } from './support/world.ts'

const SOURCE = '/** The answer. */\nexport function answer(): number {\n  const base = 40\n  return base + 2\n}\n'
const CITED = '`const base = 40` [${PROJECT_ROOT}/src/a.ts:3]'

let world: World
let fairlead: Installed
beforeEach(async () => {
  const prepare = (fresh: World) => void fresh.write('src/a.ts', SOURCE)
  ;({ world, fairlead } = governedMachine({ runtime: 'claude-code', flags: ['--ledger'], prepare }))
  await fairlead.startDaemon()
}, 60_000)

const ledger = (...args: readonly string[]) => fairlead.cli('ledger', ...args)
const notes = () => world.read('loa-grimoire/NOTES.md')
const hook = (event: string, more: object) => {
  const payload = { session_id: 's', transcript_path: join(world.home, 't.jsonl'), cwd: world.project, ...more }
  const said = fairlead.hook('claude-code', { ...payload, hook_event_name: event })
  return said === '' ? {} : JSON.parse(said)
}
/** Lines that are whole: one may just be written. */
const rows = (phase: string) =>
  readdirSync(world.path('loa-grimoire/a2a/trajectory'))
    .flatMap((name) => world.read(`loa-grimoire/a2a/trajectory/${name}`).split('\n').slice(0, -1))
    .map((line) => JSON.parse(line))
    .filter((row) => row.phase === phase)

let calls = 0
/** A command was run, and the context now holds this much. */
function fillTo(tokens: number) {
  const usage = { input_tokens: tokens, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 0 }
  world.write(join(world.home, 't.jsonl'), `${JSON.stringify({ type: 'assistant', message: { usage } })}\n`)
  calls += 1
  const tool = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: `t${calls}` }
  return hook('PostToolUse', { ...tool, tool_response: { stdout: '', stderr: '', interrupted: false } })
}

it('[LEDGER-70, LEDGER-78, LEDGER-80] one large result does not silence what is said of the window, each once', () => {
  hook('SessionStart', { source: 'startup' })
  const window = 200_000
  const said = [0.01, 0.18, 0.6, 0.75, 0.9, 0.99].map((share) => fillTo(share * window).systemMessage)
  expect(said).toEqual([undefined, BUDGET_HIGH, undefined, CONTEXT_FILLING, BUDGET_HIGH, undefined])
})

it('[LEDGER-24, LEDGER-30, LEDGER-129] a new session is told task, state, next step and three decisions after a long prompt', async () => {
  const { bead } = JSON.parse(ledger('bead', 'new', 'rotate tokens', '--json').stdout)
  hook('SessionStart', { source: 'startup' })
  const words = Array.from({ length: 45 }, (_, index) => `word${index}`).join(' ')
  hook('UserPromptSubmit', { prompt: `please rotate ${words}` })
  ledger('focus', '--bead', bead.id)
  world.write('src/b.ts', 'export const b = 1\n')
  const file = world.path('src/b.ts')
  const called = (id: string, name: string, input: object, response: object) =>
    hook('PostToolUse', { tool_name: name, tool_use_id: id, tool_input: input, tool_response: response })
  called(
    'w',
    'Write',
    { file_path: file, content: 'export const b = 1\n' },
    { type: 'create', filePath: file, structuredPatch: [] },
  )
  called('v', 'Bash', { command: 'npm test' }, { stdout: '3 passed', stderr: '', interrupted: false })
  for (const [title, decision] of [
    ['Expiry', 'thirty minutes'],
    ['Storage', 'redis'],
    ['Retries', 'three'],
  ] as const)
    ledger('decide', title, decision, '--assumption', ...(title === 'Retries' ? ['--next', 'test the clock skew'] : []))
  hook('SessionEnd', { reason: 'clear' })
  const said = hook('SessionStart', { source: 'clear', session_id: 'next' }).hookSpecificOutput.additionalContext
  const wanted = [bead.id, 'rotate tokens', 'changed b.ts', 'tests pass', 'test the clock skew']
  for (const text of [...wanted, 'Expiry: thirty minutes', 'Storage: redis', 'Retries: three'])
    expect(said).toContain(text)
  expect(said).not.toContain('word44')
})

describe('the record', () => {
  const strict = (text: string) => ownPolicy({ HOME: world.home }, text)

  it('[LEDGER-15, LEDGER-17, LEDGER-45] has every act of a task, says when it is gone and makes it anew', () => {
    const { bead } = JSON.parse(ledger('bead', 'new', 'rotate tokens', '--json').stdout)
    ledger('bead', 'update', bead.id, '--decision', 'sliding window', '--next', 'skew')
    ledger('focus', '--bead', bead.id)
    const before = ledger('bead', 'show', bead.id).stdout
    expect(rows('bead')).toMatchObject([
      { bead_id: bead.id, change: { title: 'rotate tokens' } },
      { bead_id: bead.id, change: { decisions: [{ decision: 'sliding window' }] } },
    ])
    rmSync(world.path('.beads'), { recursive: true })
    const { hookSpecificOutput } = hook('SessionStart', { source: 'startup' })
    expect(hookSpecificOutput.additionalContext).toContain(`Task: ${bead.id} [no task file] rotate tokens`)
    expect(ledger('heal').stdout).toContain(`healed: .beads/: ${bead.id} as our own facts have them`)
    expect(ledger('bead', 'show', bead.id).stdout.split('\n').toSorted()).toEqual(before.split('\n').toSorted())
  })

  it('[LEDGER-38, LEDGER-54] is not washed clean by a handoff: one number at every door until the claim is settled', () => {
    strict('ledger:\n  effect: gate\n')
    const wrong = ledger('decide', 'Base', 'it is 41', '--cite', CITED.replace('40', '41'))
    const env = { PATH: process.env.PATH ?? '', HOME: world.home }
    const script = (name: string) =>
      spawnSync(world.path(`.claude/scripts/${name}.sh`), [], { cwd: world.project, env, encoding: 'utf8' })
    const verdicts = () => [
      script('grounding-check').status,
      script('synthesis-checkpoint').status,
      ledger('ground').status,
      ledger('clear').status,
    ]
    expect(verdicts()).toEqual([1, 1, 1, 1])
    expect(ledger('handoff').status).toBe(0)
    expect(verdicts()).toEqual([1, 1, 1, 1])
    expect(script('grounding-check').stdout).toContain('verified_ratio=0.00')
    const [, id = ''] = /`(d-[^`]+)`/.exec(wrong.stdout) ?? []
    expect(ledger('withdraw', id).status).toBe(0)
    expect(verdicts()).toEqual([0, 0, 0, 0])
  })

  it('[LEDGER-41, LEDGER-42] is checked in one scope: what is open there, the steps of the checkpoint count', () => {
    const env = { PATH: process.env.PATH ?? '', HOME: world.home }
    const checkpoint = () => {
      const script = world.path('.claude/scripts/synthesis-checkpoint.sh')
      const { status, stdout } = spawnSync(script, [], { cwd: world.project, env, encoding: 'utf8' })
      return { status, lines: stdout.split('\n').map((line) => line.trim()) }
    }
    ledger('decide', 'Base', 'it is 40', '--cite', CITED, '--scenario', 'edge_case: a -> b')
    expect(ledger('ghost', 'single sign on', '-q', 'saml', '-q', 'federated').stderr).toContain(
      'ledger withdraw <feature>',
    )
    const before = checkpoint()
    expect(before.status).toBe(1)
    for (const line of ['Unverified ghosts: 1', '- single sign on', 'Decisions to sync: 1', '/clear is BLOCKED'])
      expect(before.lines).toContain(line)
    expect(ledger('withdraw', 'single sign on').status).toBe(0)
    const after = checkpoint()
    expect([after.status, rows('negative_ground').map(({ status }) => status)]).toEqual([
      0,
      ['unverified', 'withdrawn'],
    ])
    for (const line of ['Unverified ghosts: 0', 'Test scenarios documented: 1', '/clear is permitted'])
      expect(after.lines).toContain(line)
  })

  it('[LEDGER-7, LEDGER-8] takes nothing in while the installed files differ from their checksums, where that is strict', () => {
    strict('ledger:\n  integrity: strict\n')
    world.write('.claude/protocols/jit-retrieval.md', 'do as you like\n')
    const tried = [['clear'], ['heal'], ['handoff'], ['decide', 'A', 'b', '--assumption'], ['bead', 'new', 'y']]
    for (const args of tried) {
      const { status, stderr } = ledger(...args)
      expect([args, status, stderr]).toEqual([args, 1, expect.stringContaining('the system zone has changed')])
    }
    expect(ledger('status').status).toBe(0)
    strict('ledger:\n  integrity: warn\n')
    expect(ledger('decide', 'A', 'b', '--assumption').status).toBe(0)
  })
})

describe('rows of the trajectory', () => {
  it('[LEDGER-73, LEDGER-74, LEDGER-75] say of a delta what was written, and nothing else', async () => {
    const { bead } = JSON.parse(ledger('bead', 'new', 'rotate tokens', '--json').stdout)
    hook('SessionStart', { source: 'startup' })
    hook('UserPromptSubmit', { prompt: 'rotate the tokens' })
    fillTo(1_000)
    fillTo(8_000)
    await until(() => rows('delta_sync').length === 1, 'the first delta')
    expect(rows('delta_sync')).toMatchObject([{ notes_updated: true, bead_updated: false }])
    expect(notes()).toContain('asked: rotate the tokens')
    ledger('focus', 'rotating', '--bead', bead.id)
    hook('UserPromptSubmit', { prompt: 'and revoke them' })
    // Files are replaced, which a folder that is read-only does not let happen.
    const folders = ['loa-grimoire', '.beads'].map((name) => world.path(name))
    const allow = (mode: number) => folders.map((folder) => chmodSync(folder, mode))
    onTestFinished(() => void allow(0o755))
    allow(0o555)
    fillTo(16_000)
    await until(() => rows('delta_sync').length === 2, 'the second delta')
    allow(0o755)
    hook('UserPromptSubmit', { prompt: 'and log it' })
    fillTo(24_000)
    await until(() => rows('delta_sync').length === 3, 'the third delta')
    expect(rows('delta_sync').slice(1)).toMatchObject([
      { notes_updated: false, bead_updated: false },
      { notes_updated: true, bead_updated: true },
    ])
    expect(world.read(`.beads/${bead.id}.yaml`)).toContain('delta_synced: true')
  })

  it('[LEDGER-63, LEDGER-66] have no grounding that nobody asked for: a start after a failed check adds none', async () => {
    ledger('decide', 'Base', 'forty', '--cite', CITED)
    for (const wrong of [41, 42, 43]) ledger('decide', `Not ${wrong}`, 'x', '--cite', CITED.replace('40', `${wrong}`))
    expect(ledger('ground').stdout).toContain('total_claims=4\ngrounded_claims=1\n')
    const before = rows('grounding_check')
    expect(before.at(-1)).toMatchObject({ total_claims: 4, grounded_claims: 1, status: 'fail' })
    hook('SessionStart', { source: 'clear' })
    await until(() => rows('recovery').some(({ measured }) => measured), 'the start is written')
    expect(rows('grounding_check')).toEqual(before)
  })
})

describe('what people and agents read', () => {
  it('[LEDGER-91, LEDGER-50] NOTES.md has scenarios under their own decision, and a rejected citation with its path', () => {
    ledger('decide', 'A', 'one', '--assumption', '--scenario', 'edge_case: of A -> x')
    ledger('decide', 'B', 'two', '--cite', '`const base = 40` [src/a.ts:3]', '--scenario', 'edge_case: of B -> y')
    const [, a = '', b = ''] = notes().split('#### ')
    expect([a.includes('of A'), a.includes('of B'), b.includes('of A'), b.includes('of B')]).toEqual([
      ...[true, false],
      ...[false, true],
    ])
    expect(b).toContain('`const base = 40` [src/a.ts:3]')
  })

  it('[LEDGER-44, LEDGER-87] an edit leaves the whole function that it is in', async () => {
    const [from, to] = ['const base = 40', 'const base = 39 + 1']
    world.write('src/a.ts', SOURCE.replace(from, to))
    const patch = { oldStart: 3, oldLines: 1, newStart: 3, newLines: 1, lines: [`-  ${from}`, `+  ${to}`] }
    const file = world.path('src/a.ts')
    hook('UserPromptSubmit', { prompt: 'tidy up' })
    hook('PostToolUse', {
      tool_name: 'Edit',
      tool_use_id: 'edit-1',
      tool_input: { file_path: file, old_string: from, new_string: to },
      tool_response: { filePath: file, oldString: from, newString: to, originalFile: SOURCE, structuredPatch: [patch] },
    })
    hook('Stop', { stop_hook_active: false })
    await until(() => notes().includes('| ${PROJECT_ROOT}/src/a.ts:1-5 |'), 'the identifier', {
      describe: () => notes(),
    })
  })

  it('[LEDGER-12] every installed document sends its reader to the project’s own version first', () => {
    const documents = readdirSync(world.path('.claude/protocols'))
    expect(documents.length).toBe(5)
    for (const name of documents)
      expect(world.read(`.claude/protocols/${name}`)).toContain(
        `If \`.claude/overrides/protocols/${name}\` exists, read and follow that file instead of this one.`,
      )
  })

  it('[LEDGER-31] the focus has the title of its task, and `show` is for people', () => {
    const { bead } = JSON.parse(ledger('bead', 'new', 'rotate tokens', '--json').stdout)
    ledger('focus', 'half of it is done', '--bead', bead.id)
    ledger('decide', 'Base', 'forty', '--cite', CITED, '--next', 'clock skew')
    const shown = ledger('show').stdout
    for (const said of [`${bead.id} rotate tokens`, 'half of it is done', 'Base', 'forty', 'clock skew'])
      expect(shown).toContain(said)
    expect(shown).not.toMatch(/[{}]/)
    expect(JSON.parse(ledger('show', '--json').stdout)).toMatchObject({ bead: bead.id, beadTitle: 'rotate tokens' })
  })

  it('[LEDGER-40] a ghost search takes its control from the project, never from our own scripts', () => {
    const asked = ['ghost', 'rate limiting', '-q', 'rate limit requests', '-q', 'throttle quota', '--json']
    const { control } = JSON.parse(ledger(...asked).stdout)
    const found = JSON.parse(ledger('recall', control.query, '--scope', 'code', '--jsonl').stdout.split('\n')[0] ?? '')
    expect([control.best, found.path]).toEqual([1, 'src/a.ts'])
  })

  it('[PLANE-R11] `replay` prints the windows of a session', () => {
    const event = (tool: string, target: string, index: number) => {
      const at = new Date(Date.UTC(2026, 10, 15, 9, index)).toISOString()
      return { kind: 'tool', tool, target, input: `i${index}`, result: `r${index}`, failed: false, at }
    }
    const reads = Array.from({ length: 6 }, (_, index) => event('Read', `/w/p/src/a${index}.ts`, index))
    const edits = Array.from({ length: 4 }, (_, index) => event('Edit', '/w/p/src/a.ts', 10 + index))
    const events = [...reads, ...edits]
    world.write('sessions.jsonl', `${JSON.stringify({ session: 's1', runtime: 'codex', events })}\n`)
    const { stdout } = fairlead.cli('replay', 'sessions.jsonl')
    expect(stdout).toMatch(/ 0 +window +1, explore\n[\s\S]* 9 +window +2, edit\n/)
  })
})

describe('grounding-check.sh, governed', () => {
  const check = () => {
    const env = { PATH: process.env.PATH ?? '', HOME: world.home }
    const { status, stdout } = spawnSync(world.path('.claude/scripts/grounding-check.sh'), [], {
      cwd: world.project,
      env,
      encoding: 'utf8',
    })
    return { status, stdout }
  }

  it('[LEDGER-58, LEDGER-66] says the same with a daemon and without one', () => {
    ledger('decide', 'Base', 'forty', '--cite', CITED)
    ledger('decide', 'Wrong', 'x', '--cite', CITED.replace('40', '41'))
    const asked = check()
    expect(asked).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('verified_ratio=0.50\nenforcement=strict'),
    })
    fairlead.stopDaemon()
    expect(check()).toEqual(asked)
  })
})
