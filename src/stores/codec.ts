import { canonicalJson, isJsonObject, type Json } from '../core/model/json.ts'
import {
  type Allowance,
  type Claims,
  type Dismissal,
  type Hold,
  type KeptHold,
  type Lesson,
  lastSession,
  NO_OBSERVATIONS,
  type Observations,
  type PlanStep,
  type SessionState,
  type State,
} from '../core/model/state.ts'
import { sha256 } from './sha256.ts'

export const SCHEMA_VERSION = 4

/** The keys that we write, in the order of the specification's schema (EDGE-104); ours come last. */
export const FIELD_NAMES = [
  'schema_version',
  'mode',
  'objective',
  'plan',
  'current_step',
  'session',
  'junction',
  'junction_queue',
  'junction_kept',
  'allowances',
  'dismissals',
  'observations',
  'progress',
  'memory',
  'objective_inferred',
  'last_fact',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

/** `active_context.yaml` as plain data; a field that is not there is undefined. */
export type FileFields = { readonly [Name in FieldName]?: Json | undefined }

/** Keys inside the fields that are ours; a person's own stay. What was observed is ours altogether. */
export const OWN_KEYS: ReadonlySet<string> = new Set(
  [
    'id type reason created_at fingerprint number kind_print override session agent_type',
    'granted_at consumed reserved_by signature expires_at dismissed_at started_at start_hash',
    'description status proof trigger lesson last_tool_at last_edit_hash tools_used',
    'kept_at keep_until met skipped_at scope',
  ].flatMap((line) => line.split(' ')),
)

/** What the state file says about this state, after so many facts. */
export function fieldsOf(state: State, lastFact: number): FileFields {
  const { edge } = state
  const [oldest, ...later] = edge.holds
  const claims = claimFields(edge.claims)
  const last = lastSession(state)
  const observed = last?.[1].observed ?? NO_OBSERVATIONS
  return {
    schema_version: SCHEMA_VERSION,
    mode: edge.mode,
    objective: claims.objective,
    plan: claims.plan,
    current_step: claims.current_step,
    session: last === undefined ? null : sessionField(...last),
    // EDGE-15: the oldest hold is the junction, the others queue behind it; the key is there while any do.
    junction: oldest === undefined ? null : junctionField(oldest),
    junction_queue: later.length > 0 ? later.map(junctionField) : undefined,
    // EDGE-123: those that outlived their session; the key is there while any do.
    junction_kept: edge.kept.length > 0 ? edge.kept.map(keptField) : undefined,
    allowances: edge.allowances.map(allowanceField),
    dismissals: edge.dismissals.map(dismissalField),
    observations: observationsField(observed),
    progress: progressField(observed),
    memory: claims.memory,
    // EDGE-120: nobody stated it; it is the first line of a prompt.
    objective_inferred: edge.objectiveInferred ? true : undefined,
    last_fact: lastFact,
  }
}

function sessionField(id: string, { startedAtMs, startHash }: SessionState): Json {
  return { id, started_at: isoTime(startedAtMs), start_hash: startHash }
}

/** The four fields an agent may write. */
function claimFields({ objective, plan, currentStep, memory }: Claims) {
  return {
    objective,
    plan: plan.map(planField),
    current_step: currentStep,
    memory: memory.map(({ trigger, lesson }: Lesson) => ({ trigger, lesson })),
  }
}

/** Short names of the values, to see which field of a file changed without keeping the values twice. */
export type Digests = { readonly [Name in FieldName]?: string }

export function digestsOf(fields: FileFields): Digests {
  const digests: { [Name in FieldName]?: string } = {}
  for (const name of FIELD_NAMES) {
    const value = fields[name]
    if (value !== undefined) digests[name] = sha256(canonicalText(value)).slice(0, DIGEST_CHARS)
  }
  return digests
}

/** The same value for the same object: a state keeps what did not change, and whoever is given the same again can tell. */
function once<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const made = new WeakMap<Source, Made>()
  return (source) => {
    const value = made.get(source) ?? make(source)
    made.set(source, value)
    return value
  }
}

/** Most items of a long list are those of the last time. */
const itemText = once((item: { readonly [key: string]: Json }) => canonicalJson(item))

function canonicalText(value: Json): string {
  if (!Array.isArray(value)) return canonicalJson(value)
  return `[${value.map((item) => (isJsonObject(item) ? itemText(item) : canonicalJson(item))).join(',')}]`
}

const DIGEST_CHARS = 24

function planField({ description, status, proof }: PlanStep): Json {
  return { description, status, ...(proof !== undefined && { proof }) }
}

const junctionField = once((junction: Hold): { readonly [key: string]: Json } => ({
  id: junction.id,
  type: junction.type,
  reason: junction.reason,
  created_at: isoTime(junction.createdAtMs),
  fingerprint: junction.fingerprint,
  number: junction.number,
  kind_print: junction.kindPrint,
  override: junction.override,
  session: junction.session,
  ...(junction.agentType !== undefined && { agent_type: junction.agentType }),
}))

const keptField = once(
  (kept: KeptHold): Json => ({
    ...junctionField(kept),
    kept_at: isoTime(kept.keptAtMs),
    keep_until: isoTime(kept.keepUntilMs),
    met: kept.met,
    ...(kept.skipped !== undefined && { skipped_at: isoTime(kept.skipped.atMs) }),
  }),
)

function allowanceField({ use, ...allowance }: Allowance): Json {
  return {
    fingerprint: allowance.fingerprint,
    granted_at: isoTime(allowance.grantedAtMs),
    consumed: use.kind !== 'open',
    id: allowance.id,
    number: allowance.number,
    session: allowance.session,
    ...(allowance.agentType !== undefined && { agent_type: allowance.agentType }),
    ...(use.kind === 'reserved' && { reserved_by: use.by }),
    ...(allowance.scope !== undefined && { scope: allowance.scope }),
    ...(allowance.expiresAtMs !== undefined && { expires_at: isoTime(allowance.expiresAtMs) }),
    signature: allowance.signature,
  }
}

function dismissalField(dismissal: Dismissal): Json {
  return {
    fingerprint: dismissal.fingerprint,
    expires_at: isoTime(dismissal.expiresAtMs),
    dismissed_at: isoTime(dismissal.dismissedAtMs),
    id: dismissal.id,
    signature: dismissal.signature,
  }
}

function observationsField(observations: Observations): Json {
  return {
    files_modified: observations.filesModified,
    tools_used: observations.toolsUsed,
    tests_run: observations.testsRun,
    ...(observations.testsPassed !== null && { tests_passed: observations.testsPassed }),
    last_activity: timeOrNull(observations.lastActivityMs),
  }
}

function progressField({ lastEditHash, toolsUsed, lastActivityMs }: Observations): Json {
  return {
    last_tool_at: timeOrNull(lastActivityMs),
    last_edit_hash: lastEditHash,
    tools_used: Object.values(toolsUsed).reduce((sum, count) => sum + count, 0),
  }
}

function timeOrNull(atMs: number | null): string | null {
  return atMs === null ? null : isoTime(atMs)
}

/** What `Date` can express; beyond it the nearest that it can. */
const MAX_TIME_MS = 8.64e15

function isoTime(atMs: number): string {
  const bounded = Math.min(Math.max(Number.isFinite(atMs) ? atMs : 0, -MAX_TIME_MS), MAX_TIME_MS)
  return new Date(bounded).toISOString()
}
