import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as yamlDoor from '../../src/config/yaml-door.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { StoredFact } from '../../src/core/model/fact.ts'
import { IN_REPO } from '../../src/core/model/homes.ts'
import { eventId, sessionId } from '../../src/core/model/ids.ts'
import { INITIAL_STATE } from '../../src/core/model/state.ts'
import type { Gate } from '../../src/gate/gate.ts'
import { readProcess } from '../../src/person/processes.ts'
import { digestsOf, fieldsOf } from '../../src/stores/codec.ts'
import { exportLines, verifyExport } from '../../src/stores/export.ts'
import { see } from '../../src/stores/yaml/sight.ts'
import { readingOf } from '../../src/stores/yaml/state-file.ts'
import { type Dice, diceOf } from './dice.ts'
import { type Machine, startMachine } from './machine.ts'
import { Oracle } from './oracle.ts'

/** Memory where there is some: the disk's own speed proves nothing here. */
const SCRATCH = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
const STEPS = 40
const MINUTE_MS = 60_000

const ROUTINE = ['ls -la', 'git status', 'npm test', 'cat README.md', 'grep -rn todo src', 'git add -A']
const RISKY = ['git push', 'git push origin main', 'npm publish', 'terraform apply -auto-approve']
const GRAVE = ['rm -rf /', 'rm -rf ~', 'mkfs.ext4 /dev/sda1']
const TIERS = { routine: ROUTINE, risky: RISKY, grave: GRAVE } as const

interface Actor {
  readonly runtime: string
  readonly session: string
  /** It has no terminal: what it is held for outlives it. */
  readonly isAlone: boolean
}

interface Run {
  readonly dice: Dice
  readonly machine: Machine
  readonly oracle: Oracle
  readonly actors: readonly Actor[]
  nowMs: number
  minted: number
  seen: number
}

