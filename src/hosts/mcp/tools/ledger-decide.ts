import type { Json } from '../../../core/model/json.ts'
import { type ListName, SCENARIO_TYPES, type Scenario } from '../../../core/model/ledger.ts'
import { tellRuling, wordsOf } from '../../../ledger/tell-ledger.ts'
import { tellerFor, UNGOVERNED, WORKING_DIR } from '../ledger-teller.ts'
import type { Tool, ToolAnswer, ToolContext, ToolInput } from '../tool.ts'

const TEXT = { type: 'string' } as const
const TEXTS = { type: 'array', items: TEXT } as const

/** LEDGER-33: a decision at once, with evidence that is opened and compared before it counts. */
export const ledgerDecide: Tool = {
  name: 'ledger_decide',
  description:
    'Record a decision so that it outlives this context. Cite word for word what it rests on: each citation is opened and compared. Without evidence set assumption=true.',
  inputSchema: {
    type: 'object',
    properties: {
      title: { ...TEXT, description: 'what it is about, in a few words; the same words name the same question later' },
      decision: { ...TEXT, description: 'what is decided' },
      rationale: { ...TEXT, description: 'why' },
      evidence: {
        type: 'array',
        description: `word-for-word quotes with absolute or \${PROJECT_ROOT}/ paths and line numbers`,
        items: {
          type: 'object',
          properties: { path: TEXT, line: { type: 'integer' }, quote: TEXT },
          required: ['path', 'line', 'quote'],
        },
      },
      assumption: { type: 'boolean', description: 'true when nothing in the code proves it' },
      supersedes: { ...TEXT, description: 'id of the earlier decision that this one replaces' },
      test_scenarios: {
        type: 'array',
        items: {
          type: 'object',
          properties: { name: TEXT, type: { enum: [...SCENARIO_TYPES] }, expected: TEXT },
          required: ['name', 'type', 'expected'],
        },
      },
      next_steps: TEXTS,
      blockers: TEXTS,
      questions: TEXTS,
      working_dir: WORKING_DIR,
    },
    required: ['title', 'decision'],
  },
  readOnly: false,
  call,
}

async function call(input: ToolInput, context: ToolContext): Promise<ToolAnswer> {
  const { args } = input
  const teller = tellerFor(input, context)
  if (teller === undefined) return UNGOVERNED
  const [title, decision] = [textOf(args['title']), textOf(args['decision'])]
  if (title === '' || decision === '') return { text: 'give `title` and `decision`', isError: true }
  const { decision: answer, doubts } = await tellRuling(teller, {
    title,
    decision,
    rationale: textOf(args['rationale']),
    citations: listOf(args['evidence']).map(fieldsOf),
    isAssumption: args['assumption'] === true,
    supersedes: textOf(args['supersedes']),
    scenarios: listOf(args['test_scenarios']).flatMap(scenarioOf),
    notes: [
      ...noted('next_step', args['next_steps']),
      ...noted('blocker', args['blockers']),
      ...noted('question', args['questions']),
    ],
  })
  const { text, isRefused } = wordsOf(answer)
  return { text: [text, ...doubts.map((doubt) => `not grounded: ${doubt}`)].join('\n'), isError: isRefused }
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function fieldsOf(value: Json): { readonly [key: string]: Json } {
  // Only an object has fields; Array.isArray does not narrow a read-only list.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [key: string]: Json })
    : { quote: value }
}

function scenarioOf(value: Json): readonly Scenario[] {
  const { name, type, expected } = fieldsOf(value)
  const known = SCENARIO_TYPES.find((one) => one === type)
  return known === undefined ? [] : [{ name: textOf(name), type: known, expected: textOf(expected) }]
}

function noted(list: ListName, value: Json | undefined) {
  return listOf(value).flatMap((text) => (typeof text === 'string' && text !== '' ? [{ list, text }] : []))
}
