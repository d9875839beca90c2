import type { RecordedCitation } from '../../../model/citation.ts'
import type { EventOf, LedgerAct } from '../../../model/event.ts'
import { unreachable } from '../../../model/language.ts'
import type { LedgerEntry, LedgerState } from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { redactedPreview } from '../../../rules/text/preview.ts'
import { ANSWER } from '../../../words/ledger.ts'
import { isGrounded } from '../cite/grounding.ts'
import { entryHead } from '../notes/edit-notes.ts'
import { decisionRef } from '../notes/notes-ref.ts'
import { guardClear, handoffEntries, weighEffects } from '../recover/checkpoint.ts'
import { synthesise } from '../recover/synthesis.ts'
import { forkEntry, rulingOn, saysTheSame } from './authority.ts'
import { deltaEntry } from './delta.ts'
import { inOneLine, keyPoints, MAX_POINTS_CHARS } from './key-points.ts'
import { decisionId, intentEntry, reasoningOf } from './record.ts'
import { added, foldedBy } from './write.ts'

const MAX_TITLE = 120
const MAX_TEXT = 300
/** The trajectory keeps an explanation as it was given; the record keeps its key points (LEDGER-130). */
const MAX_SAID = 4_000
const MAX_EVIDENCE = 3
const MAX_ADDED = 12

type Acting<Kind extends LedgerAct['do']> = Extract<LedgerAct, { readonly do: Kind }>
type Said = EventOf<'ledger'>

/** What an agent or a person says through our own doors. It is recorded as a claim; only what was checked counts. */
export function act(ledger: LedgerState, event: Said, policy: Policy['ledger']): Outcome {
  const said = event.act
  switch (said.do) {
    case 'decide':
      return decideOn(ledger, event, said)
    case 'pivot':
      return added(ledger, event, { entries: [pivotEntry(said)], decision: answer(ANSWER.pivot) })
    case 'focus':
      return focus(ledger, event, said)
    case 'settle': {
      const entry: LedgerEntry = { phase: 'note', list: said.list, text: clean(said.text, MAX_TEXT), done: true }
      return added(ledger, event, { entries: [entry], notes: true, decision: answer(ANSWER.settled) })
    }
    case 'clear':
      return guardClear(ledger, event, policy)
    case 'handoff': {
      const synthesis = synthesise(ledger, event.around.ledger.grounding, policy)
      const entries = handoffEntries(ledger, event, { synthesis, policy, reason: clean(said.reason, MAX_TITLE) })
      const decision = answer(ANSWER.handedOff(reasoningOf(ledger.record), synthesis.unmet))
      return added(ledger, event, { entries, decision, effects: weighEffects(ledger.record) })
    }
    case 'rollback': {
      const { to, decisionIds, intent } = said
      const entry: LedgerEntry = { phase: 'supersede', to, decision_ids: decisionIds, intent: clean(intent, MAX_TEXT) }
      return added(ledger, event, { entries: [entry], decision: answer(ANSWER.rolledBack(to)) })
    }
    case 'measured': {
      const entry: LedgerEntry = { phase: 'recovery', level: said.level, tokens: said.tokens, measured: true }
      return added(ledger, event, { entries: [entry] })
    }
    case 'weighed':
      return added(ledger, event, { entries: [{ phase: 'savings', ...said.savings }] })
    case 'synced':
      return added(ledger, event, { entries: [deltaEntry(ledger.record, event, said)] })
    case 'task':
      return added(ledger, event, { entries: [{ phase: 'bead', bead_id: said.id, change: said.change }] })
    case 'withdraw':
      return withdraw(ledger, event, said.id)
    case 'unwritten':
      return { ...NOTHING, facts: [{ kind: 'ledger.unwritten', problem: clean(said.problem, MAX_TEXT) }] }
    case 'caught-up':
      return { ...NOTHING, facts: [{ kind: 'ledger.caught-up' }] }
    case 'note':
      return added(ledger, event, { entries: [said.entry] })
    default:
      return unreachable(said)
  }
}

/** A claim that nobody stands for any more counts no longer, and stays in the log. */
function withdraw(ledger: LedgerState, event: Said, id: string): Outcome {
  const { record } = ledger
  if (record.ghosts.includes(id)) {
    const entry: LedgerEntry = { phase: 'negative_ground', feature: id, status: 'withdrawn', queries: [], scores: [] }
    return added(ledger, event, { entries: [entry], decision: answer(ANSWER.withdrawn(id)) })
  }
  const isOpen = record.decisions.some((one) => one.id === id && !one.superseded && one.grounding !== 'observed')
  if (!isOpen)
    return { ...NOTHING, decision: { kind: 'block', reasons: [{ ruleId: 'LEDGER-38', text: ANSWER.noDecision(id) }] } }
  const entry: LedgerEntry = { phase: 'supersede', to: record.n, decision_ids: [id], intent: record.reasoning }
  return added(ledger, event, { entries: [entry], decision: answer(ANSWER.withdrawn(id)) })
}

const NOTHING: Outcome = { decision: { kind: 'allow' }, facts: [], effects: [] }

