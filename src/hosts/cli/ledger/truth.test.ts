import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { govern } from '../../../../test/support/govern.ts'
import { pathsOf } from '../../../config/paths.ts'
import * as yamlDoor from '../../../config/yaml-door.ts'
import { eventId, projectRoot, sessionId } from '../../../core/model/ids.ts'
import { ledgerLookups } from '../../../ledger/ledger-lookups.ts'
import { ledgerPlaces, wireGate } from '../../../wiring/wire-gate.ts'

let root: string
let project: string
let seat: Seat

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-truth-')))
  project = join(root, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  execFileSync('git', ['init', '-q', project])
  writeFileSync(join(project, 'src/a.ts'), 'export const answer = 42\n')
  const env = { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' }
  seat = { env, cwd: project, bundle: root, node: process.execPath }
  govern(pathsOf(seat.env), project)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const ledger = (...args: readonly string[]) => typed(seat, ['ledger', ...args])
const CITED = '`export const answer = 42` [${PROJECT_ROOT}/src/a.ts:1]'
const idIn = (text: string) => /`(d-[^`]+)`/.exec(text)?.[1] ?? ''
const notes = () => readFileSync(join(project, 'loa-grimoire/NOTES.md'), 'utf8')
const trajectory = async (phase: string) => {
  const lines = (await ledger('log', '-n', '200', '--json')).out.split('\n').map((line) => JSON.parse(line))
  return lines.filter((line) => line.phase === phase)
}

async function startSession(): Promise<string> {
  const paths = pathsOf(seat.env)
  const lookups = ledgerLookups(ledgerPlaces(paths, seat.env))
  const { gate } = wireGate({ paths, env: seat.env, loadYaml: () => yamlDoor, lookups })
  const stamp = { id: eventId(`start-${Math.random()}`), atMs: Date.now(), runtime: 'claude-code', cwd: project }
  const event = { kind: 'session.start', source: 'startup', ...stamp, session: sessionId('next') } as const
  const decision = await gate.submit(event, projectRoot(project))
  await gate.close()
  return 'steer' in decision ? (decision.steer ?? '') : ''
}

describe('claims that lack evidence', () => {
  const STRICT = 'ledger:\n  effect: gate\n'

  it('[LEDGER-38] stay open after a handoff, with one number in every place, until one of three things happens', async () => {
    ownPolicy(seat.env, STRICT)
    const bad = await ledger('decide', 'Answer', 'it is 43', '--cite', CITED.replace('42', '43'))
    const refusal = 'Cannot clear: 1 decisions lack grounded citations.'
    expect((await ledger('clear')).line).toContain(refusal)
    expect((await ledger('handoff')).out).toContain('grounding ratio 0.00')
    expect((await ledger('clear')).line).toContain(refusal)
    expect((await ledger('ground')).out).toContain('grounding_ratio=0.00')
    expect((await ledger('ground')).code).toBe(1)
    expect((await ledger('status')).out).toMatch(/0 of 1 open claims grounded[\s\S]*still unmet +grounding ratio 0\.00/)
    expect((await ledger('withdraw', idIn(bad.out))).code).toBe(0)
    expect([(await ledger('ground')).code, (await ledger('clear')).code]).toEqual([0, 0])
    expect((await ledger('withdraw', 'd-none')).line).toContain('no open decision has the id `d-none`')
  })

  it('[LEDGER-38] are settled by evidence, or as a flagged assumption, without another word', async () => {
    ownPolicy(seat.env, STRICT)
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED.replace(':1]', ':9]'))
    expect((await ledger('clear')).code).toBe(1)
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)
    expect((await ledger('ground')).out).toContain('total_claims=1\ngrounded_claims=1')
    expect((await ledger('clear')).code).toBe(0)
    expect((await ledger('status')).out).toMatch(/0 of 0 open claims grounded/)
  })
})

describe('a task', () => {
  const made = async () => JSON.parse((await ledger('bead', 'new', 'rotate tokens', '--json')).out).bead.id as string

  it('[LEDGER-15, LEDGER-17, LEDGER-45] is a fact, and is made anew from facts with all that was said of it', async () => {
    const id = await made()
    await ledger('bead', 'update', id, '--decision', 'sliding window', '--status', 'in_progress', '--next', 'skew')
    await ledger('focus', '--bead', id)
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)
    const before = await ledger('bead', 'show', id)
    expect(await trajectory('bead')).toMatchObject([
      { bead_id: id, change: { title: 'rotate tokens', status: 'open' } },
      { bead_id: id, change: { decisions: [{ decision: 'sliding window' }], next_steps: ['skew'] } },
    ])
    rmSync(join(project, '.beads'), { recursive: true })
    expect(await startSession()).toContain(`Task: ${id} [no task file] rotate tokens`)
    expect((await ledger('heal')).out).toContain(`healed: .beads/: ${id} as our own facts have them`)
    expect((await ledger('bead', 'show', id)).out.split('\n').toSorted()).toEqual(before.out.split('\n').toSorted())
    expect(await startSession()).toContain(`Task: ${id} [in_progress] rotate tokens`)
    expect((await ledger('heal')).out).toBe('state zone: complete')
  })

  it('[LEDGER-15] whose deletion was committed stays deleted', async () => {
    const id = await made()
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', project, '-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args])
    git('add', '-A', '-f')
    git('commit', '-qm', 'with it')
    rmSync(join(project, `.beads/${id}.yaml`))
    git('commit', '-qam', 'without it')
    await ledger('heal')
    expect(existsSync(join(project, `.beads/${id}.yaml`))).toBe(false)
  })

  it('[LEDGER-31] gives its title to the focus', async () => {
    const id = await made()
    await ledger('focus', '--bead', id)
    expect((await ledger('status')).out).toContain(`${id} rotate tokens`)
    expect((await ledger('show')).out).toMatch(new RegExp(`task +${id} rotate tokens`))
  })
})

it('[LEDGER-7, LEDGER-8] drift in the System Zone stops every operation of the record, where the setting says so', async () => {
  mkdirSync(join(project, '.claude'))
  writeFileSync(join(project, '.claude/x.md'), 'changed')
  writeFileSync(join(project, '.claude/checksums.json'), JSON.stringify({ files: { '.claude/x.md': '0'.repeat(64) } }))
  const operations = [
    ['clear'],
    ['heal'],
    ['handoff'],
    ['decide', 'A', 'b', '--assumption'],
    ['focus', 'x'],
    ['bead', 'new', 'y'],
  ]
  ownPolicy(seat.env, 'ledger:\n  integrity: strict\n')
  for (const args of operations) {
    const { code, line } = await ledger(...args)
    expect([args, code, line]).toEqual([args, 1, expect.stringContaining('the system zone has changed')])
  }
  expect((await ledger('status')).code).toBe(0)
  ownPolicy(seat.env, 'ledger:\n  integrity: warn\n')
  expect((await ledger('decide', 'A', 'b', '--assumption')).code).toBe(0)
})

describe('NOTES.md', () => {
  it('[LEDGER-91] has the scenarios of a decision under that decision', async () => {
    await ledger('decide', 'A', 'one', '--assumption', '--scenario', 'edge_case: of A -> x')
    await ledger('decide', 'B', 'two', '--assumption', '--scenario', 'edge_case: of B -> y')
    const [, a = '', b = ''] = notes().split('#### ')
    expect([a.includes('of A'), a.includes('of B'), b.includes('of A'), b.includes('of B')]).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('[LEDGER-50] keeps a rejected citation as it was given', async () => {
    await ledger('decide', 'A', 'one', '--cite', '`export const answer = 42` [src/a.ts:1]')
    expect(notes()).toContain('- `export const answer = 42` [src/a.ts:1]')
  })
})

describe('a new session', () => {
  it('[LEDGER-27, LEDGER-29] resumes from Reasoning State, and of a NOTES.md of megabytes reads no more than its place', async () => {
    await ledger('focus', 'the tests of the parser are next')
    await ledger('decide', 'Answer', 'it is 42', '--cite', CITED)
    const filler = `\n## Old\n\n${'secret-of-the-rest '.repeat(60_000)}\n`
    writeFileSync(join(project, 'loa-grimoire/NOTES.md'), `${notes()}${filler}`)
    const told = await startSession()
    expect(told).toContain('Left off: the tests of the parser are next')
    expect(told).toContain('Decided: Answer: it is 42')
    expect([told.includes('secret-of-the-rest'), told.length < 700]).toEqual([false, true])
  })

  it('[LEDGER-3] what only the context believes changes no ledger', async () => {
    const id = JSON.parse((await ledger('bead', 'new', 'rotate tokens', '--json')).out).bead.id as string
    await ledger('bead', 'update', id, '--decision', 'sliding window')
    const before = await ledger('bead', 'show', id, '--json')
    const believed = await ledger('bead', 'update', id, '--believe', 'fixed expiry', '--status', 'closed')
    expect([believed.code, believed.out]).toEqual([1, expect.stringContaining('sliding window')])
    expect(await ledger('bead', 'show', id, '--json')).toEqual(before)
    await ledger('decide', 'Storage', 'redis', '--assumption')
    expect((await ledger('decide', 'Storage', 'postgres', '--assumption')).code).toBe(1)
    expect((await ledger('show')).out).not.toContain('postgres')
  })

  it('[LEDGER-35, LEDGER-55, LEDGER-64] recovers in 30 s, synthesises in 10 s and checks in 5 s with hundreds of decisions', async () => {
    const claims = Array.from({ length: 400 }, (_, index) => ({
      ...{ ts: new Date().toISOString(), agent: 'claude-code', phase: 'cite', session_id: 's', n: index + 1 },
      ...{ decision_id: `d-${index}`, title: `T${index}`, claim: `c${index}`, rationale: '', grounding: 'citation' },
      evidence: { path: '${PROJECT_ROOT}/src/a.ts', line: 1, quote: 'export const answer = 42', status: 'verified' },
    }))
    mkdirSync(join(project, 'loa-grimoire/a2a/trajectory'), { recursive: true })
    const day = new Date().toISOString().slice(0, 10)
    const file = join(project, `loa-grimoire/a2a/trajectory/claude-code-${day}.jsonl`)
    writeFileSync(file, claims.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const timed = async <Done>(work: () => Promise<Done>): Promise<readonly [Done, number]> => {
      const startedMs = performance.now()
      return [await work(), performance.now() - startedMs]
    }
    const [told, recoveredMs] = await timed(startSession)
    expect([told.includes('Decided: T399: c399'), recoveredMs < 30_000]).toEqual([true, true])
    const [checked, checkedMs] = await timed(() => ledger('ground'))
    expect([checked.out.includes('total_claims=400\ngrounded_claims=400'), checkedMs < 5_000]).toEqual([true, true])
    const [cleared, clearedMs] = await timed(() => ledger('clear'))
    expect([cleared.code, clearedMs < 10_000]).toEqual([0, true])
  })
})
