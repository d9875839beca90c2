import type { LedgerRecord } from '../core/model/ledger.ts'
import { isoTime } from '../core/model/time.ts'
import { reasoningOf } from '../core/protocols/ledger/record/record.ts'

/** LEDGER-116: everything another agent or another runtime needs to go on, in one object of plain data. */
export function handoffPacket(project: string, record: LedgerRecord) {
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
