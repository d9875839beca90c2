import type { RecordedCitation, TaskChange, TaskDecision } from '../../../model/citation.ts'
import { sessionId } from '../../../model/ids.ts'
import {
  type DecidedScenario,
  GROUNDS,
  type Handoff,
  type Identifier,
  type LedgerDecision,
  type LedgerEntry,
  type LedgerPhase,
  type LedgerRecord,
  LISTS,
  type Savings,
  SCENARIO_TYPES,
} from '../../../model/ledger.ts'
import {
  booleanShape,
  choiceShape,
  listShape,
  number,
  objectOf,
  orElse,
  orNull,
  partOf,
  type Shape,
  textShape,
} from './shape.ts'

const blank = orElse(textShape, '')
const session: Shape<ReturnType<typeof sessionId>> = (value) => {
  const name = textShape(value)
  return name === undefined ? undefined : sessionId(name)
}

const evidenceShape: Shape<RecordedCitation> = objectOf<RecordedCitation>(() => ({
  path: textShape,
  line: number,
  quote: textShape,
  status: orElse(textShape, 'unchecked'),
  blob: blank,
}))

/** One alone, several in a list, or none at all. */
const evidenceList: Shape<readonly RecordedCitation[]> = (value) =>
  listShape(evidenceShape)(Array.isArray(value) ? value : value === undefined || value === null ? [] : [value])

/** An unknown or missing ground is no ground (LEDGER-67). */
const ground: Shape<(typeof GROUNDS)[number]> = (value) => choiceShape(GROUNDS)(value) ?? 'ungrounded'

const scenario = { name: textShape, type: choiceShape(SCENARIO_TYPES), expected: blank }

const cited: Shape<TaskDecision['evidence'][number]> = partOf<TaskDecision['evidence'][number]>(() => ({
  path: textShape,
  line: number,
  quote: textShape,
  blob: textShape,
}))

const taskChange: Shape<TaskChange> = partOf<TaskChange>(() => ({
  title: textShape,
  type: textShape,
  status: textShape,
  priority: number,
  decisions: listShape(
    objectOf<TaskDecision>(() => ({
      ts: textShape,
      decision: textShape,
      rationale: blank,
      evidence: listShape(cited),
    })),
  ),
  next_steps: listShape(textShape),
  blockers: listShape(textShape),
  questions: listShape(textShape),
  note: textShape,
}))

const savings = { identifiers: number, identifier_tokens: number, block_tokens: number, file_tokens: number }

const decision: Shape<LedgerDecision> = objectOf<LedgerDecision>(() => ({
  id: textShape,
  atMs: number,
  title: textShape,
  decision: textShape,
  rationale: textShape,
  grounding: choiceShape(GROUNDS),
  evidence: listShape(evidenceShape),
  bead: textShape,
  session,
  superseded: booleanShape,
}))

const record: Shape<LedgerRecord> = objectOf<LedgerRecord>(() => ({
  n: number,
  bead: textShape,
  beadTitle: textShape,
  checkpointMs: orNull(number),
  reasoning: textShape,
  intentMs: number,
  decisions: listShape(decision),
  decisionCount: number,
  identifiers: listShape(
    objectOf<Identifier>(() => ({ path: textShape, lines: blank, purpose: textShape, atMs: number })),
  ),
  scenarios: listShape(objectOf<DecidedScenario>(() => ({ ...scenario, decision: blank }))),
  lists: objectOf<LedgerRecord['lists']>(() => ({
    next_step: listShape(textShape),
    blocker: listShape(textShape),
    question: listShape(textShape),
  })),
  tests: orNull(
    objectOf<NonNullable<LedgerRecord['tests']>>(() => ({
      ok: booleanShape,
      detail: textShape,
      atMs: orElse(number, 0),
    })),
  ),
  search: orNull(objectOf<NonNullable<LedgerRecord['search']>>(() => ({ query: textShape, count: number, session }))),
  claims: objectOf<LedgerRecord['claims']>(() => ({ total: number, grounded: number, assumptions: number })),
  settledMs: orElse(number, 0),
  ghosts: listShape(textShape),
  handoff: orNull(
    objectOf<Handoff>(() => ({
      atMs: number,
      session,
      span: textShape,
      bead: textShape,
      ratio: orNull(number),
      ready: booleanShape,
      reason: textShape,
      refs: orElse(listShape(textShape), []),
    })),
  ),
  savings: orElse(orNull(objectOf<Savings>(() => savings)), null),
  debt: listShape(textShape),
}))

