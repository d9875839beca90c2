import type { EdgeState, Observations } from '../../model/state.ts'
import { CONTEXT_PARTS, observedText } from '../../words/edge.ts'
import { KEPT_TEXTS } from '../../words/kept.ts'
import { liveHolds } from './holds.ts'
import { isExpired } from './kept.ts'
import { callCount } from './observations.ts'

/** Edge's share of what a session start may cost; the ledger has the rest. */
const MAX_TOKENS = 85
const MAX_LESSONS = 2

/** EDGE-94: what a new session must know, the most important first, as much of it as fits. */
export function contextText(
  edge: EdgeState,
  now: { readonly atMs: number; readonly lost: readonly Observations[] },
): string {
  const [lost] = now.lost
  const { objective, plan, currentStep, memory } = edge.claims
  const step = plan[currentStep - 1]
  const [hold] = liveHolds(edge, now.atMs)
  const parts = [
    CONTEXT_PARTS.mode(edge.mode),
    // What was only inferred may be over; the ledger tells what was asked last.
    ...(objective === '' || edge.objectiveInferred ? [] : [CONTEXT_PARTS.objective(cut(objective, 25))]),
    ...(step ? [CONTEXT_PARTS.step(currentStep, plan.length, step.status, cut(step.description, 20))] : []),
    ...(lost ? [CONTEXT_PARTS.lost(observedText(lost, callCount(lost)))] : []),
    ...(hold ? [CONTEXT_PARTS.hold(hold.number, cut(hold.reason, 18))] : []),
    ...memory.slice(-MAX_LESSONS).map(({ trigger, lesson }) => cut(CONTEXT_PARTS.lesson(trigger, lesson), 20)),
  ]
  return [fitting(parts, MAX_TOKENS), ...decidedMeanwhile(edge, now.atMs)].join('\n')
}

/** EDGE-129: in at most three lines, what was approved for this session and what was refused, and why. */
function decidedMeanwhile({ allowances, kept }: EdgeState, atMs: number): readonly string[] {
  return [
    ...allowances
      .filter((one) => one.scope === 'later' && one.use.kind === 'open' && !isExpired(one, atMs))
      .map((one) => KEPT_TEXTS.startApproved(one)),
    ...kept.filter((one) => one.skipped && atMs < one.keepUntilMs).map((one) => KEPT_TEXTS.startSkipped(one)),
  ]
    .slice(0, MAX_DECIDED)
    .map((line) => cut(line, MAX_DECIDED_TOKENS))
}

const MAX_DECIDED = 3
const MAX_DECIDED_TOKENS = 60

function fitting(parts: readonly string[], maxTokens: number): string {
  const kept: string[] = []
  let left = maxTokens
  for (const part of parts) {
    left -= tokensIn(part) + 1
    if (left < 0) break
    kept.push(part)
  }
  return kept.join('; ')
}

function cut(text: string, maxTokens: number): string {
  const line = text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
  if (tokensIn(line) <= maxTokens) return line
  let kept = ''
  let left = maxTokens - 1
  for (const piece of piecesOf(line)) {
    const cost = costOf(piece)
    // A word that is too long is cut.
    kept += cost <= left ? piece : piece.slice(0, left)
    left -= cost
    if (left <= 0) break
  }
  return `${kept.trimEnd()}…`
}

/** Words with the blank before them, numbers, and every other character by itself. */
const PIECES = / ?[A-Za-z]+|\d+| |[^A-Za-z\d ]/gu

function piecesOf(text: string): readonly string[] {
  return text.match(PIECES) ?? []
}

/** An estimate above what tokenizers really take, so the budget is never exceeded. */
function tokensIn(text: string): number {
  return piecesOf(text).reduce((sum, piece) => sum + costOf(piece), 0)
}

const PLAIN_WORD_CHARS = 12

function costOf(piece: string): number {
  if (/^\d+$/.test(piece)) return Math.ceil(piece.length / 3)
  if (/^ ?[A-Za-z]+$/.test(piece)) {
    // A common word is one or two tokens; a long or unusual one is split into more.
    const word = piece.trimStart()
    const isPlain = /^[A-Z]?[a-z]+$/.test(word) && /[aeiouy]/.test(word) && word.length <= PLAIN_WORD_CHARS
    return Math.ceil(word.length / (isPlain ? 4 : 2))
  }
  const code = piece.charCodeAt(0)
  return code < 0x80 ? 1 : code < 0x800 ? 2 : 3
}
