import { reasoningOf } from '../../../core/protocols/ledger/record/record.ts'
import { tellerFor, UNGOVERNED, WORKING_DIR } from '../ledger-teller.ts'
import type { Tool } from '../tool.ts'

/** Where the record stands, in a few lines. */
export const ledgerStatus: Tool = {
  name: 'ledger_status',
  description: 'Where the work stands according to the ledger: task, reasoning state, last decisions, what is open.',
  inputSchema: { type: 'object', properties: { working_dir: WORKING_DIR } },
  readOnly: true,
  async call(input, context) {
    const project = tellerFor(input, context)?.project
    if (project === undefined) return UNGOVERNED
    const { record, trouble } = (await (await context.store()).read(project)).ledger
    const { bead, beadTitle, claims, lists, decisions, debt } = record
    return {
      text: JSON.stringify({
        task: bead === '' ? null : `${bead} ${beadTitle}`,
        reasoning_state: reasoningOf(record),
        decisions: decisions
          .slice(-3)
          .map(({ id, title, decision, grounding }) => ({ id, title, decision, grounding })),
        claims,
        next_steps: lists.next_step,
        blockers: lists.blocker,
        questions: lists.question,
        unmet: debt,
        savings: record.savings ?? null,
        ...(trouble !== null && { trouble }),
      }),
    }
  },
}
