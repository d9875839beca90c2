import { ROOT_PREFIX } from '../../../model/citation.ts'
import { lookUp } from '../../../model/language.ts'
import type { GatheredLedger, LedgerDecision, LedgerRecord, NotedDecision } from '../../../model/ledger.ts'
import type { Policy } from '../../../model/policy.ts'
import { isoTime } from '../../../model/time.ts'
import { PACKET } from '../../../words/ledger.ts'
import { identifierText } from '../record/identifier.ts'
import { lastCommit, reasoningOf, seenIn } from '../record/record.ts'
import { cutToTokens, estimateTokens } from './tokens.ts'

/** What a session is told at its start; the budget of the whole start is 250, of which edge takes up to 85. */
const MAX_PACKET_TOKENS = 165
/** What has to be told may take two thirds more than the setting aims at. */
const TOLERANCE = 5 / 3
const LAST_DECISIONS = 3

interface Packet {
  readonly text: string
  /** Estimated; what was really sent is measured afterwards. */
  readonly tokens: number
}

/**
 * One line of the packet. `least` is what it keeps where room is short, `most` what it never exceeds, in model tokens; a line
 * whose `least` is 0 is told only where room is left. `counts` names what is left out with it.
 */
interface Piece {
  readonly label: string
  readonly text: string
  readonly short?: string
  readonly least: number
  readonly most: number
  readonly counts?: Counted
}

/** LEDGER-36: level 1, or with `tiered_recovery: false` all of Session Continuity. Undefined: there is nothing to tell. */
export function packetFor(
  record: LedgerRecord,
  gathered: GatheredLedger,
  policy: Policy['ledger'],
): Packet | undefined {
  const now = trueNow(record, gathered)
  return policy.tieredRecovery
    ? level1Packet(now, gathered, policy.level1Tokens)
    : wholePacket(now, gathered, policy.level2Tokens)
}

/** What the record says of commits and tests, without what does not hold any more. */
function trueNow(record: LedgerRecord, { undone = [], untested = false }: GatheredLedger): LedgerRecord {
  const gone = new Set(undone)
  return {
    ...record,
    decisions: record.decisions.map((one) => (gone.has(one.id) ? { ...one, superseded: true } : one)),
    tests: untested ? null : record.tests,
  }
}

/** LEDGER-24: beads first, what was seen before what was asked, and room for the last three decisions. */
function level1Packet(record: LedgerRecord, gathered: GatheredLedger, aim: number): Packet | undefined {
  const { told, others } = decisionsOf(record, gathered)
  const { blocker, question, next_step } = record.lists
  const seen = seenIn(record).join('; ')
  const brief = seenIn(record, baseName, 1).join('; ')
  const pieces: readonly Piece[] = [
    ...taskPieces(record, gathered),
    { label: PACKET.leftOff, text: seen, short: brief, least: 24, most: 30 },
    { label: seen === '' ? PACKET.leftOff : PACKET.asked, text: record.reasoning, least: 9, most: 14 },
    ...told.map(
      (one): Piece => ({ label: markOf(one), text: saidIn(one), least: 9, most: 20, counts: [PACKET.logEntries, 1] }),
    ),
    optional(PACKET.stale, (gathered.stale ?? []).map(withoutRoot), PACKET.citations),
    optional(PACKET.blocked, blocker.slice(-1), PACKET.blockers),
    optional(PACKET.gone, (gathered.missing ?? []).map(withoutRoot), PACKET.files),
  ]
  const beyond: readonly Counted[] = [
    [PACKET.logEntries, others],
    [PACKET.nextSteps, Math.max(0, next_step.length - 1)],
    [PACKET.blockers, Math.max(0, blocker.length - 1)],
    [PACKET.questions, question.length],
  ]
  return packed(pieces, beyond, { aim, most: Math.min(MAX_PACKET_TOKENS, Math.floor(aim * TOLERANCE)) })
}

function optional(label: string, texts: readonly string[], name: string): Piece {
  return { label, text: texts.join('; '), least: 0, most: 26, counts: [name, texts.length] }
}

