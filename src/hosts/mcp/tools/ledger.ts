import { ROOT_PREFIX } from '../../../core/model/citation.ts'
import { isJsonObject, type Json } from '../../../core/model/json.ts'
import { type ListName, SCENARIO_TYPES, type Scenario } from '../../../core/model/ledger.ts'
import { DEFAULT_POLICY } from '../../../core/model/policy.ts'
import { storedPath } from '../../../core/protocols/ledger/cite/citation.ts'
import { reasoningOf } from '../../../core/protocols/ledger/record/record.ts'
import { LEVEL2_RESULTS } from '../../../core/protocols/ledger/recover/tokens.ts'
import { RECALL_TEXTS, uncited } from '../../../core/words/ledger-cli.ts'
import { LEDGER_TOOL_TEXTS } from '../../../core/words/mcp-tools.ts'
import { checkGhost, recordDecision, showWithin, tellLedger, writeHandoff } from '../../../ledger/doors.ts'
import { kindsIn, SEARCH_SCOPES } from '../../../ledger/search/language.ts'
import { recall } from '../../../ledger/search/recall.ts'
import type { SearchResult } from '../../../ledger/search/search.ts'
import { sectionsOf } from '../../../ledger/sections/section.ts'
import { problem, projectTool, TEXT, TEXTS, textIn } from './project-tool.ts'

const MAX_RESULTS = 10

