// One writer in a process of its own. `argv[2]` says what to do, as JSON; a line on stdout says that it is done.
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Fact } from '../../src/core/model/fact.ts'
import { callId, eventId, fingerprint, projectRoot, sessionId } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import { openStore } from '../../src/stores/compose.ts'
import { storeProblemOf } from '../../src/stores/store.ts'
import type { Faults } from '../../src/stores/write-point.ts'
import { BY_NAME } from '../support/layouts.ts'
import { headsOf } from './heads-of.ts'

export interface Work {
  readonly database: string
  readonly project: string
  /** Names the worker in its facts. */
  readonly name: string
  readonly events: number
  /** Every so many events one that is shown in the state file; the others only append. */
  readonly shownEvery: number
  /** Dies by SIGKILL when it passes this point for the nth time. */
  readonly dieAt?: { readonly point: string; readonly nth: number }
}

const MAX_TRIES = 5

const work: Work = JSON.parse(process.argv[2] ?? '')
const project = projectRoot(work.project)
const store = await openStore({
  database: work.database,
  evolve,
  initial: INITIAL_STATE,
  loadYaml: () => yamlDoor,
  homes: BY_NAME,
  faults: deathAt(work.dieAt),
  heads: headsOf(work.database),
})
for (let event = 1; event <= work.events; event += 1) {
  const id = `${work.name}-${event}`
  const context = {
    eventId: eventId(id),
    atMs: Date.now(),
    runtime: 'claude-code',
    session: sessionId(work.name),
  }
  await untilTaken(() =>
    store.update(project, context, (state) => ({
      facts: [event % work.shownEvery === 0 ? opened(state.edge.nextNumber) : observed(id)],
      result: null,
    })),
  )
}
await store.close()
process.stdout.write('done\n')

/** Thirty-two writers on two cores may wait longer than a hook would; the same event is then told again, as a second path does. */
async function untilTaken(update: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await update()
      return
    } catch (error) {
      if (storeProblemOf(error)?.kind !== 'busy' || tries === MAX_TRIES) throw error
    }
  }
}

function deathAt(dieAt: Work['dieAt']): Faults {
  let passed = 0
  return (point) => {
    if (point !== dieAt?.point) return
    passed += 1
    if (passed === dieAt.nth) process.kill(process.pid, 'SIGKILL')
  }
}

function observed(id: string): Fact {
  return {
    kind: 'call.observed',
    call: callId(id),
    tool: 'Edit',
    ok: true,
    inputPreview: 'an edit',
    outputPreview: 'done',
    files: ['src/a.ts'],
    wrote: [],
    testRun: false,
  }
}

function opened(number: number): Fact {
  return {
    kind: 'junction.opened',
    junction: {
      id: `junction-${number}`,
      number,
      type: 'irreversible',
      reason: 'git push',
      createdAtMs: 0,
      fingerprint: fingerprint('f'.repeat(64)),
      kindPrint: fingerprint('e'.repeat(64)),
      override: 'any-door',
      session: sessionId(work.name),
    },
  }
}