function taskPieces({ bead, beadTitle, lists }: LedgerRecord, gathered: GatheredLedger): readonly Piece[] {
  const { id, title, status } = gathered.bead ?? { id: bead, title: beadTitle, status: '' }
  const state = gathered.isTaskGone ? PACKET.taskGone : status === '' ? '' : `[${status}]`
  const [next = ''] = [...(gathered.bead?.nextSteps ?? []), ...lists.next_step]
  return [
    {
      label: PACKET.task,
      text: id === '' ? '' : [id, state, title].filter((part) => part !== '').join(' '),
      least: 14,
      most: 20,
    },
    { label: PACKET.next, text: next, least: 9, most: 16 },
  ]
}

/** What is left out, by name and number. */
type Counted = readonly [name: string, count: number]

interface Limit {
  readonly aim: number
  readonly most: number
}

function packed(pieces: readonly Piece[], beyond: readonly Counted[], { aim, most }: Limit): Packet | undefined {
  const wanted = pieces.map((one) => ({ ...one, text: harmless(one.text) })).filter(({ text }) => text !== '')
  const frame = estimateTokens(PACKET.head) + estimateTokens(PACKET.tail('')) + 2
  const roomIn = (limit: number, leftOut: readonly Counted[]) => limit - frame - estimateTokens(notShown(leftOut))
  const essential = wanted.filter(isEssential)
  const within = (counted: readonly Piece[]) => {
    const room = roomIn(most, [...beyond, ...counted.map(countOf)])
    return { room, kept: shortened(essential, { aim: Math.min(room, roomIn(aim, beyond)), most: room }) }
  }
  const all = within(wanted.filter((one) => !isEssential(one)))
  const { room, kept } = all.kept.length === essential.length ? all : within(wanted)
  let left = room - sumOf(kept)
  const extra = wanted.flatMap((one) => {
    if (isEssential(one)) return []
    const line = lineOf(one, one.text)
    left -= costOf(line)
    return left < 0 ? [] : [line]
  })
  const lines = [...kept, ...extra]
  if (lines.length === 0) return undefined
  const told = new Set(lines.map(({ piece }) => piece))
  const leftOut = notShown([...beyond, ...wanted.filter((one) => !told.has(one)).map(countOf)])
  const text = [PACKET.head, ...lines.map(textOf), PACKET.tail(leftOut)].join('\n')
  return { text, tokens: estimateTokens(text) }
}

const isEssential = ({ least }: Piece): boolean => least > 0
const countOf = ({ counts = [PACKET.lines, 1] }: Piece): Counted => counts

interface Line {
  readonly piece: Piece
  readonly text: string
  /** Of its text. */
  readonly tokens: number
}

const lineOf = (piece: Piece, text: string): Line => {
  return { piece, text, tokens: Math.min(piece.most, estimateTokens(text)) }
}
const textOf = ({ piece, text, tokens }: Line): string => `${piece.label}: ${cutToTokens(text, tokens)}`
const costOf = ({ piece, tokens }: Line): number => estimateTokens(`${piece.label}: `) + tokens + 1
const sumOf = (lines: readonly Line[]): number => lines.reduce((sum, line) => sum + costOf(line), 0)

/**
 * Names are shortened first, then the longest line gives way until all are at their least. Only what even then has no room is
 * left out, the last first.
 */
function shortened(pieces: readonly Piece[], room: Limit): readonly Line[] {
  const brief = (one: Piece) => lineOf(one, one.short ?? one.text)
  const full = pieces.map((one) => (estimateTokens(one.text) > one.most ? brief(one) : lineOf(one, one.text)))
  let lines = sumOf(full) <= room.aim ? full : pieces.map(brief)
  for (let over = sumOf(lines) - room.aim; over > 0; over -= 1) {
    const [longest] = lines.toSorted((one, other) => excessOf(other) - excessOf(one))
    lines = lines.map((one) => (one === longest && excessOf(one) > 0 ? { ...one, tokens: one.tokens - 1 } : one))
  }
  while (lines.length > 0 && sumOf(lines) > room.most) lines = lines.slice(0, -1)
  return lines
}

