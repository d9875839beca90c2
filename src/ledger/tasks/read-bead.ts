import type { TaskDecision } from '../../core/model/citation.ts'
import { foreignFields, parseJson } from '../../core/model/json.ts'
import { SCENARIO_TYPES, type Scenario } from '../../core/model/ledger.ts'
import type { Bead, BeadHandoff } from './bead.ts'

/** LEDGER-101: whatever an older bead lacks is empty, whatever it has more is left alone. */
export function readBead(value: unknown, id: string): Bead {
  const fields = foreignFields(value)
  return {
    id,
    title: text(fields['title']),
    type: text(fields['type'] ?? fields['issue_type']) || 'task',
    status: text(fields['status']) || 'open',
    priority: typeof fields['priority'] === 'number' ? fields['priority'] : 2,
    created: text(fields['created'] ?? fields['created_at']),
    assignee: text(fields['assignee']) || null,
    decisions: listOf(fields['decisions']).map(decisionOf),
    test_scenarios: listOf(fields['test_scenarios']).map(scenarioOf),
    handoffs: listOf(fields['handoffs']).map(handoffOf),
    next_steps: textsOf(fields['next_steps']),
    blockers: textsOf(fields['blockers']),
    questions: textsOf(fields['questions']),
    delta_synced: fields['delta_synced'] === true,
  }
}

/** Our lists inside of a `bd` issue: values of its metadata, as JSON or as the text of it. */
export function readIssue(value: unknown, prefix: string): Bead | undefined {
  const fields = foreignFields(value)
  const id = text(fields['id'])
  if (id === '') return undefined
  const metadata = foreignFields(fields['metadata'])
  const own = Object.fromEntries(
    Object.entries(metadata).flatMap(([key, one]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), jsonOf(one)]] : [],
    ),
  )
  return readBead({ ...fields, decisions: [], ...own }, id)
}

function decisionOf(value: unknown): TaskDecision {
  const fields = foreignFields(value)
  const evidence = listOf(fields['evidence']).map((one) => {
    const { path, line, quote, blob } = foreignFields(one)
    return { path: text(path), line: Number(line) || 0, quote: text(quote), ...(typeof blob === 'string' && { blob }) }
  })
  return {
    ts: text(fields['ts'] ?? fields['timestamp']),
    decision: text(fields['decision']),
    rationale: text(fields['rationale']),
    evidence,
  }
}

function scenarioOf(value: unknown): Scenario {
  const { name, type, expected } = foreignFields(value)
  const known = SCENARIO_TYPES.find((one) => one === type) ?? 'happy_path'
  return { name: text(name), type: known, expected: text(expected) }
}

function handoffOf(value: unknown): BeadHandoff {
  const fields = foreignFields(value)
  const { grounding_ratio: ratio, notes_heading: heading, notes_hash: hash } = fields
  return {
    session_id: text(fields['session_id']),
    ended: text(fields['ended']),
    notes_ref: text(fields['notes_ref']),
    trajectory_ref: text(fields['trajectory_ref']),
    grounding_ratio: typeof ratio === 'number' ? ratio : null,
    ...(typeof heading === 'string' && { notes_heading: heading }),
    ...(typeof hash === 'string' && { notes_hash: hash }),
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textsOf(value: unknown): readonly string[] {
  return listOf(value).flatMap((one) => (typeof one === 'string' ? [one] : []))
}

/** YAML reads an unquoted time as a date in some readers; as text it is the same everywhere. */
function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''
}

function jsonOf(value: unknown): unknown {
  return typeof value === 'string' ? (parseJson(value) ?? value) : value
}
