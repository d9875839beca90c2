import * as v from 'valibot'
import { isRecord } from '../core/model/json.ts'
import { onFirstUse } from '../core/model/language.ts'
import { type Claims, MAX_CLAIMS_CHARS, OPERATOR_MODES, STEP_STATUSES } from '../core/model/state.ts'
import { STATE_FILE_WORDS } from '../core/words/gate.ts'
import { type FileFields, SCHEMA_VERSION } from './codec.ts'

/** A state file whose shape holds: the fields we know, without anything else that stands in it. */
export interface CheckedFile {
  readonly fields: FileFields
  /** Only the claims that the file makes. */
  readonly claims: Partial<Claims>
  readonly lastFact: number | undefined
}

export type Checked =
  | { readonly ok: true; readonly file: CheckedFile }
  | { readonly ok: false; readonly problem: string }

/** Checks the invariants of EDGE-106 to EDGE-110 and the shape of everything that we read. */
export function checkFile(value: unknown): Checked {
  const parsed = v.safeParse(fileSchema(), value, { abortEarly: true })
  if (!parsed.success) return { ok: false, problem: problemIn(parsed.issues[0]) }
  const { plan, objective, current_step: currentStep, memory, last_fact: lastFact } = parsed.output
  const claims: Partial<Claims> = {
    ...(objective !== undefined && { objective }),
    ...(plan !== undefined && {
      plan: plan.map(({ proof, ...step }) => ({ ...step, ...(proof !== undefined && proof !== null && { proof }) })),
    }),
    ...(currentStep !== undefined && { currentStep }),
    ...(memory !== undefined && { memory }),
  }
  if (JSON.stringify(claims).length > MAX_CLAIMS_CHARS) {
    return { ok: false, problem: STATE_FILE_WORDS.tooMuchClaimed(MAX_CLAIMS_CHARS) }
  }
  // What is optional and not there is undefined after the check, which no JSON has.
  const fields: FileFields = JSON.parse(JSON.stringify({ ...parsed.output, plan: claims.plan }))
  return { ok: true, file: { fields, claims, lastFact } }
}

function problemIn(issue: v.BaseIssue<unknown>): string {
  const path = v.getDotPath(issue)
  if (path === null) return issue.message
  return issue.input === undefined ? STATE_FILE_WORDS.missing(path) : `\`${path}\` ${issue.message}`
}

const text = v.string('must be text')
const flag = v.boolean('must be true or false')
const count = v.pipe(
  v.number('must be a number'),
  v.integer('must be a whole number'),
  v.minValue(0, 'must not be negative'),
)
const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(schema)
/** `plan:` with nothing behind it is null in YAML, and means an empty list. */
const list = <Schema extends v.GenericSchema>(item: Schema) =>
  maybe(
    v.pipe(
      v.nullish(v.array(item, 'must be a list')),
      v.transform((items) => items ?? []),
    ),
  )

const unlessEmpty = <Item>(items: readonly Item[] | null | undefined) => (items?.length ? items : undefined)

const entry = 'must be a mapping'

/** For valibot a list is an object as well. */
const mapping = <Entries extends v.ObjectEntries>(entries: Entries, message: string) =>
  v.pipe(v.custom<object>(isRecord, message), v.object(entries, message))

const junctionSchema = () =>
  mapping(
    {
      id: maybe(text),
      type: maybe(text),
      reason: maybe(text),
      created_at: maybe(text),
      fingerprint: maybe(text),
      number: maybe(count),
      kind_print: maybe(text),
      override: maybe(text),
      session: maybe(text),
      agent_type: maybe(text),
      kept_at: maybe(text),
      keep_until: maybe(text),
      met: maybe(count),
      skipped_at: maybe(text),
    },
    'must be null or one mapping',
  )

const junctionsSchema = () =>
  maybe(v.pipe(v.nullish(v.array(junctionSchema(), 'must be a list')), v.transform(unlessEmpty)))

const allowanceSchema = () =>
  mapping(
    {
      fingerprint: text,
      granted_at: maybe(text),
      consumed: flag,
      id: maybe(text),
      number: maybe(count),
      session: maybe(text),
      agent_type: maybe(text),
      reserved_by: maybe(text),
      scope: maybe(text),
      expires_at: maybe(text),
      signature: maybe(text),
    },
    entry,
  )

const dismissalSchema = () =>
  mapping(
    { fingerprint: text, expires_at: text, dismissed_at: maybe(text), id: maybe(text), signature: maybe(text) },
    entry,
  )

// valibot leaves names like `constructor` out of a record, and a tool may be called so.
function isCounts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((one) => v.is(count, one))
}

const observationsSchema = () =>
  mapping(
    {
      files_modified: list(text),
      tools_used: maybe(v.custom<Record<string, number>>(isCounts, 'must hold a count for each tool')),
      tests_run: maybe(flag),
      tests_passed: maybe(v.nullable(flag)),
      last_activity: maybe(v.nullable(text)),
    },
    entry,
  )

const progressSchema = () =>
  mapping(
    { last_tool_at: maybe(v.nullable(text)), last_edit_hash: maybe(v.nullable(text)), tools_used: maybe(count) },
    entry,
  )

const stepSchema = () =>
  mapping(
    {
      description: text,
      status: v.optional(v.picklist(STEP_STATUSES, `must be one of ${STEP_STATUSES.join(', ')}`), 'pending'),
      proof: v.nullish(text),
    },
    entry,
  )

const sessionSchema = () => mapping({ id: maybe(text), started_at: maybe(text), start_hash: maybe(text) }, entry)

const fileSchema = onFirstUse(() =>
  mapping(
    {
      schema_version: v.literal(SCHEMA_VERSION, `must be ${SCHEMA_VERSION}`),
      mode: maybe(v.picklist(OPERATOR_MODES, `must be one of ${OPERATOR_MODES.join(', ')}`)),
      objective: maybe(
        v.pipe(
          v.nullish(text),
          v.transform((objective) => objective ?? ''),
        ),
      ),
      objective_inferred: maybe(flag),
      plan: list(stepSchema()),
      current_step: maybe(v.pipe(count, v.minValue(1, 'counts from 1'))),
      session: maybe(v.nullable(sessionSchema())),
      junction: maybe(v.nullable(junctionSchema())),
      junction_queue: junctionsSchema(),
      junction_kept: junctionsSchema(),
      allowances: list(allowanceSchema()),
      dismissals: list(dismissalSchema()),
      observations: maybe(v.nullable(observationsSchema())),
      progress: maybe(v.nullable(progressSchema())),
      memory: list(mapping({ trigger: text, lesson: text }, entry)),
      last_fact: maybe(count),
    },
    'must be a mapping with `schema_version`',
  ),
)
