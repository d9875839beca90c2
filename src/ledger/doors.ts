import { randomUUID } from 'node:crypto'
import type { RecordedCitation, TaskChange, TaskDecision } from '../core/model/citation.ts'
import type { Decision } from '../core/model/decision.ts'
import type { LedgerAct } from '../core/model/event.ts'
import { eventId, type ProjectRoot, sessionId } from '../core/model/ids.ts'
import type { LedgerRecord } from '../core/model/ledger.ts'
import { isoTime } from '../core/model/time.ts'
import type { CitationInput } from '../core/protocols/ledger/cite/citation.ts'
import type { GhostInquiry } from '../core/protocols/ledger/cite/ghost.ts'
import { isGrounded } from '../core/protocols/ledger/cite/grounding.ts'
import { reasoningOf } from '../core/protocols/ledger/record/record.ts'
import { fitLevel2 } from '../core/protocols/ledger/recover/tokens.ts'
import { describeVerdict } from '../core/words/ledger.ts'
import { TASK_TEXTS } from '../core/words/ledger-cli.ts'
import type { Gate } from '../gate/gate.ts'
import type { StoreReader } from '../stores/store.ts'
import { verifyCitations } from './cite/verify-citations.ts'
import { openWitness } from './cite/witness.ts'
import { countTokens } from './count-tokens.ts'
import { redacted } from './files/json.ts'
import type { LedgerPlace } from './files/place.ts'
import { type GhostReport, ghostNote, lookForGhost } from './search/ghost.ts'
import type { Kind } from './search/language.ts'
import { forkOf } from './tasks/bead.ts'
import { type BeadsAnswer, openBeads } from './tasks/open-beads.ts'

/**
 * What the command line and the MCP server do with the ledger; each of them only reads arguments and shows answers.
 * `session` is an agent's own word: it names a line, and proves nothing.
 */
export interface LedgerDoor {
  readonly gate: Pick<Gate, 'submit'>
  readonly project: ProjectRoot
  readonly place: LedgerPlace
  readonly runtime: string
  readonly session: string | undefined
}

export interface LedgerReply {
  readonly text: string
  readonly isRefused: boolean
}

/** One act through the gate, like everything that changes state. */
export async function tellLedger(door: LedgerDoor, act: LedgerAct): Promise<LedgerReply> {
  const { gate, project, runtime, session = runtime } = door
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  const event = { kind: 'ledger', act, ...stamp, runtime, session: sessionId(session), cwd: project } as const
  return replyOf(await gate.submit(event, project))
}

function replyOf(decision: Decision): LedgerReply {
  if (decision.kind === 'answer') return { text: decision.text, isRefused: false }
  if ('reasons' in decision) return { text: decision.reasons.map(({ text }) => text).join('\n'), isRefused: true }
  return { text: '', isRefused: false }
}

/** What is decided, as it was given. */
type Ruling = Omit<Extract<LedgerAct, { readonly do: 'decide' }>, 'do' | 'evidence'> & {
  readonly citations: readonly CitationInput[]
}

/** LEDGER-66: every citation is opened before the decision is recorded. `doubts`: what is wrong with those that fail. */
export async function recordDecision(
  door: LedgerDoor,
  { citations, ...ruling }: Ruling,
): Promise<LedgerReply & { readonly doubts: readonly string[] }> {
  const { root, folder } = door.place
  const witness = await openWitness(folder, root)
  const verified = await verifyCitations({ root, witness, atMs: Date.now() }, citations)
  const evidence = verified.map(({ verdict, citation }, index): RecordedCitation => {
    const given = citation ?? asGiven(citations[index])
    return { path: given.path, line: given.line, quote: given.quote, status: verdict.kind, blob: citation?.blob ?? '' }
  })
  const doubts = verified.filter(({ verdict }) => !isGrounded(verdict)).map(({ verdict }) => describeVerdict(verdict))
  return { ...(await tellLedger(door, { do: 'decide', ...ruling, evidence })), doubts }
}

/** A citation that was rejected is kept as it was given, so that whoever looks knows what was meant. */
function asGiven({ path, line, quote }: CitationInput = {}) {
  const given = typeof path === 'string' ? path : ''
  return {
    path: given,
    line: Number.isInteger(Number(line)) ? Number(line) : 0,
    quote: typeof quote === 'string' ? quote : '',
  }
}

/** Where a task is made or changed. Without a door there is no record of this project, and the store alone hears of it. */
export interface TaskDoor {
  readonly place: LedgerPlace
  readonly door: LedgerDoor | undefined
}

/** LEDGER-45: a task, and the fact that it was made. */
export async function createTask(
  { place, door }: TaskDoor,
  task: { readonly title: string; readonly type: string; readonly priority: number },
): Promise<BeadsAnswer> {
  const answer = await openBeads(place).create({ ...task, atMs: Date.now() })
  if (answer.ok) await keepTask(door, answer.bead.id, { ...task, status: 'open' })
  return answer
}

export interface TaskUpdate {
  readonly change: Omit<TaskChange, 'decisions'>
  readonly decision?: {
    readonly text: string
    readonly rationale: string
    readonly citations: readonly CitationInput[]
  }
  /** What the agent takes for decided. */
  readonly believe?: string | undefined
}

