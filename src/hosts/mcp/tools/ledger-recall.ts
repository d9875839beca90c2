import type { Kind } from '../../../evidence/search/language.ts'
import { recall } from '../../../evidence/search/recall.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'
import { placeOf, problem, textOf } from './ledger-place.ts'

const SCOPES: Readonly<Record<string, readonly Kind[]>> = {
  all: ['ledger', 'code', 'docs'],
  ledger: ['ledger'],
  code: ['code'],
  docs: ['docs'],
}
const MAX_RESULTS = 10
const DEFAULT_RESULTS = 3

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
      topk: { type: 'number', description: `how many places, up to ${MAX_RESULTS} (default ${DEFAULT_RESULTS})` },
      working_dir: { type: 'string', description: 'absolute path of the folder you work in' },
    },
    required: ['query'],
  },
  readOnly: true,
  call,
}

async function call({ args }: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const place = placeOf(args, context)
  if (!place.ok) return place.answer
  const query = textOf(args, 'query')
  const scope = textOf(args, 'scope') ?? 'all'
  const kinds = Object.hasOwn(SCOPES, scope) ? SCOPES[scope] : undefined
  if (query === undefined) return problem('`query` is empty; say what you look for')
  if (kinds === undefined) return problem(`unknown scope \`${scope}\`; one of ${Object.keys(SCOPES).join(', ')}`)
  const wanted = typeof args['topk'] === 'number' ? Math.trunc(args['topk']) : DEFAULT_RESULTS
  const topk = Math.min(MAX_RESULTS, Math.max(1, wanted))
  const { results, degraded } = await recall(place.ground, [{ text: query, mode: 'hybrid', kinds, topk, threshold: 0 }])
  const lines = results.flat().map((one) => JSON.stringify(one))
  const note = degraded === null ? [] : [`degraded: ${degraded}; the embedded search answered`]
  return { text: [...(lines.length === 0 ? ['nothing found; use other words'] : lines), ...note].join('\n') }
}
