import * as v from 'valibot'

/** Everything that may come in, checked here and nowhere else. */
const number = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(least), v.maxValue(most))
const text = (most: number) => v.pipe(v.string(), v.maxLength(most))
const project = v.pipe(v.string(), v.regex(/^[0-9a-f]{12}$/))
const cursor = v.pipe(v.string(), v.regex(/^[\d.-]{1,60}$/))
const session = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
const kinds = v.pipe(
  v.string(),
  v.regex(/^[a-z.,-]{0,600}$/),
  v.transform((list) => list.split(',').filter((kind) => kind !== '')),
)

const MAX_PAGE = 200
const limit = v.optional(number(1, MAX_PAGE), '60')
const search = v.optional(text(200), '')

export const QUERIES = {
  holds: v.strictObject({
    state: v.optional(v.picklist(['waiting', 'settled', 'all']), 'waiting'),
    project: v.optional(project),
    rule: v.optional(text(120)),
    q: search,
    cursor: v.optional(cursor),
    limit,
  }),
  now: v.strictObject({ project: v.optional(project), hours: v.optional(number(1, 48), '2') }),
  sessions: v.strictObject({ project: v.optional(project), q: search, cursor: v.optional(cursor), limit }),
  timeline: v.strictObject({
    cursor: v.optional(cursor),
    kinds: v.optional(kinds, ''),
    agent: v.optional(text(200)),
    q: search,
    limit,
  }),
  audit: v.strictObject({
    cursor: v.optional(cursor),
    kinds: v.optional(kinds, ''),
    session: v.optional(session),
    q: search,
    limit,
  }),
  patch: v.strictObject({ commit: v.pipe(v.string(), v.regex(/^[0-9a-f]{4,40}$/)) }),
  stream: v.strictObject({ from: v.optional(number(0, Number.MAX_SAFE_INTEGER), '0') }),
  insights: v.strictObject({ project: v.optional(project), days: v.optional(number(1, 366), '30') }),
  none: v.strictObject({}),
} as const

export const BODIES = {
  redeem: v.strictObject({ ticket: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)) }),
  decide: v.strictObject({
    verb: v.picklist(['approve', 'dismiss', 'skip', 'revoke']),
    minutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(60))),
    note: v.optional(text(300)),
    /** What was shown: `print` of the detail. */
    print: v.pipe(v.string(), v.maxLength(128)),
    /** What was there when it was shown: `digest` of the preview. An approval names it. */
    exhibit: v.optional(v.pipe(v.string(), v.maxLength(128))),
  }),
  seen: v.strictObject({ visible: v.boolean() }),
  /** From the terminal. */
  confirm: v.strictObject({
    ticket: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
    signature: v.optional(v.pipe(v.string(), v.maxLength(300))),
  }),
} as const

export const PARAMS = {
  project,
  number: number(1, 1_000_000_000),
  session,
  seq: number(1, Number.MAX_SAFE_INTEGER),
} as const

export type Body<Name extends keyof typeof BODIES> = v.InferOutput<(typeof BODIES)[Name]>