/** LEDGER-32 to LEDGER-34: an earlier decision stands until somebody says that this one replaces it. */
function decideOn(ledger: LedgerState, event: Said, said: Acting<'decide'>): Outcome {
  const title = clean(said.title, MAX_TITLE)
  const claim = redactedPreview(said.decision.trim(), MAX_SAID)
  const point = keyPoints(claim, MAX_POINTS_CHARS)
  const ruling = rulingOn(ledger.record, title)
  const isFork = ruling !== undefined && !saysTheSame(ruling.decision, point)
  const fork = { bead: ledger.record.bead, topic: title, context: point, ruled: ruling?.decision ?? '' }
  if (isFork && said.supersedes !== ruling.id) {
    const text = ANSWER.forked(ruling.decision, ruling.id)
    return added(ledger, event, {
      entries: [forkEntry({ ...fork, resolution: 'the earlier ruling is kept' })],
      decision: { kind: 'block', reasons: [{ ruleId: 'LEDGER-34', text }] },
    })
  }
  const resolved = isFork ? [forkEntry({ ...fork, resolution: 'the earlier ruling is superseded' })] : []
  const id = decisionId(event, 'ruling')
  // Said again, with evidence or as an assumption, it takes the place of what was said before.
  const supersedes = said.supersedes === '' ? (ruling?.id ?? '') : said.supersedes
  const cite = placed(ledger, event, citeEntry(ledger, { ...said, supersedes }, { id, title, claim }))
  const entries: readonly LedgerEntry[] = [
    ...resolved,
    ...scenarioEntries(ledger, said, id),
    cite,
    ...noteEntries(said),
  ]
  return added(ledger, event, { entries, decision: answer(ANSWER.decided(id, cite.grounding !== 'ungrounded')) })
}

interface Named {
  readonly id: string
  readonly title: string
  readonly claim: string
}

function citeEntry({ record }: LedgerState, said: Acting<'decide'>, { id, title, claim }: Named) {
  const evidence = said.evidence.slice(0, MAX_EVIDENCE).map(cleanEvidence)
  const isCited = evidence.length > 0 && evidence.every(({ status }) => isGrounded({ kind: status }))
  return {
    phase: 'cite',
    decision_id: id,
    title,
    claim,
    rationale: redactedPreview(said.rationale.trim(), MAX_SAID),
    grounding: isCited ? 'citation' : said.isAssumption ? 'assumption' : 'ungrounded',
    evidence,
    bead_id: record.bead,
    supersedes: said.supersedes,
    notes_ref: '',
  } as const
}

/** C30: where it will stand in the Decision Log; heading and digest find it again when lines were moved. */
function placed({ record }: LedgerState, event: Said, cite: ReturnType<typeof citeEntry>) {
  const decisions = foldedBy(record, event, [cite]).decisions.slice(-1)
  const from = event.around.ledger.places?.next ?? null
  const [notes_ref = ''] = decisions.map((one) => {
    const lines = from === null ? null : { from, to: from + entryHead(one).length }
    return decisionRef(one, lines)
  })
  return { ...cite, notes_ref }
}

/** LEDGER-13: a quote with a secret in it is kept without the secret, and is no evidence any more. */
function cleanEvidence(given: RecordedCitation): RecordedCitation {
  const quote = redactedPreview(given.quote, MAX_TEXT)
  return { ...given, quote, status: quote === given.quote ? given.status : 'redacted' }
}

function scenarioEntries(
  { record }: LedgerState,
  { scenarios }: Acting<'decide'>,
  decision_id: string,
): readonly LedgerEntry[] {
  return scenarios.slice(0, MAX_ADDED).map(({ name, type, expected }) => {
    const said = { name: clean(name, MAX_TITLE), type, expected: clean(expected, MAX_TEXT) }
    return { phase: 'test_scenario', bead_id: record.bead, decision_id, ...said }
  })
}

function noteEntries({ notes }: Acting<'decide'>): readonly LedgerEntry[] {
  return notes
    .slice(0, MAX_ADDED)
    .map(({ list, text }) => ({ phase: 'note', list, text: clean(text, MAX_TEXT), done: false }))
}

function pivotEntry({ reason, resultCount, hypothesisFailure, refinedHypothesis }: Acting<'pivot'>): LedgerEntry {
  return {
    phase: 'pivot',
    reason: clean(reason, MAX_TEXT),
    result_count: resultCount,
    hypothesis_failure: clean(hypothesisFailure, MAX_TEXT),
    refined_hypothesis: clean(refinedHypothesis, MAX_TEXT),
  }
}

function focus(ledger: LedgerState, event: Said, { bead, beadTitle, reasoning }: Acting<'focus'>): Outcome {
  const { record } = ledger
  const intent = reasoning === '' ? record.reasoning : clean(reasoning, MAX_TEXT)
  const task = bead === '' ? undefined : { id: clean(bead, MAX_TITLE), title: clean(beadTitle, MAX_TITLE) }
  const entry = intentEntry(record, intent, task)
  return added(ledger, event, { entries: [entry], notes: true, decision: answer(ANSWER.focused) })
}

function answer(text: string) {
  return { kind: 'answer', text } as const
}

function clean(text: string, maxChars: number): string {
  return redactedPreview(inOneLine(text), maxChars)
}
