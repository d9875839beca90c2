import { tellLedger, wordsOf } from '../../../ledger/tell-ledger.ts'
import { tellerFor, UNGOVERNED, WORKING_DIR } from '../ledger-teller.ts'
import type { Tool } from '../tool.ts'

const TEXT = { type: 'string' } as const

/** LEDGER-105: what was learnt from a search that found too much, before the next one. */
export const ledgerPivot: Tool = {
  name: 'ledger_pivot',
  description: 'After a search with more than 50 results: record why it was too broad, before you refine it.',
  inputSchema: {
    type: 'object',
    properties: {
      reason: { ...TEXT, description: 'why there were so many results' },
      result_count: { type: 'integer' },
      hypothesis_failure: { ...TEXT, description: 'what you had expected, and why it was wrong' },
      refined_hypothesis: { ...TEXT, description: 'what you expect now' },
      working_dir: WORKING_DIR,
    },
    required: ['reason', 'result_count', 'hypothesis_failure', 'refined_hypothesis'],
  },
  readOnly: false,
  async call(input, context) {
    const { args } = input
    const teller = tellerFor(input, context)
    if (teller === undefined) return UNGOVERNED
    const { reason, result_count: count, hypothesis_failure: failure, refined_hypothesis: refined } = args
    if (
      typeof reason !== 'string' ||
      typeof failure !== 'string' ||
      typeof refined !== 'string' ||
      typeof count !== 'number'
    )
      return { text: 'give `reason`, `result_count`, `hypothesis_failure` and `refined_hypothesis`', isError: true }
    const act = {
      do: 'pivot',
      reason,
      resultCount: count,
      hypothesisFailure: failure,
      refinedHypothesis: refined,
    } as const
    return { text: wordsOf(await tellLedger(teller, act)).text }
  },
}
