import { ROOT_PREFIX } from '../../../model/citation.ts'
import { lookUp } from '../../../model/language.ts'
import type { GatheredLedger, LedgerDecision, LedgerRecord, NotedDecision } from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'
import { isoTime } from '../../../model/time.ts'
import { PACKET } from '../../../words/ledger.ts'
import { identifierText } from '../record/identifier.ts'
import { reasoningOf } from '../record/record.ts'
import { cutToTokens, estimateTokens } from './tokens.ts'

/** What a session is told at its start; the budget of the whole start is 250, of which edge takes up to 100. */
const MAX_PACKET_TOKENS = 150
const LAST_DECISIONS = 3
const DECISION_TOKENS = 26
const REASONING_TOKENS = 45

interface Packet {
  readonly text: string
  /** Estimated; what was really sent is measured afterwards. */
  readonly tokens: number
}

/** LEDGER-36: level 1, or with `tiered_recovery: false` all of Session Continuity. Undefined: there is nothing to tell. */
export function packetFor(
  record: LedgerRecord,
  gathered: GatheredLedger,
  policy: Policy['ledger'],
): Packet | undefined {
  return policy.tieredRecovery
    ? level1Packet(record, gathered, policy.level1Tokens)
    : wholePacket(record, gathered, policy.level2Tokens)
}

/** LEDGER-24: beads first, then Active Context and the last three decisions. */
function level1Packet(record: LedgerRecord, gathered: GatheredLedger, budget: number): Packet | undefined {
  const pieces = [
    ...beadPiece(record, gathered),
    ...labelled(PACKET.leftOff, reasoningOf(record), REASONING_TOKENS),
    ...decisionPieces(record, gathered),
    ...labelled(PACKET.stale, (gathered.reopened?.stale ?? []).map(withoutRoot).join('; '), DECISION_TOKENS),
    ...labelled(PACKET.blocked, record.lists.blocker.slice(-1).join(''), DECISION_TOKENS),
    ...labelled(PACKET.gone, (gathered.missing ?? []).join(', '), DECISION_TOKENS),
    ...openPiece(record),
  ]
  return packed(pieces, Math.min(budget, MAX_PACKET_TOKENS))
}

/** As far as the budget of level 2 allows. */
function wholePacket(record: LedgerRecord, gathered: GatheredLedger, budget: number): Packet | undefined {
  const { decisions, identifiers, lists } = record
  return packed(
    [
      ...beadPiece(record, gathered),
      ...labelled(PACKET.leftOff, reasoningOf(record), budget),
      ...decisions.toReversed().map(decisionText),
      ...identifiers.toReversed().map((one) => `${identifierText(one)} (${one.purpose})`),
      ...lists.next_step.map((one) => `${PACKET.next}: ${one}`),
      ...lists.question.map((one) => `${PACKET.question}: ${one}`),
      ...lists.blocker.map((one) => `${PACKET.blocked}: ${one}`),
    ],
    budget,
  )
}

const withoutRoot = (text: string): string => text.replaceAll(ROOT_PREFIX, '')

/** Pieces in order of weight; one that does not fit any more is left out, and so is everything after it. */
function packed(pieces: readonly string[], budget: number): Packet | undefined {
  let left = budget - estimateTokens(PACKET.head) - estimateTokens(PACKET.tail) - 2
  const kept: string[] = []
  for (const piece of pieces.map(harmless)) {
    const cost = estimateTokens(piece) + 1
    if (cost > left) break
    left -= cost
    kept.push(piece)
  }
  if (kept.length === 0) return undefined
  const text = [PACKET.head, ...kept, PACKET.tail].join('\n')
  return { text, tokens: estimateTokens(text) }
}

function beadPiece({ bead, beadTitle, lists }: LedgerRecord, gathered: GatheredLedger): readonly string[] {
  const [id, title] = gathered.bead ? [gathered.bead.id, gathered.bead.title] : [bead, beadTitle]
  if (id === '') return labelled(PACKET.next, lists.next_step.slice(0, 1).join(''), DECISION_TOKENS)
  const [next] = [...(gathered.bead?.nextSteps ?? []), ...lists.next_step]
  const status = gathered.bead === undefined ? '' : ` [${gathered.bead.status}]`
  return labelled(PACKET.task, `${id} ${title}${status}${next === undefined ? '' : `; next: ${next}`}`, DECISION_TOKENS)
}

function labelled(label: string, text: string, maxTokens: number): readonly string[] {
  return text === '' ? [] : [`${label}: ${cutToTokens(text, maxTokens)}`]
}

type Told = Pick<LedgerDecision, 'title' | 'decision' | 'grounding'>

/** NOTES.md outranks the trajectory (LEDGER-2): what a person added there counts, what only we know comes with it. */
function decisionPieces({ decisions }: LedgerRecord, { notes }: GatheredLedger): readonly string[] {
  const known = new Map(decisions.map((one) => [one.id, one]))
  const noted = (notes?.decisions ?? []).filter(({ id }) => !known.has(id)).map(asTold)
  const ours = decisions.map((told) => ({ ts: isoTime(told.atMs), told }))
  const newest = [...noted, ...ours].toSorted((left, right) => (left.ts < right.ts ? -1 : 1)).map(({ told }) => told)
  return newest.filter(isWorthTelling).slice(-LAST_DECISIONS).toReversed().map(decisionText)
}

/** Written by somebody else: nobody has compared what it cites. */
function asTold({ ts, title, decision }: NotedDecision) {
  return { ts, told: { title, decision, grounding: 'ungrounded', superseded: false } as const }
}

/** That tests ran is part of where the work stands; as a decision it would crowd out the others. */
function isWorthTelling({ superseded, grounding, title }: Told & { readonly superseded: boolean }): boolean {
  return !superseded && !(grounding === 'observed' && title.startsWith('Tests '))
}

const MARKS: Readonly<Record<string, string>> = { assumption: PACKET.assumption, ungrounded: PACKET.unverified }

function decisionText({ title, decision, grounding }: Told): string {
  const said = grounding === 'observed' || decision === '' || decision === title ? title : `${title}: ${decision}`
  return `${PACKET.decided}${lookUp(MARKS, grounding) ?? ''}: ${cutToTokens(said, DECISION_TOKENS)}`
}

function openPiece({ lists }: LedgerRecord): readonly string[] {
  return lists.question.length === 0 ? [] : [`${PACKET.openQuestions}: ${lists.question.length}`]
}

/** A ledger is a file anybody may write: nothing in it may look like a tag or a new line to the model. */
function harmless(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
}
