import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/index.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { openStore } from '../../src/stores/compose.ts'
import { percentile, round } from './table.mjs'

const SAMPLE = 300
const BATCH = 5_000

/** The time of one durable update when the audit already holds 10, 100 … facts of the same project. */
export async function benchAppend(scratch, mostFacts) {
  const project = join(scratch, 'append-project')
  mkdirSync(project, { recursive: true })
  const store = await openStore({
    database: join(scratch, 'append.db'),
    evolve,
    initial: INITIAL_STATE,
    loadYaml: () => yamlDoor,
    homes: IN_REPO,
  })
  const rows = []
  let facts = 0
  try {
    for (let goal = 10; goal <= mostFacts; goal *= 10) {
      while (facts < goal) facts += await fill(store, project, { from: facts, count: Math.min(BATCH, goal - facts) })
      const times = []
      for (let index = 0; index < SAMPLE; index += 1) {
        const started = performance.now()
        await append(store, project, { id: `sample-${goal}-${index}`, facts: [note(index)] })
        times.push(performance.now() - started)
      }
      facts += SAMPLE
      rows.push({
        facts: goal,
        'p50 ms': round(percentile(times, 0.5)),
        'p95 ms': round(percentile(times, 0.95)),
        'per s': Math.round(1000 / percentile(times, 0.5)),
      })
    }
  } finally {
    await store.close()
  }
  return rows
}

async function fill(store, project, { from, count }) {
  await append(store, project, {
    id: `fill-${from}`,
    facts: Array.from({ length: count }, (_, index) => note(from + index)),
  })
  return count
}

function append(store, project, { id, facts }) {
  const context = { eventId: id, atMs: 1_800_000_000_000, runtime: 'claude-code', session: 'bench' }
  return store.update(project, context, () => ({ facts, result: null }))
}

function note(index) {
  return { kind: 'prompt.received', preview: `an ordinary sentence of a prompt, number ${index}` }
}
