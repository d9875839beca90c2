import { randomUUID } from 'node:crypto'
import type { RecordedCitation } from '../core/model/citation.ts'
import type { Decision } from '../core/model/decision.ts'
import { eventId, type ProjectRoot, sessionId } from '../core/model/ids.ts'
import type { LedgerAct, LedgerRecord } from '../core/model/ledger.ts'
import { isoTime } from '../core/model/time.ts'
import type { CitationInput } from '../core/protocols/ledger/cite/citation.ts'
import type { GhostInquiry } from '../core/protocols/ledger/cite/ghost.ts'
import { isGrounded } from '../core/protocols/ledger/cite/grounding.ts'
import { reasoningOf } from '../core/protocols/ledger/record/record.ts'
import { fitLevel2 } from '../core/protocols/ledger/recover/tokens.ts'
import { describeVerdict } from '../core/words/ledger.ts'
import type { Gate } from '../gate/gate.ts'
import type { StoreReader } from '../stores/store.ts'
import { verifyCitations } from './cite/verify-citations.ts'
import { openWitness } from './cite/witness.ts'
import { countTokens } from './count-tokens.ts'
import type { LedgerPlace } from './files/place.ts'
import { type GhostReport, ghostNote, lookForGhost } from './search/ghost.ts'
import type { Kind } from './search/language.ts'

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
    const given = citation ?? { path: '', line: 0, quote: String(citations[index]?.quote ?? '') }
    return { path: given.path, line: given.line, quote: given.quote, status: verdict.kind, blob: citation?.blob ?? '' }
  })
  const doubts = verified.filter(({ verdict }) => !isGrounded(verdict)).map(({ verdict }) => describeVerdict(verdict))
  return { ...(await tellLedger(door, { do: 'decide', ...ruling, evidence })), doubts }
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
