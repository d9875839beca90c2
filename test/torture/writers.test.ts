import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { projectRoot } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { openStore } from '../../src/stores/compose.ts'
import { headsOf } from './heads-of.ts'
import { prepareTorture, type Torture } from './run-worker.ts'

const WRITERS = 32
/** `npm run torture` asks for more. */
const EVENTS = Number(process.env['FAIRLEAD_WRITER_EVENTS'] ?? (process.env['CI'] === 'true' ? 500 : 150))

let torture: Torture

beforeAll(async () => {
  torture = await prepareTorture()
})
afterAll(() => torture.end())

it(`[PLANE-L12a] ${WRITERS} processes with ${EVENTS} events each lose no fact and fork no chain`, {
  timeout: Math.max(180_000, EVENTS * 1_000),
}, async () => {
  const project = projectRoot(join(torture.folder, 'project'))
  const database = join(torture.folder, 'hooks.db')
  mkdirSync(project)
  const writers = Array.from({ length: WRITERS }, (_, index) => `writer-${index}`)
  const endings = await Promise.all(
    writers.map((name) => torture.run({ database, project, name, events: EVENTS, shownEvery: 1_000 })),
  )
  expect(endings).toEqual(writers.map(() => ({ signal: null, output: 'done\n' })))

  const parts = { evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes: IN_REPO }
  const store = await openStore({ ...parts, database, heads: headsOf(database) })
  const facts = await store.facts(project, {})
  expect(facts).toHaveLength(WRITERS * EVENTS)
  expect(await store.verify(project)).toMatchObject({ ok: true, facts: WRITERS * EVENTS, head: facts.at(-1)?.hash })
  for (const name of writers) {
    const own = facts.filter((row) => row.session === name).map((row) => row.eventId)
    expect(own).toEqual(Array.from({ length: EVENTS }, (_, index) => `${name}-${index + 1}`))
  }
  const snapshot = await store.read(project)
  expect(snapshot).toEqual(facts.reduce(evolve, INITIAL_STATE))
  expect(await store.rebuild(project)).toEqual(snapshot)
  await store.close()
})