export type TaskUpdated =
  | BeadsAnswer
  | { readonly ok: false; readonly problem: string; readonly fork: NonNullable<ReturnType<typeof forkOf>> }

/** LEDGER-33, LEDGER-34, LEDGER-45: a ruling goes to its task at once, with evidence that was opened. */
export async function updateTask({ place, door }: TaskDoor, id: string, said: TaskUpdate): Promise<TaskUpdated> {
  const beads = openBeads(place)
  const atMs = Date.now()
  const bead = said.believe === undefined ? undefined : await beads.show(id)
  const fork = bead && forkOf(bead, said.believe ?? '')
  if (fork !== undefined) return { ok: false, problem: TASK_TEXTS.forked(id), fork }
  const decisions = said.decision === undefined ? [] : await ruled(place, said.decision, atMs)
  if (decisions === undefined) return { ok: false, problem: TASK_TEXTS.unproven }
  const change: TaskChange = { ...said.change, ...(decisions.length > 0 && { decisions }) }
  const answer = await beads.update(id, change, atMs)
  if (answer.ok) await keepTask(door, id, change)
  return answer
}

/** Undefined: something that it cites does not stand. */
async function ruled(
  { folder, root }: LedgerPlace,
  { text, rationale, citations }: NonNullable<TaskUpdate['decision']>,
  atMs: number,
): Promise<readonly TaskDecision[] | undefined> {
  const verified = await verifyCitations({ root, witness: await openWitness(folder, root), atMs }, citations)
  const evidence = verified.flatMap(({ verdict, citation }) => {
    if (verdict.kind !== 'verified' || citation === undefined) return []
    const { path, line, quote, blob } = citation
    return [{ path, line, quote, ...(blob !== undefined && { blob }) }]
  })
  if (evidence.length < citations.length) return undefined
  return [{ ts: isoTime(atMs), decision: text, rationale, evidence }]
}

async function keepTask(door: LedgerDoor | undefined, id: string, change: TaskChange): Promise<void> {
  if (door !== undefined) await tellLedger(door, { do: 'task', id, change: redacted(change) })
}

/** What is worked on now; of a task, with the title that its store has. */
export async function focusOn(
  door: LedgerDoor,
  { bead, title, reasoning }: { readonly bead: string; readonly title: string; readonly reasoning: string },
): Promise<LedgerReply> {
  const known = bead === '' || title !== '' ? undefined : await openBeads(door.place).show(bead)
  return tellLedger(door, { do: 'focus', bead, beadTitle: title === '' ? (known?.title ?? '') : title, reasoning })
}

/** LEDGER-40, LEDGER-41: is a feature really absent; the verdict is recorded. */
export async function checkGhost(door: LedgerDoor, inquiry: GhostInquiry, control?: string): Promise<GhostReport> {
  const report = await lookForGhost(door.place, inquiry, control)
  await tellLedger(door, { do: 'note', entry: ghostNote(report) })
  return report
}

interface Shown<Result> {
  readonly kinds: readonly Kind[]
  /** In model tokens. */
  readonly budget: number
  readonly render: (result: Result) => string
}

/** LEDGER-25: search results within the budget of level 2. Where the ledger was asked, what that cost is recorded. */
export async function showWithin<Result extends { readonly snippet: string }>(
  door: LedgerDoor | undefined,
  results: readonly Result[],
  { kinds, budget, render }: Shown<Result>,
): Promise<readonly string[]> {
  const texts = fitLevel2(results, budget, render)
  if (door !== undefined && texts.length > 0 && kinds.includes('ledger'))
    await tellLedger(door, { do: 'measured', level: 2, tokens: await countTokens(texts.join('\n')) })
  return texts
}

/** LEDGER-116: hands on, and gives what another agent or runtime starts from. */
export async function writeHandoff(door: LedgerDoor, store: StoreReader, reason: string) {
  const reply = await tellLedger(door, { do: 'handoff', reason })
  const { record } = (await store.read(door.project)).ledger
  return { ...reply, packet: handoffPacket(door.project, record) }
}

function handoffPacket(project: string, record: LedgerRecord) {
  const { bead, beadTitle, identifiers, scenarios, lists, tests, handoff, debt } = record
  return {
    schema: 'fairlead-handoff-1',
    project,
    line: record.n,
    task: bead === '' ? null : { id: bead, title: beadTitle },
    reasoning_state: reasoningOf(record),
    decisions: record.decisions
      .filter(({ superseded }) => !superseded)
      .map(({ id, atMs, title, decision, rationale, grounding, evidence }) => {
        return { id, ts: isoTime(atMs), title, decision, rationale, grounding, evidence }
      }),
    identifiers: identifiers.map(({ path, lines, purpose, atMs }) => {
      return { path, lines, purpose, last_verified: isoTime(atMs) }
    }),
    test_scenarios: scenarios,
    next_steps: lists.next_step,
    blockers: lists.blocker,
    questions: lists.question,
    tests,
    last_handoff: handoff && { ...handoff, ts: isoTime(handoff.atMs) },
    unmet: debt,
  }
}
