import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import type { Paths } from '../../../config/paths.ts'
import * as yamlDoor from '../../../config/yaml-door.ts'
import { evolve } from '../../../core/index.ts'
import type { Fact } from '../../../core/model/fact.ts'
import { IN_REPO } from '../../../core/model/homes.ts'
import { eventId, projectRoot, sessionId } from '../../../core/model/ids.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import { openStore } from '../../../stores/compose.ts'
import { wired } from '../open-project.ts'
import type { Prove } from '../prove-here.ts'
import { planeJudge } from './judge.ts'
import { planePromote } from './promote.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const asAgent: Prove = async () => ({ kind: 'unproven', why: 'an agent started it', instead: 'run it yourself' })

const judge = (row: string, verdict: string, prove = asPerson) =>
  ranAt(seat, (context) => planeJudge(context, { row, verdict }, prove), {})
const promote = (setting: string, level: string, keyboard: Parameters<typeof ranAt>[2] = {}, prove = asPerson) =>
  ranAt(seat, (context) => planePromote(context, { setting, level }, prove), keyboard)

/** Rows as the gate would have written them, each of an event of its own. */
async function audit(facts: readonly object[]): Promise<void> {
  const store = await openStore({
    database: paths.database,
    evolve,
    initial: INITIAL_STATE,
    loadYaml: () => yamlDoor,
    homes: IN_REPO,
    heads: { path: paths.auditHead, key: () => readFileSync(paths.key) },
  })
  for (const [index, fact] of facts.entries()) {
    const context = {
      eventId: eventId(`row-${Math.random()}-${index}`),
      atMs: 1_800_000_000_000 + index * 60_000,
      runtime: 'codex',
      session: sessionId('s'),
    }
    await store.update(projectRoot(seat.cwd), context, () => ({ facts: [fact as Fact], result: null }))
  }
  await store.close()
}

async function rows() {
  const store = await (await wired(paths, seat.env)).store()
  const facts = await store.facts(projectRoot(seat.cwd), { limit: 100_000 })
  await store.close()
  return facts
}

const boundary = (number: number) => ({
  kind: 'boundary.detected',
  boundary: { number, at: number, atMs: 1, from: 'edit', to: 'verify', signals: [], why: '' },
  snapshot: {
    version: 1,
    scope: 's',
    boundary: number,
    at: 1,
    atMs: 1,
    kind: 'edit',
    places: [],
    tier: 'routine',
    evidence: null,
  },
})
const passed = (index: number) => ({
  kind: 'call.judged',
  call: `c${index}`,
  tool: 'Bash',
  toolKind: 'shell',
  preview: `git push ${index}`,
  tier: 'junction',
  outcome: 'allow',
  rules: ['git.push'],
  refused: [],
  work: { kind: 'ship', tests: false },
})