/** One whole life of a project, decided by the seed alone: its record. Throws what went wrong, with the seed. */
export async function simulate(seed: number): Promise<readonly StoredFact[]> {
  const folder = mkdtempSync(join(SCRATCH, 'fairlead-simulation-'))
  const dice = diceOf(seed)
  const machine = await startMachine(folder, dice)
  const actors = Array.from({ length: 1 + dice.roll(3) }, (_, index) => ({
    runtime: dice.pick(['claude-code', 'codex']),
    session: `session-${index}`,
    isAlone: dice.oneIn(2),
  }))
  const run: Run = { dice, machine, oracle: new Oracle(), actors, nowMs: 1_800_000_000_000, minted: 0, seen: 0 }
  try {
    for (const actor of actors) {
      await hook(run, actor, { hook_event_name: 'SessionStart', source: 'startup' })
      if (actor.isAlone) await register(run, actor)
    }
    for (let step = 0; step < STEPS; step += 1) await takeStep(run)
    await checkFile(run)
    return await checkRecord(run)
  } catch (error) {
    throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  } finally {
    await machine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The kernel shows a client without a terminal, which lives as long as this process. */
async function register(run: Run, { runtime, session }: Actor): Promise<void> {
  const { machine } = run
  const started = readProcess(process.pid)?.started ?? 0
  const client = { pid: process.pid, started, tty: false }
  const who = { runtime, session: sessionId(session), cwd: String(machine.project) }
  const event = { ...stampOf(run), ...who, kind: 'prompt' as const, text: 'go', client }
  await machine.attempt((gate) => gate.submit(event, machine.project))
  await newFacts(run)
}

async function takeStep(run: Run): Promise<void> {
  const { dice } = run
  run.nowMs += dice.oneIn(25) ? dice.pick([-60, 45, 180, 600]) * MINUTE_MS : dice.roll(MINUTE_MS)
  const actor = dice.pick(run.actors)
  const kind = dice.roll(20)
  if (kind < 12) return callTool(run, actor)
  if (kind < 17) return decideAsPerson(run)
  if (kind === 17) return stop(run, actor)
  if (kind === 18) return garble(run, actor)
  return endAndStart(run, actor)
}

async function callTool(run: Run, actor: Actor): Promise<void> {
  const tier = run.dice.pick(['routine', 'routine', 'risky', 'risky', 'risky', 'grave'] as const)
  const command = run.dice.pick(TIERS[tier])
  const id = `toolu_${run.minted}`
  const call = { tool_name: 'Bash', tool_input: { command }, tool_use_id: id }
  const { text, troubled, facts } = await hook(run, actor, { hook_event_name: 'PreToolUse', ...call })
  const passed = !/"permissionDecision":"(?:deny|ask)"/.test(text)
  const who = { session: actor.session, command, atMs: run.nowMs }
  if (tier === 'grave') expectThat(!passed, `\`${command}\` passed`)
  if (tier === 'routine') expectThat(passed, `\`${command}\` was stopped: ${text}`)
  if (tier === 'risky') {
    const problem = run.oracle.risky({ ...who, passed, troubled, facts })
    expectThat(problem === undefined, `${problem}: ${text}`)
  }
  if (!passed) return
  await hook(run, actor, { hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: 'done', stderr: '' } })
}

async function decideAsPerson(run: Run): Promise<void> {
  const { dice, machine } = run
  const { edge } = await machine.store().read(machine.project)
  const holds = [...edge.holds, ...edge.kept]
  if (holds.length === 0) return
  const hold = dice.pick(holds).number
  const verb = dice.pick(['approve', 'approve', 'approve', 'skip', 'dismiss'] as const)
  const event = {
    ...stampOf(run),
    kind: 'edge' as const,
    verb,
    hold,
    proof: { kind: 'human' as const, door: 'cli' as const },
    runtime: 'fairlead',
    session: sessionId('person'),
    cwd: String(machine.project),
    ...(verb === 'dismiss' && { minutes: 30 }),
  }
  await machine.attempt((gate) => gate.submit(event, machine.project))
  await newFacts(run)
}

async function stop(run: Run, actor: Actor): Promise<void> {
  const { text } = await hook(run, actor, { hook_event_name: 'Stop', stop_hook_active: run.dice.oneIn(2) })
  expectThat(!/"(?:block|deny)"|"continue":false/.test(text), `a stop was refused: ${text}`)
}

/** Bytes that no runtime would send: they get an answer, and what could be read of a catastrophe is refused. */
async function garble(run: Run, actor: Actor): Promise<void> {
  const payload = JSON.stringify(payloadOf(run, actor, { hook_event_name: 'PreToolUse', tool_name: 'Bash' }))
  const cut = payload.slice(0, run.dice.roll(payload.length))
  await submit(run, actor, cut)
}

async function endAndStart(run: Run, actor: Actor): Promise<void> {
  if (run.dice.oneIn(2)) await hook(run, actor, { hook_event_name: 'SessionEnd', reason: 'other' })
  await hook(run, actor, { hook_event_name: 'SessionStart', source: run.dice.pick(['startup', 'resume', 'clear']) })
}

/** Whatever happened to it before: what the next event leaves there is what the facts say. */
async function checkFile(run: Run): Promise<void> {
  const { machine, actors } = run
  const [actor] = actors
  if (actor) {
    const bytes = JSON.stringify(payloadOf(run, actor, { hook_event_name: 'Stop', stop_hook_active: false }))
    const call = { runtime: actor.runtime, bytes, startDir: String(machine.project), stamp: stampOf(run) }
    await machine.gate().handle(call)
    await machine.gate().settled()
  }
  const sight = see(IN_REPO(machine.project).own)
  const reading = sight.kind === 'file' ? readingOf(sight, () => yamlDoor) : undefined
  const [last] = await machine.store().facts(machine.project, { newest: 1 })
  const expected = digestsOf(fieldsOf(await machine.store().read(machine.project), last?.seq ?? 0))
  const found = reading?.ok ? digestsOf(reading.file.fields) : {}
  expectThat(JSON.stringify(found) === JSON.stringify(expected), 'the state file is not what the facts say')
}

/** Whatever happened: one chain, one state, and an export that proves both. */
async function checkRecord({ machine }: Run): Promise<readonly StoredFact[]> {
  const store = machine.store()
  const verified = await store.verify(machine.project)
  expectThat(verified.ok, `the chain is broken: ${JSON.stringify(verified)}`)
  const facts = await store.facts(machine.project, {})
  const folded = JSON.stringify(facts.reduce(evolve, INITIAL_STATE))
  expectThat(JSON.stringify(await store.read(machine.project)) === folded, 'the state is not the fold of the facts')
  expectThat(JSON.stringify(await store.rebuild(machine.project)) === folded, 'a rebuild gives another state')
  const lines: string[] = []
  for await (const line of exportLines(store, machine.project)) lines.push(line)
  expectThat(verifyExport(lines).ok, 'the export does not verify')
  return facts
}

interface Heard {
  readonly text: string
  readonly troubled: boolean
  readonly facts: readonly StoredFact[]
}

async function hook(run: Run, actor: Actor, fields: object): Promise<Heard> {
  return submit(run, actor, JSON.stringify(payloadOf(run, actor, fields)))
}

async function submit(run: Run, actor: Actor, bytes: string): Promise<Heard> {
  const { machine } = run
  const call = { runtime: actor.runtime, bytes, startDir: String(machine.project), stamp: stampOf(run) }
  const { result, troubled } = await machine.attempt((gate: Gate) => gate.handle(call))
  if (result.stdout !== '') JSON.parse(result.stdout)
  return { text: result.stdout, troubled, facts: await newFacts(run) }
}

function payloadOf(run: Run, actor: Actor, fields: object): object {
  const cwd = String(run.machine.project)
  const base = { session_id: actor.session, transcript_path: '/t', cwd, permission_mode: 'default' }
  return actor.runtime === 'codex' ? { ...base, turn_id: 't', model: 'm', ...fields } : { ...base, ...fields }
}

function stampOf(run: Run) {
  run.minted += 1
  return { id: eventId(`event-${run.minted}`), atMs: run.nowMs }
}

async function newFacts(run: Run): Promise<readonly StoredFact[]> {
  const rows = await run.machine.store().facts(run.machine.project, { after: run.seen })
  run.seen = rows.at(-1)?.seq ?? run.seen
  for (const row of rows) run.oracle.heard(row)
  return rows
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise)
}
