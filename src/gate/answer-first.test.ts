import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benchOnDisk, temporaryFolder } from '../../test/contracts/samples.ts'
import { gateRooms } from '../../test/support/gate-rooms.ts'
import * as yamlDoor from '../config/yaml-door.ts'
import { evolve } from '../core/evolve.ts'
import { IN_REPO } from '../core/model/homes.ts'
import { eventId, type ProjectRoot, projectRoot, sessionId } from '../core/model/ids.ts'
import { INITIAL_STATE, STATE_FILE } from '../core/model/state.ts'
import { openStore } from '../stores/compose.ts'
import type { Store } from '../stores/store.ts'
import type { Gate, HookCall } from './gate.ts'
import { makeGate } from './pipeline.ts'

const START_MS = 1_800_000_000_000

function hookCall(project: ProjectRoot, index: number, fields: object): HookCall {
  const base = { session_id: 's1', transcript_path: '/t', cwd: project }
  const stamp = { id: eventId(`event-${index}`), atMs: START_MS + index * 1_000 }
  return { runtime: 'claude-code', bytes: JSON.stringify({ ...base, ...fields }), stamp, startDir: project }
}

const STARTS = { hook_event_name: 'SessionStart', source: 'startup' }
const STOPS = { hook_event_name: 'Stop', stop_hook_active: false }
const pushes = (branch: number) => runs(`git push origin b${branch}`)
const runs = (command: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  tool_use_id: `toolu_${command}`,
})

/** What the file says of holds. */
const numbersIn = (text: string) => [...text.matchAll(/^ +number: (\d+)$/gm)].map(([, number]) => Number(number))

describe('a gate that answers first', () => {
  async function bench() {
    const order: string[] = []
    const disk = await benchOnDisk({
      faults: (point) => {
        if (point === 'facts.committed' || point === 'file.recorded') order.push(point)
      },
    })
    const gate = makeGate({ ...gateRooms(disk), answersFirst: true })
    const shown = () => numbersIn(readFileSync(disk.file, 'utf8'))
    await gate.handle(hookCall(disk.project, 0, STARTS))
    await gate.settled()
    order.length = 0
    const push = async (index: number) => {
      expect((await gate.handle(hookCall(disk.project, index, pushes(index)))).stdout).toContain('"deny"')
      order.push(`answer ${index}`)
    }
    return { ...disk, gate, order, shown, push }
  }

  it('[EDGE-15] shows a hold in the state file after its answer and before the next one', async () => {
    const { order, shown, push, gate } = await bench()
    await push(1)
    expect(order).toEqual(['facts.committed', 'answer 1'])
    expect(shown()).toEqual([])
    await push(2)
    expect(shown()).toEqual([1])
    await gate.settled()
    expect(order).toEqual([
      ...['facts.committed', 'answer 1', 'file.recorded'],
      ...['facts.committed', 'answer 2', 'file.recorded'],
    ])
    expect(shown()).toEqual([1, 2])
  })

  it('[EDGE-15] writes the file once for all that came together', async () => {
    const { order, shown, push, gate, project } = await bench()
    await Promise.all([1, 2, 3, 4, 5].map(push))
    expect(shown()).toEqual([1, 2, 3, 4, 5])
    expect(order).toEqual([
      ...Array.from({ length: 5 }, () => 'facts.committed'),
      ...['answer 1', 'file.recorded', 'answer 2', 'answer 3', 'answer 4', 'answer 5'],
    ])
    await gate.handle(hookCall(project, 6, runs('ls')))
    expect(shown()).toEqual([1, 2, 3, 4, 5])
  })

  it('[EDGE-105] keeps a person waiting until the file shows what they decided', async () => {
    const { order, shown, push, gate, project } = await bench()
    await push(1)
    await gate.submit(
      {
        ...{ kind: 'edge', verb: 'skip', hold: 1, proof: { kind: 'human', door: 'cli' } },
        ...{ id: eventId('skip'), atMs: START_MS + 2_000, runtime: 'fairlead', session: sessionId('p'), cwd: project },
      },
      project,
    )
    expect(shown()).toEqual([])
    expect(order.at(-1)).toBe('file.recorded')
  })

  it('[EDGE-101] that dies before it shows what it answered leaves that to the next, also for the same event', async () => {
    const one = await bench()
    await one.push(1)
    await one.store.close()
    await one.gate.settled()
    expect(one.shown()).toEqual([])
    const gate = makeGate({ ...gateRooms({ project: one.project, store: await one.again() }), answersFirst: true })
    await gate.handle(hookCall(one.project, 1, pushes(1)))
    expect(one.shown()).toEqual([1])
  })
})

