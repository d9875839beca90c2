import { decide, demandPassphrase, evolve, settleSessions } from '../core/index.ts'
import type { Decision } from '../core/model/decision.ts'
import { type Event, type EventOf, type ParsedEvent, seeing } from '../core/model/event.ts'
import type { Fact, FactContext } from '../core/model/fact.ts'
import { lookUp } from '../core/model/language.ts'
import { type Effect, type Outcome, refusal } from '../core/model/outcome.ts'
import type { Policy } from '../core/model/policy.ts'
import type { State } from '../core/model/state.ts'
import type { PersonHere } from '../core/model/surroundings.ts'
import type { Deciding } from '../core/protocols/contract.ts'
import { redactDeep } from '../core/rules/text/redact.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import { rejectForged, signGrants } from '../person/grants.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { StepOutcome, Store, Update } from '../stores/store.ts'
import type { GateRooms, Submission } from './gate.ts'

// A type, not an interface: what is stored must be JSON, and only a type is known to have no other members.
export type Answer = {
  readonly decision: Decision
  readonly effects: readonly Effect[]
}

/** A hook that has waited too long decides by itself, under the same id: nothing may be spent for it here. */
export const GIVEN_UP = new Error(GATE_WORDS.callerGone)

/** Decides the event and makes facts and answer durable, under the store's only lock. */
export function decideAndCommit(
  rooms: GateRooms,
  submission: Submission,
  { event, store, policy }: { readonly event: Event; readonly store: Store; readonly policy: Policy },
  onCommitted: (answer: Answer, isBehind: boolean) => void,
): Promise<Update<Answer>> {
  return store.update(submission.project, contextOf(event), (state) => {
    if (event.kind === 'tool.before' && submission.caller?.hasGivenUp()) throw GIVEN_UP
    const made = decideStep(rooms, submission, { event, state, policy })
    return { ...made, onCommitted: (isBehind) => onCommitted(made.result, isBehind) }
  })
}

/** Pure given the key, so that a store may run it again. */
function decideStep(rooms: GateRooms, submission: Submission, { event, state, policy }: Deciding): StepOutcome<Answer> {
  const { parsed, project, runtime, signer } = submission
  const context = contextOf(event)
  const fold = (known: State, fact: Fact) => evolve(known, { ...context, fact })
  const forged = rejectForged(state, project, rooms.person)
  const trusted = forged.reduce(fold, state)
  const settled = settleSessions(trusted, event)
  const known = settled.reduce(fold, trusted)
  const decided = confirmable(decide(known, settledEvent(known, event, policy, runtime), policy), submission, rooms)
  // The event as the runtime sent it: that is the doorway the answer goes back through.
  const lost = runtime?.render(decided.decision, parsed).lost ?? []
  const reduced: readonly Fact[] = lost.length > 0 ? [{ kind: 'answer.reduced', doorway: event.kind, lost }] : []
  // The last look before anything is kept: no fact and no line of a log holds a secret, whichever field it came in. What
  // is performed on files keeps its paths. Before grants are signed: a signature covers what is kept.
  const facts = decided.facts.map(redactDeep)
  const effects = decided.effects.map((effect) => (isWritten(effect) ? redactDeep(effect) : effect))
  return {
    facts: [...forged, ...settled, ...signGrants(facts, project, () => signer ?? rooms.person.key()), ...reduced],
    result: { decision: decided.decision, effects },
  }
}

const SIGNED: ReadonlySet<Fact['kind']> = new Set<Fact['kind']>([
  ...(['junction.approved', 'junction.dismissed', 'quality.overridden', 'pause.started'] as const),
])

/** A grant without a signature is never honoured, so it is never confirmed either. */
function confirmable(decided: Outcome, { parsed, signer }: Submission, { person }: GateRooms): Outcome {
  const isGranted = parsed.kind === 'edge' || parsed.kind === 'command'
  if (!isGranted || signer || person.key() || !decided.facts.some(({ kind }) => SIGNED.has(kind))) return decided
  return refusal(GATE_WORDS.noKey)
}

function isWritten({ kind }: Effect): boolean {
  return kind.startsWith('proof.') || kind.startsWith('ledger.')
}

/** What every fact of this event carries. */
function contextOf({ id: eventId, atMs, runtime, session, agent }: ParsedEvent): FactContext {
  return { eventId, atMs, runtime, session, ...(agent && { agent: agent.id, agentType: agent.type }) }
}

/** What only the state tells: whether a person's word needs the passphrase, and how a person can answer a call. */
function settledEvent(state: State, event: Event, policy: Policy, runtime: Runtime | undefined): Event {
  if (event.kind === 'edge') return { ...event, proof: demandPassphrase(state, event, policy) }
  return event.kind === 'tool.before' ? seeing(event, { person: personHere(state, event, policy, runtime) }) : event
}

/** What is known of the session's client: can anybody answer there, and how. */
function personHere(
  { clients }: State,
  { session, permissionMode, around }: EventOf<'tool.before'>,
  { mcp }: Policy,
  runtime: Runtime | undefined,
): PersonHere {
  const client = lookUp(clients, session)
  if (!client || !runtime) return { kind: 'unknown' }
  if (client.panel) return { kind: 'present', by: 'neither', asks: false }
  if (!client.tty) return { kind: 'absent' }
  const { name, person, promptWaits, asksIn } = runtime
  const asks = promptWaits && around.promptIsTheirs
  const asksToo = asksIn.includes(permissionMode ?? '')
  // In a terminal that any program can type into, typed words are not believed.
  const isOffered =
    person.by === 'command'
      ? (client.multiplexer ?? 'TMUX') === 'TMUX'
      : (mcp[name] ?? 'off') !== 'off' && person.closedIn !== permissionMode
  return { kind: 'present', by: isOffered ? person.by : 'neither', asks, ...(asksToo && { asksToo }) }
}