type Of<Phase extends LedgerPhase> = Extract<LedgerEntry, { readonly phase: Phase }>
type Fields<Phase extends LedgerPhase> = Omit<Of<Phase>, 'phase'>

/** How each phase is read. Whoever adds a phase adds its shape here. */
export const ENTRY_SHAPES: { readonly [Phase in LedgerPhase]: Shape<Fields<Phase>> } = {
  intent: objectOf<Fields<'intent'>>(() => ({ intent: textShape, bead_id: blank, bead_title: blank, previous: blank })),
  execute: objectOf<Fields<'execute'>>(() => ({ path: textShape, purpose: blank, lines: blank })),
  result: objectOf<Fields<'result'>>(() => ({
    decision_id: textShape,
    supersedes: blank,
    what: choiceShape(['commit', 'tests', 'revert'] as const),
    title: textShape,
    detail: blank,
    ok: booleanShape,
  })),
  search: objectOf<Fields<'search'>>(() => ({ query: textShape, result_count: number })),
  cite: objectOf<Fields<'cite'>>(() => ({
    decision_id: blank,
    title: blank,
    claim: textShape,
    rationale: blank,
    grounding: ground,
    evidence: evidenceList,
    bead_id: blank,
    supersedes: blank,
    notes_ref: blank,
  })),
  test_scenario: objectOf<Fields<'test_scenario'>>(() => ({ bead_id: blank, decision_id: blank, ...scenario })),
  note: objectOf<Fields<'note'>>(() => ({
    list: choiceShape(LISTS),
    text: textShape,
    done: orElse(booleanShape, false),
  })),
  pivot: objectOf<Fields<'pivot'>>(() => ({
    reason: textShape,
    result_count: number,
    hypothesis_failure: textShape,
    refined_hypothesis: textShape,
  })),
  delta_sync: objectOf<Fields<'delta_sync'>>(() => ({
    tokens: number,
    decisions_persisted: number,
    bead_updated: orElse(booleanShape, false),
    notes_updated: orElse(booleanShape, false),
    decision_id: blank,
    findings: orElse(listShape(textShape), []),
  })),
  grounding_check: objectOf<Fields<'grounding_check'>>(() => ({
    total_claims: number,
    grounded_claims: number,
    assumptions: number,
    grounding_ratio: orNull(number),
    threshold: number,
    status: choiceShape(['pass', 'fail'] as const),
  })),
  negative_ground: objectOf<Fields<'negative_ground'>>(() => ({
    feature: textShape,
    status: choiceShape(['verified', 'unverified', 'withdrawn'] as const),
    queries: orElse(listShape(textShape), []),
    scores: orElse(listShape(number), []),
  })),
  session_handoff: objectOf<Fields<'session_handoff'>>(() => ({
    root_span_id: blank,
    bead_id: blank,
    notes_refs: orElse(listShape(textShape), []),
    edd_verified: orElse(booleanShape, false),
    grounding_ratio: orElse(orNull(number), null),
    test_scenarios: orElse(number, 0),
    next_session_ready: orElse(booleanShape, false),
    reason: blank,
    unmet: orElse(listShape(textShape), []),
    settled: orElse(booleanShape, true),
  })),
  bead: objectOf<Fields<'bead'>>(() => ({ bead_id: textShape, change: taskChange })),
  fork_detected: objectOf<Fields<'fork_detected'>>(() => ({
    bead_id: blank,
    topic: blank,
    context_decision: textShape,
    bead_decision: textShape,
    resolution: textShape,
  })),
  self_heal: objectOf<Fields<'self_heal'>>(() => ({ what: textShape, source: blank, detail: blank })),
  recovery: objectOf<Fields<'recovery'>>(() => ({
    level: choiceShape([1, 2, 3] as const),
    tokens: number,
    measured: orElse(booleanShape, false),
  })),
  savings: objectOf<Fields<'savings'>>(() => savings),
  supersede: objectOf<Fields<'supersede'>>(() => ({ to: number, decision_ids: listShape(textShape), intent: blank })),
  snapshot: objectOf<Fields<'snapshot'>>(() => ({ record })),
}