describe('the ladder', () => {
  it('[PLANE-O2] shows the evidence and proposes; a person judges samples and promotes, in the person’s own policy', async () => {
    ownPolicy(seat.env, 'edge:\n  level: observe # for now\n')
    await audit([
      ...Array.from({ length: 50 }, (_, index) => boundary(index + 1)),
      ...Array.from({ length: 10 }, (_, index) => passed(index)),
      { kind: 'session.stopped' },
    ])
    const before = JSON.parse((await typed(seat, ['plane', 'ladder', '--json'])).out)
    expect(before).toMatchObject({ boundaries: 50, held: 0, falseHolds: 0 })
    expect(before.rungs.map((rung: { proposal?: { to: string } }) => rung.proposal?.to)).toEqual([
      'steer',
      undefined,
      undefined,
    ])
    expect(before.samples).toHaveLength(10)
    for (const { seq } of before.samples) expect((await judge(String(seq), 'right')).code).toBe(0)
    const { out } = await typed(seat, ['plane', 'ladder'])
    expect(out).toContain(
      'observe, 10 of 10 samples right: 50 changes of work seen; 10 of 10 sampled calls would rightly have been caught',
    )
    expect(out).toContain('proposed: `fairlead plane promote edge.level steer`')
    const promoted = await promote('edge.level', 'steer', { answers: [true] })
    expect([promoted.code, promoted.out]).toEqual([
      0,
      expect.stringMatching(/^`edge\.level`: observe → steer \(50 changes of work/),
    ])
    expect(readFileSync(paths.userPolicy, 'utf8')).toBe('edge:\n  level: steer # for now\n')
    expect((await rows()).at(-1)?.fact).toEqual({
      kind: 'enforcement.changed',
      setting: 'edge.level',
      from: 'observe',
      to: 'steer',
      door: 'cli',
    })
  })

  it('[PLANE-O2] is climbed by nobody but a person', async () => {
    await audit([passed(1), { kind: 'session.stopped' }])
    const { samples } = JSON.parse((await typed(seat, ['plane', 'ladder', '--json'])).out)
    const refused = { code: 1, out: '', line: 'not accepted: an agent started it; run it yourself' }
    expect(await promote('edge.level', 'observe', { answers: [true] }, asAgent)).toEqual(refused)
    expect(await judge(String(samples[0].seq), 'wrong', asAgent)).toEqual(refused)
    expect(existsSync(paths.userPolicy)).toBe(false)
    expect((await rows()).slice(-2).map(({ fact }) => fact.kind)).toEqual(['ladder.refused', 'ladder.refused'])
    // The real proof: a test has no terminal of its own.
    expect(await typed(seat, ['plane', 'promote', 'edge.level', 'observe', '--yes'])).toMatchObject({
      code: 1,
      line: expect.stringContaining('not accepted'),
    })
  })

  it('[PLANE-O2] says in one line what is wrong, and changes nothing', async () => {
    const POLICY = '~/.fairlead/policy/policy.yaml'
    expect(await promote('plane.nothing', 'steer')).toMatchObject({
      code: 2,
      line: expect.stringContaining('unknown setting'),
    })
    expect(await promote('plane.routine', 'gate')).toMatchObject({
      code: 2,
      line: expect.stringContaining('unknown level `gate` of `plane.routine`'),
    })
    await audit([{ kind: 'session.stopped' }])
    expect(await promote('edge.level', 'gate')).toMatchObject({ code: 0 })
    expect(await promote('edge.level', 'steer', { answers: [false] })).toMatchObject({
      code: 1,
      line: expect.stringContaining('nothing was changed'),
    })
    const edited = () => writeFileSync(join(mkdirFor(paths.userPolicy), 'policy.yaml'), '# mine\n')
    expect(await promote('edge.level', 'steer', { answers: [true], meanwhile: edited })).toMatchObject({
      code: 1,
      line: `\`${POLICY}\` changed meanwhile and was kept; run the command again`,
    })
    expect(readFileSync(paths.userPolicy, 'utf8')).toBe('# mine\n')
    writeFileSync(paths.userPolicy, 'edge: [\n')
    expect(await promote('edge.level', 'steer', { answers: [true] })).toMatchObject({
      code: 1,
      line: expect.stringContaining('was not changed'),
    })
    expect(await judge('1', 'maybe')).toMatchObject({ code: 2 })
    expect(await judge('x', 'right')).toMatchObject({ code: 2, line: expect.stringContaining("isn't a row") })
    expect(await judge('7', 'right')).toMatchObject({ code: 1, line: expect.stringContaining("isn't a sample") })
  })
})

describe('the baselines', () => {
  it('[PLANE-R8b] are shown with their samples, their cut windows and the figures in use', async () => {
    await audit([{ kind: 'session.stopped' }])
    expect((await typed(seat, ['plane', 'baseline'])).out).toContain('no stretch of work has ended here yet')
    const opened = (number: number) => ({
      kind: 'window.opened',
      number,
      work: 'edit',
      tier: 'routine',
      backstop: { calls: 9, ms: 9 },
      evidence: null,
      places: [],
    })
    const call = { ...passed(0), tier: 'routine', preview: 'ls' }
    const rounds = Array.from({ length: 31 }, (_, index) => [opened(index + 1), call, call, call]).flat()
    await audit([
      ...rounds,
      { kind: 'window.closed', number: 31, why: 'x' },
      opened(1),
      { ...call, toolKind: 'edit', tool: 'Edit' },
      { kind: 'window.closed', number: 1, why: 'x' },
    ])
    const { out } = await typed(seat, ['plane', 'baseline'])
    expect(out).toMatch(/^in use: static; fixed: \d+ calls, \d+ minutes\n/)
    expect(out).toContain(
      'edit shell  31 stretches, 30 ended by themselves, 1 cut off; four in five stay within 3 calls and 3 minutes',
    )
    expect(out).toContain('edit tools  1 stretch, 0 ended by themselves, 1 cut off; too few to learn from (30 and 10)')
    expect(JSON.parse((await typed(seat, ['plane', 'baseline', '--json'])).out)).toMatchObject({
      inUse: 'static',
      baselines: [{ group: 'edit shell', calls: 3 }, { group: 'edit tools' }],
    })
  })
})

function mkdirFor(file: string): string {
  mkdirSync(dirname(file), { recursive: true })
  return dirname(file)
}
