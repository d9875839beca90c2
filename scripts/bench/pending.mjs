import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { wireGate } from '../../src/wiring/wire-gate.ts'
import { govern } from '../../test/support/govern.ts'
import { percentile, round } from './table.mjs'

const PENDING = [0, 50, 100, 500]
const SAMPLE = 60
const WARM_UP = 20

/** One more hold, where so many wait already: until the agent hears, and until the state file shows it. */
export async function benchPending(scratch) {
  const worlds = []
  for (const pending of PENDING) worlds.push(await makeProject(scratch, pending))
  const floor = []
  // In turn, so that whatever else the machine does meets all of them alike.
  for (let index = 0; index < WARM_UP + SAMPLE; index += 1) {
    const flushed = flushOnce(scratch)
    if (index >= WARM_UP) floor.push(flushed)
    for (const one of worlds) {
      const startedMs = performance.now()
      await ask(one, `sample-${index}`)
      const heardMs = performance.now() - startedMs
      await one.gate.settled()
      const shownMs = performance.now() - startedMs
      await letGo(one)
      if (index < WARM_UP) continue
      one.heard.push(heardMs)
      one.shown.push(shownMs)
    }
  }
  for (const one of worlds) await one.gate.close()
  const [none] = worlds
  return worlds.map(({ pending, heard, shown }) => ({
    'holds that wait': pending,
    'heard p50 ms': round(percentile(heard, 0.5)),
    'heard p95 ms': round(percentile(heard, 0.95)),
    'to none': round(percentile(heard, 0.5) / percentile(none.heard, 0.5)),
    'to one fsync': round(percentile(heard, 0.5) / percentile(floor, 0.5)),
    'shown p50 ms': round(percentile(shown, 0.5)),
  }))
}

async function makeProject(scratch, pending) {
  const home = join(scratch, `pending-${pending}`)
  const project = join(home, 'project')
  mkdirSync(project, { recursive: true })
  execFileSync('git', ['init', '-q', project])
  const env = { HOME: home, PATH: process.env.PATH }
  govern(pathsOf(env), project)
  return holdMany({ env, project }, pending)
}

/** A gate on a governed project in which so many holds wait. */
export async function holdMany({ env, project }, pending) {
  const { gate, store } = wireGate({ paths: pathsOf(env), env, loadYaml: () => yamlDoor, answersFirst: true })
  const one = { pending, project, gate, store: await store(), heard: [], shown: [] }
  await ask(one, 'first')
  const { edge } = await one.store.read(project)
  const like = edge.holds[0]
  await tell(
    one,
    Array.from({ length: pending }, (_, index) => opened(like, index + 2)),
  )
  await tell(one, [{ kind: 'junction.lapsed', number: like.number, why: 'one of many' }])
  return one
}

function opened(like, number) {
  const name = String(number).padStart(12, '0')
  const unlike = { id: like.id.slice(0, -12) + name, fingerprint: like.fingerprint.slice(0, -12) + name, number }
  return { kind: 'junction.opened', junction: { ...like, ...unlike } }
}

/** What was held is let go, so that the next sample meets as many as this one. */
export async function letGo(one) {
  const { edge } = await one.store.read(one.project)
  await tell(one, [{ kind: 'junction.lapsed', number: edge.nextNumber - 1, why: 'the next sample' }])
}

function tell({ store, project }, facts) {
  calls += 1
  const context = { eventId: `told-${calls}`, atMs: Date.now(), runtime: 'claude-code', session: 'bench' }
  return store.update(project, context, () => ({ facts, result: null }))
}

let calls = 0

async function ask({ gate, project }, name) {
  calls += 1
  const { stdout } = await gate.handle({
    runtime: 'claude-code',
    bytes: JSON.stringify({
      hook_event_name: 'PreToolUse',
      session_id: 'bench',
      transcript_path: '',
      cwd: project,
      tool_use_id: `call-${calls}`,
      tool_name: 'Bash',
      tool_input: { command: `kubectl delete namespace ${name}` },
    }),
    stamp: { id: `event-${calls}`, atMs: Date.now() },
    startDir: project,
  })
  if (!stdout.includes('"deny"')) throw new Error(`not held: ${stdout}`)
}

/** What the disk takes for a few bytes. */
function flushOnce(scratch) {
  const file = openSync(join(scratch, 'flushed'), 'w')
  try {
    const startedMs = performance.now()
    writeSync(file, 'x')
    fsyncSync(file)
    return performance.now() - startedMs
  } finally {
    closeSync(file)
  }
}
