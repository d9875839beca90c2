import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Fact, StoredFact } from '../../src/core/model/fact.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import { digestsOf, fieldsOf } from '../../src/stores/codec.ts'
import { openStore } from '../../src/stores/compose.ts'
import type { Store } from '../../src/stores/store.ts'
import { WRITE_POINTS } from '../../src/stores/write-point.ts'
import { see } from '../../src/stores/yaml/sight.ts'
import { readingOf } from '../../src/stores/yaml/state-file.ts'
import { routine } from '../contracts/samples.ts'
import { BY_NAME } from '../support/layouts.ts'
import { headsOf } from './heads-of.ts'
import { prepareTorture, type Torture } from './run-worker.ts'
import type { Work } from './worker.ts'

/** The normal run kills more than 200 times; `npm run torture` asks for 1,000 at each point. */
const ROUNDS_PER_POINT = Number(process.env['FAIRLEAD_KILLS_PER_POINT'] ?? 15)
const LANES = 2
/** Crashes in one project, until a fresh one takes its place: every check reads all that was ever written in it. */
const CRASHES_PER_PROJECT = 105

let torture: Torture

beforeAll(async () => {
  torture = await prepareTorture()
})
afterAll(() => torture.end())

it(`[EDGE-101, EDGE-103] killed at any of ${WRITE_POINTS.length} write points, ${ROUNDS_PER_POINT} times each, nothing is torn, lost or made up`, {
  timeout: Math.max(180_000, ROUNDS_PER_POINT * WRITE_POINTS.length * 1_000),
}, async () => {
  const rounds = WRITE_POINTS.flatMap((point) =>
    Array.from({ length: ROUNDS_PER_POINT }, (_, index) => ({ point, nth: 1 + (index % 2) })),
  )
  expect(rounds.length).toBeGreaterThanOrEqual(200)
  const lanes = Array.from({ length: LANES }, (_, lane) => rounds.filter((_, index) => index % LANES === lane))
  const survived = await Promise.all(lanes.map((dieAts, lane) => runLane(`lane-${lane}`, dieAts)))
  expect(survived.reduce((sum, count) => sum + count, 0)).toBe(rounds.length)
})

type DieAt = NonNullable<Work['dieAt']>

async function runLane(name: string, rounds: readonly DieAt[]): Promise<number> {
  let survived = 0
  for (let start = 0; start < rounds.length; start += CRASHES_PER_PROJECT) {
    survived += await runProject(`${name}-${start}`, rounds.slice(start, start + CRASHES_PER_PROJECT))
  }
  return survived
}

const NOTE = '# a person was here'

/** Crash after crash in one project: what one round leaves behind is where the next one starts. */
async function runProject(name: string, rounds: readonly DieAt[]): Promise<number> {
  const project = projectRoot(join(torture.folder, name.startsWith('lane-1') ? `${name}.apart` : name))
  const { own } = BY_NAME(project)
  const database = join(torture.folder, `${name}.db`)
  mkdirSync(project)
  writeFileSync(join(own, 'active_context.yaml'), `${NOTE}\nschema_version: 4\nmine: kept\n`)
  let survived = 0
  for (const dieAt of rounds) {
    const work = { database, project, name: `${name}-${survived}`, events: 4, shownEvery: 2, dieAt }
    expect(await torture.run(work)).toEqual({ signal: 'SIGKILL', output: '' })
    const store = await openStore({
      database,
      evolve,
      initial: INITIAL_STATE,
      loadYaml: () => yamlDoor,
      homes: BY_NAME,
      heads: headsOf(database),
    })
    try {
      await checkWhatIsLeft(store, project)
      await checkNextWriter(store, project, `${name}-${survived}-next`)
    } catch (error) {
      throw new Error(`after ${JSON.stringify(dieAt)} in round ${survived} of ${name}`, { cause: error })
    } finally {
      await store.close()
    }
    survived += 1
  }
  return survived
}

async function checkWhatIsLeft(store: Store, project: ProjectRoot): Promise<void> {
  const facts = await store.facts(project, {})
  const verified = await store.verify(project)
  expect(verified).toEqual({
    ok: true,
    facts: facts.length,
    head: facts.at(-1)?.hash ?? '0'.repeat(64),
    // Killed between commit and head, the head lags behind: no false alarm.
    vouched: { upTo: expect.any(Number), newer: expect.any(Number), by: expect.any(String) },
  })
  expect(await store.read(project)).toEqual(fold(facts))
  checkFile(project, facts)
  // Whatever a dead writer left, it is never mistaken for somebody's edit.
  const kinds = new Set(facts.map((row) => row.fact.kind))
  expect([...kinds].filter((kind) => !['call.observed', 'junction.opened', 'junction.lapsed'].includes(kind))).toEqual(
    [],
  )
}

/** Old or new, and whole: exactly what the facts up to its `last_fact` give. */
function checkFile(project: ProjectRoot, facts: readonly StoredFact[]): number {
  const sight = see(BY_NAME(project).own)
  if (sight.kind !== 'file') throw new Error(`the state file is ${sight.kind}`)
  const text = Buffer.from(sight.bytes).toString()
  expect(text).toContain(NOTE)
  expect(text).toContain('mine: kept')
  const reading = readingOf(sight, () => yamlDoor)
  if (!reading.ok) throw new Error(reading.problem)
  const lastFact = reading.file.lastFact ?? 0
  if (lastFact > 0) {
    const expected = fieldsOf(fold(facts.slice(0, lastFact)), lastFact)
    expect(digestsOf(reading.file.fields)).toEqual(digestsOf(expected))
  }
  return lastFact
}

/** The next writer shows what the dead one could not, though its own event would not be shown, and sweeps behind it. */
async function checkNextWriter(store: Store, project: ProjectRoot, id: string): Promise<void> {
  const about = { atMs: 1, runtime: 'claude-code', session: sessionId('next') }
  await store.update(project, { ...about, eventId: eventId(`${id}-1`) }, () => ({ facts: [routine(id)], result: null }))
  const facts = await store.facts(project, {})
  const due = facts.findLast((row) => row.fact.kind.startsWith('junction.'))?.seq ?? 0
  expect(checkFile(project, facts)).toBeGreaterThanOrEqual(due)
  expect(readdirSync(BY_NAME(project).own).filter((name) => name.includes('.tmp'))).toEqual([])

  await store.update(project, { ...about, eventId: eventId(`${id}-2`) }, (state) => ({
    facts: lapseAll(state),
    result: null,
  }))
  const { edge } = fold(await store.facts(project, {}))
  expect(edge.holds).toEqual([])
  expect(readFileSync(join(BY_NAME(project).own, 'active_context.yaml'), 'utf8')).not.toContain('junction_queue')
  expect(existsSync(join(BY_NAME(project).own, '.claude', 'state', 'state.lock'))).toBe(false)
}

function lapseAll({ edge }: State): readonly Fact[] {
  const { holds } = edge
  return holds.map(({ number }): Fact => ({ kind: 'junction.lapsed', number, why: 'the test goes on' }))
}

function fold(facts: readonly StoredFact[]): State {
  return facts.reduce(evolve, INITIAL_STATE)
}
