import type { AnchorFiles } from '../anchor/anchor-files.ts'
import { lookAtAnchor } from '../anchor/look.ts'
import { decide, demandPassphrase, evolve, settleClients } from '../core/index.ts'
import type { Decision } from '../core/model/decision.ts'
import type { Effect } from '../core/model/effect.ts'
import { type Event, type ParsedEvent, seeing } from '../core/model/event.ts'
import type { Fact } from '../core/model/fact.ts'
import { type EventId, eventId, type ProjectRoot } from '../core/model/ids.ts'
import { own } from '../core/model/own.ts'
import type { Policy } from '../core/model/policy.ts'
import type { State } from '../core/model/state.ts'
import type { PersonHere } from '../core/model/surroundings.ts'
import { isLedgerEffect, type Ledger } from '../ledger/ledger.ts'
import { type Arrival, type DoorParts, throughDoor } from '../person/arrival.ts'
import { type Keyring, rejectForged, signGrants } from '../person/grants.ts'
import { type SealSigner, sealId } from '../person/passphrase.ts'
import { goneSessions } from '../person/processes.ts'
import type { Parsed, Runtime } from '../runtimes/runtime.ts'
import type { Step, Store } from '../stores/store.ts'
import { perform } from './effects.ts'
import { contextOf } from './fact-context.ts'
import type { Caller, Gate, HookAnswer, HookCall } from './gate.ts'
import { gather, type Habitat } from './gather.ts'
import { gatherBackups, syncBackup } from './gather-backups.ts'
import { redactNames, redactStep } from './redact-step.ts'
import { awaitDecision, patienceMs } from './wait.ts'
import { answerDegraded, answerMalformed } from './without-state.ts'

export interface GateParts extends Habitat, DoorParts, Keyring {
  readonly runtimeOf: (name: string) => Runtime | undefined
  /** Opened at first need: an ungoverned folder never touches the database. */
  readonly store: () => Promise<Store>
  /** The project of this folder when the person governs it. */
  readonly governedRoot: (startDir: string) => ProjectRoot | undefined
  /** True when any project at all is governed. */
  readonly governsAny: () => boolean
  /** Under which this project is judged. Never throws. */
  readonly policy: (project: ProjectRoot) => Policy
  readonly gapsFile: string
  /** Where copies of files are kept. */
  readonly backupFolder: string
  readonly anchorFiles: AnchorFiles
  readonly ledger: Ledger
  /** The process lives on after the answer: nobody waits for what is done after the commit (LEDGER-77). */
  readonly outlivesCall?: boolean
}

const SILENCE: HookAnswer = { stdout: '' }

// A type, not an interface: what is stored must be JSON, and only a type is known to have no other members.
type Answer = {
  readonly decision: Decision
  readonly effects: readonly Effect[]
}

/** Effects of earlier events that are still being performed, one after the other. */
interface Running extends GateParts {
  readonly after: { last: Promise<unknown> }
  /** Decided and durable, of calls that are still being answered. */
  readonly committed: Map<EventId, Decision>
}

export function makeGate(given: GateParts): Gate {
  const parts: Running = { ...given, after: { last: Promise.resolve() }, committed: new Map() }
  return {
    handle: (call, arrival, caller) => handle(parts, call, { ...(arrival && { arrival }), ...(caller && { caller }) }),
    handleAlone: (call, problem) => handleAlone(parts, call, problem),
    submit: async (parsed, project, signer) =>
      (await decideAndCommit(parts, parsed, { project, ...(signer && { signer }) })).decision,
    close: async () => {
      await parts.after.last
      // A store that could not be opened needs no closing.
      await (await parts.store().catch(() => undefined))?.close()
    },
  }
}

interface Came {
  readonly arrival?: Arrival
  readonly caller?: Caller
}

/** One hook call, end to end. Whatever goes wrong, the rules that need no state are still applied. */
async function handle(parts: Running, call: HookCall, { arrival, caller }: Came): Promise<HookAnswer> {
  const runtime = parts.runtimeOf(call.runtime)
  if (!runtime || !parts.governsAny()) return SILENCE
  const parsed = readCall(runtime, call)
  const project = await projectOf(parts, call, parsed)
  if (!project) return SILENCE
  try {
    if (!parsed.ok) return await answerMalformed(parts, { runtime, call, project, parsed })
    const where: Where = { project, runtime, ...(arrival && { arrival }), ...(caller && { caller }) }
    const { decision } = await decideAndCommit(parts, parsed.event, where)
    const settled = caller
      ? await afterWaiting(parts, { call, caller, event: parsed.event, where, decision })
      : decision
    return { stdout: runtime.render(settled, parsed.event).stdout }
  } catch (error) {
    if (error === GIVEN_UP) throw error
    return answerDegraded(parts, { runtime, call, project, parsed, problem: messageOf(error) })
  } finally {
    parts.committed.delete(call.stamp.id)
  }
}

