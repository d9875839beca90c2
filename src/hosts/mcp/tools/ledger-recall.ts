import { DEFAULT_POLICY } from '../../../core/model/policy.ts'
import { fitLevel2, LEVEL2_RESULTS } from '../../../core/protocols/ledger/recover/tokens.ts'
import { countTokens } from '../../../ledger/count-tokens.ts'
import { kindsIn, SEARCH_SCOPES } from '../../../ledger/search/language.ts'
import { recall } from '../../../ledger/search/recall.ts'
import type { SearchResult } from '../../../ledger/search/search.ts'
import { tellLedger } from '../../../ledger/tell-ledger.ts'
import { tellerFor } from '../ledger-teller.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'
import { placeOf, problem, textOf } from './ledger-place.ts'

const MAX_RESULTS = 10

/** LEDGER-25, LEDGER-82: a few places instead of whole files. */
export const ledgerRecall: Tool = {
  name: 'ledger_recall',
  description:
    'Find the few places in ledgers, code and documents that answer a question. Gives one JSON object a line: path, span, score, snippet.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'what you look for, in your own words' },
      scope: { type: 'string', description: 'all (default), ledger, code or docs' },
      topk: { type: 'number', description: `how many places, up to ${MAX_RESULTS} (default ${LEVEL2_RESULTS})` },
      working_dir: { type: 'string', description: 'absolute path of the folder you work in' },
    },
    required: ['query'],
  },
  readOnly: true,
  call,
}

async function call(input: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const { args } = input
  const place = placeOf(args, context)
  if (!place.ok) return place.answer
  const query = textOf(args, 'query')
  const scope = textOf(args, 'scope') ?? 'all'
  const kinds = kindsIn(scope)
  if (query === undefined) return problem('`query` is empty; say what you look for')
  if (kinds === undefined) return problem(`unknown scope \`${scope}\`; one of ${SEARCH_SCOPES.join(', ')}`)
  const wanted = typeof args['topk'] === 'number' ? Math.trunc(args['topk']) : LEVEL2_RESULTS
  const topk = Math.min(MAX_RESULTS, Math.max(1, wanted))
  const { results, degraded } = await recall(place.ground, [{ text: query, mode: 'hybrid', kinds, topk, threshold: 0 }])
  const teller = tellerFor(input, context)
  const { level2Tokens } = (teller && context.policy?.(teller.project).ledger) ?? DEFAULT_POLICY.ledger
  const lines = fitLevel2(results.flat(), level2Tokens, lineOf)
  if (teller && lines.length > 0 && kinds.includes('ledger')) {
    const tokens = await countTokens(lines.join('\n'))
    await tellLedger(teller, { do: 'measured', level: 2, tokens })
  }
  const note = degraded === null ? [] : [`degraded: ${degraded}; the embedded search answered`]
  return { text: [...(lines.length === 0 ? ['nothing found; use other words'] : lines), ...note].join('\n') }
}

/** What a model needs of it: offsets and hashes are for programs. */
function lineOf({ path, span, score, snippet, engine }: SearchResult): string {
  const { line_start, line_end } = span
  return JSON.stringify({ path, span: { line_start, line_end }, score, snippet, engine })
}
