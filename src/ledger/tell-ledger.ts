import { randomUUID } from 'node:crypto'
import type { Paths } from '../config/paths.ts'
import type { RecordedCitation } from '../core/model/citation.ts'
import type { Decision } from '../core/model/decision.ts'
import { eventId, type ProjectRoot, sessionId } from '../core/model/ids.ts'
import type { LedgerAct, ListName, Scenario } from '../core/model/ledger.ts'
import type { CitationInput } from '../core/protocols/ledger/cite/citation.ts'
import { isGrounded } from '../core/protocols/ledger/cite/grounding.ts'
import { describeVerdict } from '../core/words/ledger.ts'
import type { Gate } from '../gate/gate.ts'
import { verifyCitations } from './cite/verify-citations.ts'
import { openWitness } from './cite/witness.ts'

/** Who speaks, and where. An agent's own word for its session names a line and proves nothing. */
export interface Teller {
  readonly gate: Gate
  readonly paths: Paths
  readonly project: ProjectRoot
  readonly runtime: string
  readonly session: string | undefined
}

/** One act through the gate, like everything that changes state. */
export function tellLedger(
  { gate, project, runtime, session: name = runtime }: Teller,
  act: LedgerAct,
): Promise<Decision> {
  const session = sessionId(name)
  const stamp = { id: eventId(randomUUID()), atMs: Date.now() }
  return gate.submit({ kind: 'ledger', act, ...stamp, runtime, session, cwd: project }, project)
}

/** What is decided, as it was given. */
export interface Ruling {
  readonly title: string
  readonly decision: string
  readonly rationale: string
  readonly citations: readonly CitationInput[]
  readonly isAssumption: boolean
  readonly supersedes: string
  readonly scenarios: readonly Scenario[]
  readonly notes: readonly { readonly list: ListName; readonly text: string }[]
}

export interface Told {
  readonly decision: Decision
  /** What became of the citations that do not stand. */
  readonly doubts: readonly string[]
}

/** LEDGER-66: every citation is opened before the decision is recorded; what the agent says of it counts for nothing. */
export async function tellRuling(teller: Teller, { citations, ...ruling }: Ruling): Promise<Told> {
  const { paths, project } = teller
  const witness = await openWitness(paths.evidence, project)
  const verified = await verifyCitations({ root: project, witness, atMs: Date.now() }, citations)
  const evidence = verified.map(({ verdict, citation }, index): RecordedCitation => {
    const given = citation ?? { path: '', line: 0, quote: String(citations[index]?.quote ?? '') }
    return { path: given.path, line: given.line, quote: given.quote, status: verdict.kind, blob: citation?.blob ?? '' }
  })
  const doubts = verified.filter(({ verdict }) => !isGrounded(verdict)).map(({ verdict }) => describeVerdict(verdict))
  return { decision: await tellLedger(teller, { do: 'decide', ...ruling, evidence }), doubts }
}

/** What the gate said, as words and whether it was a no. */
export function wordsOf(decision: Decision): { readonly text: string; readonly isRefused: boolean } {
  if (decision.kind === 'answer') return { text: decision.text, isRefused: false }
  if ('reasons' in decision) return { text: decision.reasons.map(({ text }) => text).join('\n'), isRefused: true }
  return { text: '', isRefused: false }
}