type Outside = 'nothing' | 'objective' | 'comment' | 'mode' | 'removed' | 'old copy' | 'broken'
interface Step {
  /** What somebody does to the file, right after the answer before. */
  readonly outside: Outside
  readonly event: 'push' | 'ls' | 'stop'
  readonly before: 'settle' | 'kill' | 'nothing'
}

/** It no longer says what it was shown. */
const SPOILT: readonly Outside[] = ['removed', 'old copy', 'broken']

/** Memory where there is some: the disk's own speed proves nothing here. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

const anyStep: fc.Arbitrary<Step> = fc
  .record({
    outside: fc.constantFrom<Outside>(
      ...(['nothing', 'nothing', 'objective', 'comment', 'mode', 'removed', 'old copy', 'broken'] as const),
    ),
    event: fc.constantFrom<Step['event']>('push', 'push', 'ls', 'stop'),
    before: fc.constantFrom<Step['before']>('settle', 'kill', 'nothing', 'nothing'),
  })
  // Only an event that must show in the file mends it.
  .map((step) => (SPOILT.includes(step.outside) ? { ...step, event: 'push' } : step))

it('[EDGE-15, EDGE-104] whatever happens between answer and file, the file becomes what it becomes when it is written first', {
  timeout: 120_000,
}, async () => {
  const folder = temporaryFolder(SCRATCH)
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 8 }), async (steps) => {
      const late = await live(folder, steps, true)
      expect(late).toBe(await live(folder, steps, false))
    }),
    { numRuns: 30 },
  )
})

/** One life of a project, always in the same place; what its file says in the end. */
async function live(folder: string, steps: readonly Step[], answersFirst: boolean): Promise<string> {
  const project = projectRoot(join(folder, 'project'))
  rmSync(folder, { recursive: true })
  mkdirSync(project, { recursive: true })
  const file = join(project, STATE_FILE)
  let [store, gate] = await boot(folder, project, answersFirst)
  let minted = 0
  const handle = (fields: object) => gate.handle(hookCall(project, minted++, fields))
  await handle(STARTS)
  await gate.settled()
  const first = readFileSync(file, 'utf8')
  let answered = await dueIn(store, project)
  let isSpoilt = false
  for (const [index, { outside, event, before }] of steps.entries()) {
    // An old copy of a file that was not written yet cannot be told from an edit, and what is not there is not edited.
    if (before === 'settle' || outside === 'old copy' || isSpoilt) await gate.settled()
    isSpoilt = SPOILT.includes(outside)
    disturb(file, { outside, index, first })
    if (before === 'kill') {
      await store.close()
      await gate.settled()
      ;[store, gate] = await boot(folder, project, answersFirst)
    }
    await handle({ push: pushes(index), ls: runs('ls'), stop: STOPS }[event])
    if (!isSpoilt) expect(lastFactIn(file)).toBeGreaterThanOrEqual(answered)
    answered = await dueIn(store, project)
  }
  await handle(STOPS)
  await gate.settled()
  expect(await store.verify(project)).toMatchObject({ ok: true })
  await store.close()
  // An edit may be found by the event that it followed or by the next one: there can be one fact more or less.
  return readFileSync(file, 'utf8').replace(/^last_fact: \d+$/m, '')
}

async function boot(folder: string, project: ProjectRoot, answersFirst: boolean): Promise<[Store, Gate]> {
  const database = join(folder, 'state', 'hooks.db')
  const store = await openStore({ database, evolve, initial: INITIAL_STATE, loadYaml: () => yamlDoor, homes: IN_REPO })
  return [store, makeGate({ ...gateRooms({ project, store, folder }), answersFirst })]
}

/** The newest fact that the file must show by the next answer. */
async function dueIn(store: Store, project: ProjectRoot): Promise<number> {
  const facts = await store.facts(project, {})
  return facts.findLast(({ fact }) => /^(?:junction|session)\./.test(fact.kind))?.seq ?? 0
}

function lastFactIn(file: string): number {
  return Number(/^last_fact: (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1])
}

function disturb(file: string, how: { readonly outside: Outside; readonly index: number; readonly first: string }) {
  const { outside, index, first } = how
  const text = existsSync(file) ? readFileSync(file, 'utf8') : first
  switch (outside) {
    case 'nothing':
      return
    case 'objective':
      return writeFileSync(file, text.replace(/^objective: .*$/m, `objective: "goal ${index}"`))
    case 'comment':
      return writeFileSync(file, `${text}# note ${index}\n`)
    case 'mode':
      return writeFileSync(file, text.replace(/^mode: .*$/m, 'mode: done'))
    case 'removed':
      return rmSync(file, { force: true })
    case 'old copy':
      return writeFileSync(file, first)
    case 'broken':
      return writeFileSync(file, 'mode: [')
  }
}