async function handleAlone(parts: Running, call: HookCall, problem: string): Promise<HookAnswer> {
  const runtime = parts.runtimeOf(call.runtime)
  if (!runtime || !parts.governsAny()) return SILENCE
  const parsed = readCall(runtime, call)
  const project = rootOf(parts, call, parsed)
  // What it may spend is spent: this is the answer, though the state file does not show it yet.
  const decided = parsed.ok ? parts.committed.get(call.stamp.id) : undefined
  if (decided) return { stdout: runtime.render(decided, parsed.event).stdout }
  const alone: Running = { ...parts, asksGit: false }
  return project ? answerDegraded(alone, { runtime, call, project, parsed, problem }) : SILENCE
}

function readCall(runtime: Runtime, call: HookCall): Parsed {
  try {
    return redactNames(runtime.parse(call.bytes, call.stamp))
  } catch {
    return { ok: false, problem: { kind: 'not-json' } }
  }
}

/** A session keeps the project it was first seen in: changing folders does not leave the gate. */
async function projectOf(parts: GateParts, call: HookCall, parsed: Parsed): Promise<ProjectRoot | undefined> {
  const { event } = parsed
  const root = rootOf(parts, call, parsed)
  if (!event) return root
  try {
    const store = await parts.store()
    const known = await store.knownHome(event.runtime, event.session)
    if (known || !root) return known
    return await store.homeOf({ runtime: event.runtime, session: event.session, project: root })
  } catch {
    return root
  }
}

/** Where the session began decides; a session that began elsewhere and works here is governed all the same. */
function rootOf(parts: GateParts, call: HookCall, { event }: Parsed): ProjectRoot | undefined {
  return parts.governedRoot(call.startDir) ?? (event && parts.governedRoot(event.cwd))
}

interface Waiting {
  readonly call: HookCall
  readonly caller: Caller
  readonly event: ParsedEvent
  readonly where: Where
  readonly decision: Decision
}

/**
 * With `edge.hold_seconds` a held call waits for the person, and is judged anew once they have decided: what was approved
 * passes as this very call. Never longer than the runtime waits for its hook, since a hook cut off lets the call pass.
 */
async function afterWaiting(parts: Running, { call, caller, event, where, decision }: Waiting): Promise<Decision> {
  const { project } = where
  const waitMs = patienceMs(parts.policy(project).edge.holdSeconds, call.waitSeconds)
  if (decision.kind !== 'hold' || waitMs <= 0) return decision
  caller.keepWaiting()
  const started = performance.now()
  const hold = { project, number: decision.number, atMs: event.atMs }
  const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const isSettled = await awaitDecision(await parts.store(), hold, { waitMs, pause, isThere: caller.isThere })
  if (!isSettled) return decision
  const atMs = event.atMs + Math.round(performance.now() - started)
  return (await decideAndCommit(parts, { ...event, id: eventId(`${event.id}-decided`), atMs }, where)).decision
}

interface Where {
  readonly project: ProjectRoot
  readonly runtime?: Runtime
  readonly arrival?: Arrival
  readonly caller?: Caller
  /** Unlocked by a passphrase; signs instead of the key file. */
  readonly signer?: SealSigner
}

/** A hook that has waited too long decides by itself, under the same id: what it may spend, nobody else must spend for it. */
const GIVEN_UP = new Error('the caller decides by itself')

async function decideAndCommit(parts: Running, parsed: ParsedEvent, where: Where): Promise<Answer> {
  const { project, runtime, signer } = where
  const policy = parts.policy(project)
  const store = await parts.store()
  const entered = await enter(parts, parsed, { ...where, store })
  const looked = await lookAtAnchor(entered, { files: parts.anchorFiles, store: parts.store, policy })
  const backed = await gatherBackups(looked, { store, policy, folder: parts.backupFolder })
  const ledger = await parts.ledger.gather(parsed, project, { store, policy: policy.ledger })
  const event = ledger !== undefined && 'ledger' in backed.around ? seeing(backed, { ledger }) : backed
  const update = await store.update(project, contextOf(event), (state) => {
    if (event.kind === 'tool.before' && where.caller?.hasGivenUp()) throw GIVEN_UP
    const stepped = step(parts, { state, event, came: parsed, project, runtime, signer, policy })
    // Whoever asks the daemon decides by themselves when they have no time left, and finds what was committed.
    if (event.kind !== 'tool.before' || where.caller) return stepped
    return { ...stepped, onCommitted: () => parts.committed.set(event.id, stepped.result.decision) }
  })
  const answer: Answer = update.result
  if (update.replayed) return answer
  if (answer.effects.some(({ kind }) => kind === 'backup.sync')) await recordSync(parts, event, policy)
  const instead = perform(answer.effects, project, parts.anchorFiles)
  await performAfter(parts, { effects: answer.effects, event, project, store })
  return instead === undefined ? answer : { ...answer, decision: instead }
}

/** Events that come once in a while: only then is it worth looking which clients still live. */
const LOOKED_AROUND: readonly ParsedEvent['kind'][] = [
  'session.start',
  'prompt',
  'command',
  'edge',
  'tool.refused',
  'anchor.settle',
]

