import type { EventOf } from '../../../model/event.ts'
import type { Evidence, LedgerAct, LedgerEntry, LedgerState } from '../../../model/ledger.ts'
import type { Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { unreachable } from '../../../model/unreachable.ts'
import { redactedPreview } from '../../../rules/text/preview.ts'
import { entryHead } from '../notes/edit-notes.ts'
import { decisionRef } from '../notes/notes-ref.ts'
import { guardClear, handoffEntries } from '../recover/checkpoint.ts'
import { synthesise } from '../recover/synthesis.ts'
import { forkEntry, isSame, rulingOn } from './authority.ts'
import { decisionId } from './decision-id.ts'
import { keyPoints, MAX_POINTS_CHARS } from './key-points.ts'
import { reasoningOf } from './reasoning.ts'
import { weighEffects } from './weigh.ts'
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
      return added(ledger, event, { entries: [pivotEntry(said)], decision: answer('the pivot is recorded') })
    case 'focus':
      return focus(ledger, event, said)
    case 'settle': {
      const entry: LedgerEntry = { phase: 'note', list: said.list, text: clean(said.text, MAX_TEXT), done: true }
      return added(ledger, event, { entries: [entry], notes: true, decision: answer('settled') })
    }
    case 'clear':
      return guardClear(ledger, event, policy)
    case 'handoff': {
      const synthesis = synthesise(ledger, event.around.ledger.grounding, policy)
      const entries = handoffEntries(ledger, event, { synthesis, policy, reason: clean(said.reason, MAX_TITLE) })
      const left = synthesis.unmet.length === 0 ? '' : `; still unmet: ${synthesis.unmet.join('; ')}`
      const where = reasoningOf(ledger.record)
      const decision = answer(`handed off${where === '' ? '' : `: ${where}`}${left}`)
      return added(ledger, event, { entries, decision, effects: weighEffects(ledger.record) })
    }
    case 'rollback': {
      const { to, decisionIds, intent } = said
      const entry: LedgerEntry = { phase: 'supersede', to, decision_ids: decisionIds, intent: clean(intent, MAX_TEXT) }
      return added(ledger, event, { entries: [entry], decision: answer(`line ${to} is the newest version again`) })
    }
    case 'measured': {
      const entry: LedgerEntry = { phase: 'recovery', level: said.level, tokens: said.tokens, measured: true }
      return added(ledger, event, { entries: [entry] })
    }
    case 'weighed':
      return added(ledger, event, { entries: [{ phase: 'savings', ...said.savings }] })
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

const NOTHING: Outcome = { decision: { kind: 'allow' }, facts: [], effects: [] }

/** LEDGER-32 to LEDGER-34: an earlier ruling stands until somebody says that this one replaces it. */
function decideOn(ledger: LedgerState, event: Said, said: Acting<'decide'>): Outcome {
  const title = clean(said.title, MAX_TITLE)
  const claim = redactedPreview(said.decision.trim(), MAX_SAID)
  const point = keyPoints(claim, MAX_POINTS_CHARS)
  const ruling = rulingOn(ledger.record, title)
  const isFork = ruling !== undefined && !isSame(ruling.decision, point)
  const fork = { bead: ledger.record.bead, topic: title, context: point, ruled: ruling?.decision ?? '' }
  if (isFork && said.supersedes !== ruling.id) {
    const text = `an earlier ruling stands: \`${ruling.decision}\`; keep it, or give its id \`${ruling.id}\` as the one that is superseded`
    return added(ledger, event, {
      entries: [forkEntry({ ...fork, resolution: 'the earlier ruling is kept' })],
      decision: { kind: 'block', reasons: [{ ruleId: 'LEDGER-34', text }] },
    })
  }
  const resolved = isFork ? [forkEntry({ ...fork, resolution: 'the earlier ruling is superseded' })] : []
  const id = decisionId(event, 'ruling')
  const cite = placed(ledger, event, citeEntry(ledger, said, { id, title, claim }))
  const grounds = cite.grounding === 'ungrounded' ? '; no citation of it could be verified' : ''
  const entries: readonly LedgerEntry[] = [...resolved, ...scenarioEntries(ledger, said), cite, ...noteEntries(said)]
  return added(ledger, event, { entries, decision: answer(`recorded as \`${id}\`${grounds}`) })
}

interface Named {
  readonly id: string
  readonly title: string
  readonly claim: string
}

function citeEntry({ record }: LedgerState, said: Acting<'decide'>, { id, title, claim }: Named) {
  const evidence = said.evidence.slice(0, MAX_EVIDENCE).map(cleanEvidence)
  const isCited = evidence.length > 0 && evidence.every(({ status }) => GROUNDED.has(status))
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

/** What was true when it was written and stands elsewhere today is evidence still. */
const GROUNDED: ReadonlySet<string> = new Set(['verified', 'moved'])

/** LEDGER-13: a quote with a secret in it is kept without the secret, and is no evidence any more. */
function cleanEvidence(given: Evidence): Evidence {
  const quote = redactedPreview(given.quote, MAX_TEXT)
  return { ...given, quote, status: quote === given.quote ? given.status : 'redacted' }
}

function scenarioEntries({ record }: LedgerState, { scenarios }: Acting<'decide'>): readonly LedgerEntry[] {
  return scenarios.slice(0, MAX_ADDED).map(({ name, type, expected }) => {
    const said = { name: clean(name, MAX_TITLE), type, expected: clean(expected, MAX_TEXT) }
    return { phase: 'test_scenario', bead_id: record.bead, ...said }
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
  const entry: LedgerEntry = {
    phase: 'intent',
    intent: reasoning === '' ? record.reasoning : clean(reasoning, MAX_TEXT),
    bead_id: bead === '' ? record.bead : clean(bead, MAX_TITLE),
    bead_title: bead === '' ? record.beadTitle : clean(beadTitle, MAX_TITLE),
    previous: reasoningOf(record),
  }
  return added(ledger, event, { entries: [entry], notes: true, decision: answer('noted') })
}

function answer(text: string) {
  return { kind: 'answer', text } as const
}

function clean(text: string, maxChars: number): string {
  return redactedPreview(text.replaceAll(/\s+/g, ' ').trim(), maxChars)
}
