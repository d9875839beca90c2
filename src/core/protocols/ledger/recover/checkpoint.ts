import { ALLOW, type Decision } from '../../../model/decision.ts'
import type { EventOf } from '../../../model/event.ts'
import type { LedgerEntry, LedgerRecord, LedgerState } from '../../../model/ledger.ts'
import type { Effect, Outcome } from '../../../model/outcome.ts'
import type { Policy } from '../../../model/policy.ts'
import { ANSWER } from '../../../words/ledger.ts'
import { identifierRow } from '../notes/edit-notes.ts'
import { handoffRefs } from '../notes/notes-ref.ts'
import { added } from '../record/write.ts'
import { groundingEntries, type Synthesis, synthesise } from './synthesis.ts'

type LedgerPolicy = Policy['ledger']
type Clearing = EventOf<'prompt' | 'command' | 'ledger'>

/** LEDGER-54: compaction persists what is new and goes on, unless a person promoted it to gate. */
export function persistAtCompaction(
  ledger: LedgerState,
  event: EventOf<'compact.before'>,
  policy: LedgerPolicy,
): Outcome {
  const synthesis = synthesise(ledger, event.around.ledger.grounding, policy)
  const isRefused = policy.precompact === 'gate' && event.trigger === 'manual' && !synthesis.isMet
  const decision: Decision = isRefused
    ? { kind: 'block', reasons: [{ ruleId: 'LEDGER-54', text: synthesis.refusal }] }
    : ALLOW
  if (ledger.record.n === 0) return added(ledger, event, { entries: [], decision })
  const entries = groundingEntries(synthesis.grounding, policy)
  return added(ledger, event, { entries, decision, effects: [{ kind: 'ledger.delta', tokens: 0 }] })
}

/** LEDGER-46: the end of a session hands on what there is. A session that left nothing new leaves no handoff. */
export function handOff(ledger: LedgerState, event: EventOf<'session.end'>, policy: LedgerPolicy): Outcome {
  const synthesis = synthesise(ledger, event.around.ledger.grounding, policy)
  const entries = hasNews(ledger) ? handoffEntries(ledger, event, { synthesis, policy, reason: event.reason }) : []
  const { retentionDays, archiveDays, compressionLevel } = policy
  const tend = { kind: 'ledger.tend', retentionDays, archiveDays, compressionLevel } as const
  const weigh = entries.length > 0 ? weighEffects(ledger.record) : []
  return added(ledger, event, {
    entries,
    redo: ledger.record.n > 0,
    // What takes longest comes last: a runtime waits for the end of a session only so long.
    effects: ledger.record.n > 0 ? [tend, ...weigh] : [],
  })
}

export function handoffEntries(
  { record }: LedgerState,
  event: Clearing | EventOf<'session.end'>,
  {
    synthesis,
    policy,
    reason,
  }: { readonly synthesis: Synthesis; readonly policy: LedgerPolicy; readonly reason: string },
): readonly LedgerEntry[] {
  const { grounding, eddVerified, isReady, isSettled, unmet } = synthesis
  return [
    ...groundingEntries(grounding, policy),
    {
      phase: 'session_handoff',
      root_span_id: event.id,
      bead_id: record.bead,
      notes_refs: handoffRefs(record, event.around.ledger.places),
      edd_verified: eddVerified,
      grounding_ratio: grounding.ratio,
      test_scenarios: record.scenarios.length,
      next_session_ready: isReady,
      reason,
      unmet,
      settled: isSettled,
    },
  ]
}

/** Something was asked, changed or decided since the last handoff. */
function hasNews({ record }: LedgerState): boolean {
  const { intentMs, identifiers, decisions, handoff } = record
  const newest = Math.max(intentMs, identifiers.at(-1)?.atMs ?? 0, decisions.at(-1)?.atMs ?? 0)
  return newest > (handoff?.atMs ?? 0)
}

/** LEDGER-128: our own clear, and the runtime's where a person shadowed it. It ends the command with words. */
export function guardClear(ledger: LedgerState, event: Clearing, policy: LedgerPolicy): Outcome {
  const synthesis = synthesise(ledger, event.around.ledger.grounding, policy)
  const entries = handoffEntries(ledger, event, { synthesis, policy, reason: 'clear' })
  if (!synthesis.isMet && policy.effect === 'gate') {
    const reasons = [{ ruleId: 'LEDGER-38', text: synthesis.refusal }] as const
    const checked = groundingEntries(synthesis.grounding, policy)
    return added(ledger, event, { entries: checked, notes: true, decision: { kind: 'block', reasons } })
  }
  const text = ANSWER.mayClear(event.kind === 'ledger' ? '/clear' : '/new', synthesis.unmet)
  return added(ledger, event, { entries, decision: { kind: 'answer', text }, effects: weighEffects(ledger.record) })
}

/** A runtime's own `/clear` never arrives as a prompt; this one does where a person put a command of ours in its place. */
export function isClear(prompt: string): boolean {
  return /^\/clear\s*$/.test(prompt)
}

/**
 * LEDGER-86, LEDGER-121: the identifiers of this session, to be weighed against what they name once the answer is out: a real
 * tokenizer is too heavy for a decision.
 */
export function weighEffects({ identifiers, handoff }: LedgerRecord): readonly Effect[] {
  const since = handoff?.atMs ?? 0
  const named = identifiers.filter(({ atMs, purpose }) => atMs > since && purpose !== 'deleted')
  if (named.length === 0) return []
  return [
    {
      kind: 'ledger.weigh',
      named: named.map((one) => ({ path: one.path, lines: one.lines, row: identifierRow(one) })),
    },
  ]
}
