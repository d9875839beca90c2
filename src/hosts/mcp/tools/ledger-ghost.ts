import { ghostNote, lookForGhost } from '../../../ledger/search/ghost.ts'
import { tellLedger } from '../../../ledger/tell-ledger.ts'
import { tellerFor, UNGOVERNED } from '../ledger-teller.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'
import { placeOf, problem, textOf } from './ledger-place.ts'

/** LEDGER-40, LEDGER-41: an absence is claimed only after it was looked for. */
export const ledgerGhost: Tool = {
  name: 'ledger_ghost',
  description:
    'Check that a feature which documents speak of is really absent from the code: two queries in different words, a control first. Until it answers `verified`, call it [UNVERIFIED GHOST].',
  inputSchema: {
    type: 'object',
    properties: {
      feature: { type: 'string', description: 'its name' },
      query1: { type: 'string', description: 'how the code might call it' },
      query2: { type: 'string', description: 'the same in quite different words' },
      control: { type: 'string', description: 'something that is certainly there (default: chosen)' },
      working_dir: { type: 'string', description: 'absolute path of the folder you work in' },
    },
    required: ['feature', 'query1', 'query2'],
  },
  readOnly: false,
  call,
}

async function call(input: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const { args } = input
  const place = placeOf(args, context)
  const teller = tellerFor(input, context)
  if (!place.ok) return place.answer
  if (teller === undefined) return UNGOVERNED
  const [feature, one, other] = ['feature', 'query1', 'query2'].map((name) => textOf(args, name))
  if (feature === undefined || one === undefined || other === undefined)
    return problem('give `feature`, `query1` and `query2`')
  const report = await lookForGhost(place.ground, { feature, queries: [one, other] }, textOf(args, 'control'))
  await tellLedger(teller, { do: 'note', entry: ghostNote(report) })
  return { text: JSON.stringify(report) }
}
