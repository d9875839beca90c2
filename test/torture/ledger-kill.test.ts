import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { decisionsIn } from '../../src/core/protocols/ledger/notes/read-notes.ts'
import { makeGate } from '../../src/gate/pipeline.ts'
import { rebuildRecord } from '../../src/ledger/files/ledger-files.ts'
import { linesOf, trajectoryFiles } from '../../src/ledger/files/trajectory.ts'
import { openStore } from '../../src/stores/compose.ts'
import type { Store } from '../../src/stores/store.ts'
import { WRITE_POINTS } from '../../src/stores/write-point.ts'
import { gateRooms } from '../support/gate-rooms.ts'
import { BY_NAME } from '../support/layouts.ts'
import { LEDGER_POINTS, type LedgerWork, markOf } from './ledger-events.ts'
import { prepareTorture, type Torture } from './run-worker.ts'

const POINTS = [...LEDGER_POINTS, ...WRITE_POINTS]
const ROUNDS = Number(process.env['FAIRLEAD_LEDGER_KILLS_PER_POINT'] ?? 2)
/** More than any round survives, so that every worker dies by its point and not by its end. */
const EVENTS = 40

let torture: Torture

beforeAll(async () => {
  torture = await prepareTorture('ledger-worker.ts')
})
afterAll(() => torture.end())

it(`[LEDGER-1, LEDGER-37, LEDGER-117] killed at any of ${POINTS.length} places, ${ROUNDS} times each, a session loses at most the event in flight`, {
  timeout: Math.max(300_000, ROUNDS * POINTS.length * 2_000),
}, async () => {
  let flown = 0
  // Round by round, now in a work tree, now at a home.
  for (const round of Array.from({ length: ROUNDS }).keys())
    flown += await runRound(round % 2 === 0 ? `project-${round}` : `project-${round}.apart`)
  // Some died after the commit and some before it: both were seen.
  expect(flown).toBeGreaterThan(0)
  expect(flown).toBeLessThan(POINTS.length * ROUNDS)
})

/** Life after life in one project, each killed at the next point. */
async function runRound(name: string): Promise<number> {
  const project = projectRoot(join(torture.folder, name))
  const database = join(torture.folder, `${name}.db`)
  mkdirSync(project)
  let first = 0
  let flown = 0
  for (const [index, point] of POINTS.entries()) {
    const dieAt = { point, nth: 1 + (index % 3) }
    const work: LedgerWork = { database, project, session: `life-${index}`, first, events: EVENTS, dieAt }
    const { signal, output } = await torture.run(work)
    const answered = output.split('\n').filter((line) => /^\d+$/.test(line)).length
    expect([point, signal, output.includes('done')]).toEqual([point, 'SIGKILL', false])
    const store = await openStore({
      database,
      evolve,
      initial: INITIAL_STATE,
      loadYaml: () => yamlDoor,
      homes: BY_NAME,
    })
    try {
      flown += await checkNextLife(store, project, { first, answered, index })
    } finally {
      await store.close()
    }
    first += answered + 1
  }
  return flown
}

interface Life {
  readonly first: number
  readonly answered: number
  readonly index: number
}

/** The next session begins; from then on files, facts and NOTES.md say the same. Gives 1 when the event in flight is there too. */
async function checkNextLife(store: Store, project: ProjectRoot, { first, answered, index }: Life): Promise<number> {
  const gate = makeGate(gateRooms({ project, store, homes: BY_NAME }))
  const stamp = { id: eventId(`next-${index}`), atMs: Date.now(), runtime: 'claude-code', session: sessionId('next') }
  await gate.submit({ ...stamp, kind: 'session.start', source: 'clear', cwd: project }, project)
  const { record } = (await store.read(project)).ledger
  expect(rebuildRecord(BY_NAME(project).ledger).record).toEqual(record)
  const text = trajectoryFiles(BY_NAME(project).ledger).flatMap(linesOf).join('\n')
  const has = (number: number): boolean => text.includes(markOf(number) ?? '')
  const events = Array.from({ length: answered }, (_, offset) => first + offset)
  expect(events.filter((number) => !has(number))).toEqual([])
  const logged = record.n === 0 ? '' : readFileSync(join(BY_NAME(project).notes, 'loa-grimoire/NOTES.md'), 'utf8')
  const known = new Set(decisionsIn(logged).map(({ id }) => id))
  expect(record.decisions.filter(({ id }) => !known.has(id))).toEqual([])
  const flying = first + answered
  return markOf(flying) !== undefined && has(flying) ? 1 : 0
}