/** Where the record stands, in a few lines. */
export const statusTool = projectTool(
  { name: 'ledger_status', description: LEDGER_TOOL_TEXTS.status, readOnly: true, properties: {} },
  async (_, { project }, context) => {
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
)

/** LEDGER-33: a decision at once, with evidence that is opened and compared before it counts. */
export const decideTool = projectTool(
  {
    name: 'ledger_decide',
    description: LEDGER_TOOL_TEXTS.decide.about,
    readOnly: false,
    properties: {
      title: { ...TEXT, description: LEDGER_TOOL_TEXTS.decide.title },
      decision: { ...TEXT, description: LEDGER_TOOL_TEXTS.decide.decision },
      rationale: { ...TEXT, description: LEDGER_TOOL_TEXTS.decide.rationale },
      evidence: {
        type: 'array',
        description: LEDGER_TOOL_TEXTS.decide.evidence,
        items: {
          type: 'object',
          properties: { path: TEXT, line: { type: 'integer' }, quote: TEXT },
          required: ['path', 'line', 'quote'],
        },
      },
      assumption: { type: 'boolean', description: LEDGER_TOOL_TEXTS.decide.assumption },
      supersedes: { ...TEXT, description: LEDGER_TOOL_TEXTS.decide.supersedes },
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
    },
    required: ['title', 'decision'],
  },
  async (args, door) => {
    const [title, decision] = [orEmpty(args['title']), orEmpty(args['decision'])]
    if (title === '' || decision === '') return problem(LEDGER_TOOL_TEXTS.decide.incomplete)
    const { text, isRefused, doubts } = await recordDecision(door, {
      title,
      decision,
      rationale: orEmpty(args['rationale']),
      citations: listIn(args['evidence']).map(fieldsIn),
      isAssumption: args['assumption'] === true,
      supersedes: orEmpty(args['supersedes']),
      scenarios: listIn(args['test_scenarios']).flatMap(scenarioIn),
      notes: [
        ...noted('next_step', args['next_steps']),
        ...noted('blocker', args['blockers']),
        ...noted('question', args['questions']),
      ],
    })
    return { text: [text, ...doubts.map(uncited)].join('\n'), isError: isRefused }
  },
)

/** LEDGER-105: what was learnt from a search that found too much, before the next one. */
export const pivotTool = projectTool(
  {
    name: 'ledger_pivot',
    description: LEDGER_TOOL_TEXTS.pivot.about,
    readOnly: false,
    properties: {
      reason: { ...TEXT, description: LEDGER_TOOL_TEXTS.pivot.reason },
      result_count: { type: 'integer' },
      hypothesis_failure: { ...TEXT, description: LEDGER_TOOL_TEXTS.pivot.failure },
      refined_hypothesis: { ...TEXT, description: LEDGER_TOOL_TEXTS.pivot.refined },
    },
    required: ['reason', 'result_count', 'hypothesis_failure', 'refined_hypothesis'],
  },
  async (args, door) => {
    const { reason, result_count: count, hypothesis_failure: failure, refined_hypothesis: refined } = args
    const areTexts = [reason, failure, refined].every((one) => typeof one === 'string')
    if (!areTexts || typeof count !== 'number') return problem(LEDGER_TOOL_TEXTS.pivot.incomplete)
    const hypotheses = { hypothesisFailure: orEmpty(failure), refinedHypothesis: orEmpty(refined) }
    return {
      text: (await tellLedger(door, { do: 'pivot', reason: orEmpty(reason), resultCount: count, ...hypotheses })).text,
    }
  },
)

/** LEDGER-116: synthesis on request, and the packet another agent starts from. */
export const handoffTool = projectTool(
  {
    name: 'ledger_handoff',
    description: LEDGER_TOOL_TEXTS.handoff.about,
    readOnly: false,
    properties: { reason: { ...TEXT, description: LEDGER_TOOL_TEXTS.handoff.reason } },
  },
  async (args, door, context) => {
    const reason = typeof args['reason'] === 'string' ? args['reason'] : 'handoff'
    const { text, packet } = await writeHandoff(door, await context.store(), reason)
    return { text: `${text}\n${JSON.stringify(packet)}` }
  },
)

/** LEDGER-25, LEDGER-82: a few places instead of whole files. */
export const recallTool = projectTool(
  {
    name: 'ledger_recall',
    description: LEDGER_TOOL_TEXTS.recall.about,
    readOnly: true,
    properties: {
      query: { ...TEXT, description: LEDGER_TOOL_TEXTS.recall.query },
      scope: { ...TEXT, description: LEDGER_TOOL_TEXTS.recall.scope },
      topk: { type: 'number', description: LEDGER_TOOL_TEXTS.recall.topk(MAX_RESULTS, LEVEL2_RESULTS) },
    },
    required: ['query'],
  },
  async (args, door, context) => {
    const query = textIn(args, 'query')
    const scope = textIn(args, 'scope') ?? 'all'
    const kinds = kindsIn(scope)
    if (query === undefined) return problem(LEDGER_TOOL_TEXTS.recall.empty)
    if (kinds === undefined) return problem(RECALL_TEXTS.unknownScope(scope, SEARCH_SCOPES))
    const wanted = typeof args['topk'] === 'number' ? Math.trunc(args['topk']) : LEVEL2_RESULTS
    const topk = Math.min(MAX_RESULTS, Math.max(1, wanted))
    const { results, degraded } = await recall(door.place, [{ text: query, mode: 'hybrid', kinds, topk, threshold: 0 }])
    const { level2Tokens: budget } = context.policy?.(door.project).ledger ?? DEFAULT_POLICY.ledger
    const lines = await showWithin(door, results.flat(), { kinds, budget, render: resultLine })
    const note = degraded === null ? [] : [RECALL_TEXTS.degraded(degraded)]
    return { text: [...(lines.length === 0 ? [RECALL_TEXTS.nothing(false)] : lines), ...note].join('\n') }
  },
)

/** What a model needs of it: offsets and hashes are for programs. */
function resultLine({ path, span, score, snippet, engine }: SearchResult): string {
  const { line_start, line_end } = span
  return JSON.stringify({ path, span: { line_start, line_end }, score, snippet, engine })
}

/** LEDGER-44, LEDGER-83: complete functions and classes as evidence. */
export const sectionTool = projectTool(
  {
    name: 'ledger_section',
    description: LEDGER_TOOL_TEXTS.section.about,
    readOnly: true,
    properties: {
      path: { ...TEXT, description: LEDGER_TOOL_TEXTS.section.path },
      line: { type: 'number', description: LEDGER_TOOL_TEXTS.section.line },
      name: { ...TEXT, description: LEDGER_TOOL_TEXTS.section.name },
    },
    required: ['path'],
  },
  async (args, { place }) => {
    const given = textIn(args, 'path') ?? ''
    const stored = storedPath(given, place.root)
    if (!stored.ok) return problem(LEDGER_TOOL_TEXTS.section.badPath(given, stored.problem))
    const name = textIn(args, 'name')
    const line = args['line']
    if (name === undefined && typeof line !== 'number') return problem(LEDGER_TOOL_TEXTS.section.incomplete)
    const wanted = name === undefined ? { line: Number(line) } : { name }
    const answer = await sectionsOf(place, stored.path.slice(ROOT_PREFIX.length), wanted)
    if (!answer.ok) return problem(LEDGER_TOOL_TEXTS.section.notFound(given, answer.problem))
    return { text: answer.sections.map((section) => JSON.stringify(section)).join('\n') }
  },
)

/** LEDGER-40, LEDGER-41: an absence is claimed only after it was looked for. */
export const ghostTool = projectTool(
  {
    name: 'ledger_ghost',
    description: LEDGER_TOOL_TEXTS.ghost.about,
    readOnly: false,
    properties: {
      feature: { ...TEXT, description: LEDGER_TOOL_TEXTS.ghost.feature },
      query1: { ...TEXT, description: LEDGER_TOOL_TEXTS.ghost.query1 },
      query2: { ...TEXT, description: LEDGER_TOOL_TEXTS.ghost.query2 },
      control: { ...TEXT, description: LEDGER_TOOL_TEXTS.ghost.control },
    },
    required: ['feature', 'query1', 'query2'],
  },
  async (args, door) => {
    const [feature, one, other] = ['feature', 'query1', 'query2'].map((name) => textIn(args, name))
    if (feature === undefined || one === undefined || other === undefined)
      return problem(LEDGER_TOOL_TEXTS.ghost.incomplete)
    const report = await checkGhost(door, { feature, queries: [one, other] }, textIn(args, 'control'))
    return { text: JSON.stringify(report) }
  },
)

function orEmpty(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : []
}

function fieldsIn(value: Json): { readonly [key: string]: Json } {
  return isJsonObject(value) ? value : { quote: value }
}

function scenarioIn(value: Json): readonly Scenario[] {
  const { name, type, expected } = fieldsIn(value)
  const known = SCENARIO_TYPES.find((one) => one === type)
  return known === undefined ? [] : [{ name: orEmpty(name), type: known, expected: orEmpty(expected) }]
}

function noted(list: ListName, value: Json | undefined) {
  return listIn(value).flatMap((text) => (typeof text === 'string' && text !== '' ? [{ list, text }] : []))
}