const excessOf = ({ piece, tokens }: Line): number => tokens - piece.least

/** LEDGER-24: how much more there is, so that nobody takes the packet for the whole. */
function notShown(counted: readonly Counted[]): string {
  const sums = new Map<string, number>()
  for (const [name, count] of counted) sums.set(name, (sums.get(name) ?? 0) + count)
  const parts = [...sums].flatMap(([name, count]) => (count === 0 ? [] : [`${count} ${name}`]))
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

/** As far as the budget of level 2 allows. */
function wholePacket(record: LedgerRecord, gathered: GatheredLedger, budget: number): Packet | undefined {
  const { decisions, identifiers, lists } = record
  const pieces: readonly Piece[] = [
    ...taskPieces(record, gathered),
    { label: PACKET.leftOff, text: reasoningOf(record), least: 0, most: budget },
    ...decisions.toReversed().map((one): Piece => ({ label: markOf(one), text: saidIn(one), least: 0, most: budget })),
    ...identifiers
      .toReversed()
      .map((one): Piece => ({ label: PACKET.file, text: identifierText(one), least: 0, most: budget })),
    ...lists.next_step.slice(1).map((text): Piece => ({ label: PACKET.next, text, least: 0, most: budget })),
    ...lists.question.map((text): Piece => ({ label: PACKET.question, text, least: 0, most: budget })),
    ...lists.blocker.map((text): Piece => ({ label: PACKET.blocked, text, least: 0, most: budget })),
  ]
  return packed(pieces, [], { aim: budget, most: budget })
}

const withoutRoot = (text: string): string => text.replaceAll(ROOT_PREFIX, '')

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

type Told = Pick<LedgerDecision, 'title' | 'decision' | 'grounding'>

/**
 * The last three rulings, and where there are fewer, what was seen. NOTES.md outranks the trajectory (LEDGER-2): what a person
 * added there counts, what only we know comes with it.
 */
function decisionsOf(record: LedgerRecord, { notes }: GatheredLedger) {
  const { decisions, decisionCount } = record
  // Those with an id are our own, and older than what the record holds.
  const noted = (notes?.decisions ?? []).filter(({ id }) => id === '').map(asTold)
  const ours = decisions.filter(isWorthTelling).map((told) => ({ ts: isoTime(told.atMs), told }))
  const newest = [...noted, ...ours].toSorted((left, right) => (left.ts < right.ts ? 1 : -1)).map(({ told }) => told)
  // The last commit is part of where the work stands.
  const commit = lastCommit(record)
  const seen = newest.filter((one) => isSeen(one) && one !== commit)
  const rulings = newest.filter((one) => !isSeen(one))
  const told = [...rulings, ...seen].slice(0, LAST_DECISIONS)
  // Tests and the last commit are told with the state of the work.
  const stated = seenIn(record).filter((one) => !one.startsWith('changed ')).length
  return { told, others: Math.max(0, decisionCount + noted.length - told.length - stated) }
}

const isSeen = ({ grounding }: Told): boolean => grounding === 'observed'

/** Written by somebody else: nobody has compared what it cites. */
function asTold({ ts, title, decision }: NotedDecision) {
  return { ts, told: { title, decision, grounding: 'ungrounded' } as const }
}

/** That tests ran is part of where the work stands; as a decision it would crowd out the others. */
function isWorthTelling(one: LedgerDecision): boolean {
  return !one.superseded && !(isSeen(one) && one.title.startsWith('Tests '))
}

const MARKS: Readonly<Record<string, string>> = { assumption: PACKET.assumption, ungrounded: PACKET.unverified }

function markOf({ grounding }: Told): string {
  return `${PACKET.decided}${lookUp(MARKS, grounding) ?? ''}`
}

function saidIn(one: Told): string {
  const { title, decision } = one
  return isSeen(one) || decision === '' || decision === title ? title : `${title}: ${decision}`
}

/** A ledger is a file anybody may write: nothing in it may look like a tag or a new line to the model. */
function harmless(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
}