/** With everything from outside: the folder's surroundings, and the clients that the kernel shows. */
async function enter(
  parts: GateParts,
  parsed: ParsedEvent,
  where: { readonly project: ProjectRoot; readonly store: Store; readonly arrival?: Arrival },
): Promise<Event> {
  const { project, store, arrival } = where
  if (!LOOKED_AROUND.includes(parsed.kind)) return gather(parsed, project, parts)
  const state = await store.read(project)
  const seal = parts.seal?.()
  const closed = arrival?.way === 'program' ? arrival.closed : undefined
  const clients = {
    gone: goneSessions(state),
    passphraseKey: seal ? sealId(seal) : null,
    doorClosed: closed ? `${closed.why}; ${closed.next}` : null,
  }
  return gather(arrival ? throughDoor(parts, parsed, { arrival, state }) : parsed, project, { ...parts, clients })
}

/** The copy of a boundary has an event of its own: the boundary is committed, whatever becomes of the copy. */
async function recordSync(parts: Running, event: Event, policy: Policy): Promise<void> {
  const { id, atMs, runtime, session, cwd, around } = event
  const act = await syncBackup({ event, policy, folder: parts.backupFolder })
  const said: ParsedEvent = { kind: 'backup', act, id: eventId(`${id}:sync`), atMs, runtime, session, cwd }
  await decideAndCommit(parts, said, { project: around.project })
}

interface Following {
  readonly effects: readonly Effect[]
  readonly event: Event
  readonly project: ProjectRoot
  readonly store: Store
}

/** In order, one event after the other. A hook in its own process waits; a daemon answers first. */
async function performAfter(parts: Running, { effects, event, project, store }: Following): Promise<void> {
  const ledger = effects.filter(isLedgerEffect)
  if (ledger.length === 0) return
  // Told from inside the queue, so it must not wait for its own turn in it.
  const inside: Running = { ...parts, outlivesCall: false, after: { last: Promise.resolve() } }
  const tell = (parsed: ParsedEvent) => decideAndCommit(inside, parsed, { project })
  const work = async () => {
    for (const effect of ledger)
      for (const heard of await parts.ledger.perform(effect, { store, event, project }))
        await tell(heard).catch(() => undefined)
  }
  // In a later turn: the answer is on its way before anything long begins.
  const later = () => new Promise<void>((begin) => (parts.outlivesCall ? setImmediate(begin) : begin()))
  const done = parts.after.last
    .then(later)
    .then(work)
    .catch(() => undefined)
  parts.after.last = done
  if (!parts.outlivesCall) await done
}

interface StepInput {
  readonly state: State
  readonly event: Event
  /** The event as the runtime sent it: that is the doorway the answer goes back through. */
  readonly came: ParsedEvent
  readonly project: ProjectRoot
  readonly runtime: Runtime | undefined
  readonly signer: SealSigner | undefined
  readonly policy: Policy
}

/** Pure given the key, so that a store may run it again. */
function step(parts: GateParts, input: StepInput): Step<Answer> {
  const { state, event, came, project, runtime, signer, policy } = input
  const context = contextOf(event)
  const fold = (known: State, fact: Fact) => evolve(known, { ...context, fact })
  const forged = rejectForged(state, project, parts)
  const trusted = forged.reduce(fold, state)
  const settled = settleClients(trusted, event)
  const known = settled.reduce(fold, trusted)
  const decided = decide(known, settledEvent(known, event, policy), policy)
  const lost = runtime?.render(decided.decision, came).lost ?? []
  const reduced: readonly Fact[] = lost.length > 0 ? [{ kind: 'answer.reduced', doorway: event.kind, lost }] : []
  // Before grants are signed: a signature covers what is kept.
  const { facts, effects } = redactStep(decided)
  return {
    facts: [...forged, ...settled, ...signGrants(facts, project, signer ?? parts.key()), ...reduced],
    result: { decision: decided.decision, effects },
  }
}

/** What only the state tells: whether a person's word needs the passphrase, and how a person can answer a call. */
function settledEvent(state: State, event: Event, policy: Policy): Event {
  if (event.kind === 'edge') return { ...event, proof: demandPassphrase(state, event, policy) }
  return event.kind === 'tool.before' ? seeing(event, { person: personHere(state, event, policy) }) : event
}

/** What is known of the session's client: can anybody answer there, and how. */
function personHere({ clients }: State, { runtime, session }: Event, { mcp }: Policy): PersonHere {
  const client = own(clients, session)
  if (!client) return { kind: 'unknown' }
  if (!client.tty) return { kind: 'absent' }
  // Its own prompt waits for the person there, with permissions bypassed as well; printing, it becomes a denial.
  if (runtime === 'claude-code') return { kind: 'present', by: 'command', asks: true }
  const by = runtime === 'codex' && mcp.codex !== 'off' ? 'dialog' : 'neither'
  return { kind: 'present', by, asks: false }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, 300) : 'unknown failure'
}
