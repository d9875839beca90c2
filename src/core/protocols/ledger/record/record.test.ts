import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START_MS } from '../../../../../test/support/events.ts'
import { recordOf } from '../../../../../test/support/ledger.ts'
import type { RecordedCitation } from '../../../model/citation.ts'
import { sessionId } from '../../../model/ids.ts'
import {
  EMPTY_RECORD,
  GROUNDS,
  type LedgerEntry,
  LISTS,
  type NumberedEntry,
  SCENARIO_TYPES,
} from '../../../model/ledger.ts'
import { isoTime, parseTime } from '../../../model/time.ts'
import { lineOf, readLine } from './line.ts'
import { foldEntry } from './record.ts'

const text = fc.string({ maxLength: 40 })
const count = fc.nat({ max: 1_000_000 })
const evidence: fc.Arbitrary<RecordedCitation> = fc.record({
  path: text.map((path) => `\${PROJECT_ROOT}/${path}`),
  line: count,
  quote: text,
  status: fc.constantFrom('verified', 'moved', 'gone'),
  blob: text,
})
const scenario = { name: text, type: fc.constantFrom(...SCENARIO_TYPES), expected: text }
const ratio = fc.option(fc.constantFrom(0, 0.5, 0.95, 1), { nil: null })
const phase = <const Phase extends string>(name: Phase) => fc.constant(name)

/** One of every phase but the snapshot, whose record is made from the others. */
const entry: fc.Arbitrary<LedgerEntry> = fc.oneof(
  fc.record({
    phase: phase('intent'),
    intent: text,
    bead_id: fc.constantFrom('', 'bd-1'),
    bead_title: text,
    previous: text,
  }),
  fc.record({ phase: phase('execute'), path: text, purpose: text, lines: fc.constantFrom('', '3-9') }),
  fc.record({
    phase: phase('savings'),
    identifiers: count,
    identifier_tokens: count,
    block_tokens: count,
    file_tokens: count,
  }),
  fc.record({
    phase: phase('result'),
    decision_id: fc.oneof(fc.constant(''), text),
    supersedes: fc.constantFrom('', 'd-1', 'd-2'),
    what: fc.constantFrom('commit', 'tests', 'revert'),
    title: text,
    detail: text,
    ok: fc.boolean(),
  }),
  fc.record({ phase: phase('search'), query: text, result_count: count }),
  fc.record({
    phase: phase('bead'),
    bead_id: fc.constantFrom('bd-1', 'bd-2'),
    change: fc.record(
      { title: text, priority: count, next_steps: fc.array(text, { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({
    phase: phase('cite'),
    decision_id: fc.constantFrom('d-1', 'd-2', 'd-3'),
    title: text,
    claim: text,
    rationale: text,
    grounding: fc.constantFrom(...GROUNDS),
    evidence: fc.array(evidence, { maxLength: 3 }),
    bead_id: text,
    supersedes: fc.constantFrom('', 'd-1', 'd-2'),
    notes_ref: text,
  }),
  fc.record({ phase: phase('test_scenario'), bead_id: text, decision_id: text, ...scenario }),
  fc.record({
    phase: phase('note'),
    list: fc.constantFrom(...LISTS),
    text: fc.constantFrom('a', 'b'),
    done: fc.boolean(),
  }),
  fc.record({
    phase: phase('pivot'),
    reason: text,
    result_count: count,
    hypothesis_failure: text,
    refined_hypothesis: text,
  }),
  fc.record({
    phase: phase('delta_sync'),
    tokens: count,
    decisions_persisted: count,
    bead_updated: fc.boolean(),
    notes_updated: fc.boolean(),
    decision_id: text,
    findings: fc.array(text, { maxLength: 2 }),
  }),
  fc.record({
    phase: phase('grounding_check'),
    total_claims: count,
    grounded_claims: count,
    assumptions: count,
    grounding_ratio: ratio,
    threshold: fc.constant(0.95),
    status: fc.constantFrom('pass', 'fail'),
  }),
  fc.record({
    phase: phase('negative_ground'),
    feature: fc.constantFrom('sso', 'mfa'),
    status: fc.constantFrom('verified', 'unverified'),
    queries: fc.array(text, { maxLength: 2 }),
    scores: fc.array(count, { maxLength: 2 }),
  }),
  fc.record({
    phase: phase('session_handoff'),
    root_span_id: text,
    bead_id: text,
    notes_refs: fc.array(text, { maxLength: 2 }),
    edd_verified: fc.boolean(),
    grounding_ratio: ratio,
    test_scenarios: count,
    next_session_ready: fc.boolean(),
    reason: text,
    unmet: fc.array(text, { maxLength: 2 }),
    settled: fc.boolean(),
  }),
  fc.record({
    phase: phase('fork_detected'),
    bead_id: text,
    topic: text,
    context_decision: text,
    bead_decision: text,
    resolution: text,
  }),
  fc.record({ phase: phase('self_heal'), what: text, source: text, detail: text }),
  fc.record({ phase: phase('recovery'), level: fc.constantFrom(1, 2, 3), tokens: count, measured: fc.boolean() }),
  fc.record({ phase: phase('supersede'), to: count, decision_ids: fc.array(text, { maxLength: 3 }), intent: text }),
)

const history: fc.Arbitrary<readonly NumberedEntry[]> = fc
  .array(fc.record({ atMs: fc.integer({ min: 0, max: 4e12 }), session: text.map(sessionId), agent: text, entry }), {
    maxLength: 60,
  })
  .map((rows) => rows.map((row, index) => ({ ...row, n: index + 1 })))

const written = (one: NumberedEntry) => JSON.stringify(lineOf(one))

describe('the record', () => {
  it('[LEDGER-1, LEDGER-3, LEDGER-107] is made again from the lines alone, whatever happened', () => {
    fc.assert(
      fc.property(history, (entries) => {
        const read = entries.map((one) => readLine(written(one)))
        expect(read).toEqual(entries)
        expect(read.flatMap((one) => one ?? []).reduce(foldEntry, EMPTY_RECORD)).toEqual(
          entries.reduce(foldEntry, EMPTY_RECORD),
        )
      }),
    )
  })

  it('[LEDGER-1] is the same when folding begins at a snapshot, and when lines come twice', () => {
    fc.assert(
      fc.property(history, fc.nat({ max: 60 }), (entries, at) => {
        const head = entries.slice(0, at)
        const record = head.reduce(foldEntry, EMPTY_RECORD)
        const snapshot: NumberedEntry = {
          n: record.n + 1,
          atMs: 1,
          session: sessionId('s'),
          agent: 'a',
          entry: { phase: 'snapshot', record },
        }
        const tail = entries.slice(at).map((one) => ({ ...one, n: one.n + 1 }))
        const whole = [...head, snapshot, ...tail].reduce(foldEntry, EMPTY_RECORD)
        const read = [snapshot, ...tail, ...tail].map((one) => readLine(written(one))).flatMap((one) => one ?? [])
        expect(read.reduce(foldEntry, EMPTY_RECORD)).toEqual(whole)
      }),
    )
  })

  it('stays small, however long it grows', () => {
    const many = Array.from({ length: 400 }, (_, index): LedgerEntry[] => [
      { phase: 'execute', path: `p${index}`, purpose: '', lines: '' },
      { phase: 'note', list: 'question', text: `q${index}`, done: false },
      { phase: 'test_scenario', bead_id: '', decision_id: '', name: `s${index}`, type: 'edge_case', expected: '' },
      { phase: 'negative_ground', feature: `g${index}`, status: 'unverified', queries: [], scores: [] },
      { phase: 'result', supersedes: '', decision_id: `d${index}`, what: 'revert', title: '', detail: '', ok: true },
    ])
    const { identifiers, lists, scenarios, ghosts, decisions, decisionCount } = recordOf(...many.flat())
    expect([identifiers, lists.question, scenarios, ghosts, decisions].map((list) => list.length)).toEqual([
      16, 8, 12, 16, 3,
    ])
    expect(decisionCount).toBe(400)
  })

  it('[LEDGER-92] a settled item leaves the list,  a verified ghost is none any more', () => {
    const question = (done: boolean): LedgerEntry => ({ phase: 'note', list: 'question', text: 'why', done })
    const ghost = (status: 'verified' | 'unverified'): LedgerEntry => {
      return { phase: 'negative_ground', feature: 'sso', status, queries: [], scores: [] }
    }
    expect(recordOf(question(false), ghost('unverified'))).toMatchObject({
      lists: { question: ['why'] },
      ghosts: ['sso'],
    })
    expect(recordOf(question(false), ghost('unverified'), question(true), ghost('verified'))).toMatchObject({
      lists: { question: [] },
      ghosts: [],
    })
  })
})

describe('a line', () => {
  const line = { ts: isoTime(START_MS), agent: 'a', session_id: 's', n: 1 }

  it('[LEDGER-75] carries `ts`; a reader takes `timestamp` as well', () => {
    const { ts, ...rest } = { ...line, phase: 'delta_sync', tokens: 5_000, decisions_persisted: 3 }
    const entry = {
      phase: 'delta_sync',
      tokens: 5_000,
      decisions_persisted: 3,
      bead_updated: false,
      notes_updated: false,
      decision_id: '',
      findings: [],
    }
    for (const given of [
      { ts, ...rest },
      { timestamp: ts, ...rest },
    ])
      expect(readLine(JSON.stringify(given))).toEqual({ n: 1, atMs: START_MS, session: 's', agent: 'a', entry })
  })

  it('[LEDGER-132] has one citation as one object, several as a list', () => {
    const cited: RecordedCitation = { path: 'p', line: 1, quote: 'q', status: 'verified', blob: '' }
    const cite = (...list: readonly RecordedCitation[]): LedgerEntry => ({
      phase: 'cite',
      decision_id: 'd',
      title: 't',
      claim: 'c',
      rationale: '',
      grounding: 'citation',
      evidence: list,
      bead_id: '',
      supersedes: '',
      notes_ref: '',
    })
    const of = (entry: LedgerEntry) => lineOf({ n: 1, atMs: 0, session: sessionId('s'), agent: 'a', entry })
    expect(of(cite(cited))).toMatchObject({ phase: 'cite', grounding: 'citation', claim: 'c', evidence: cited })
    expect(of(cite(cited, cited))).toMatchObject({ evidence: [cited, cited] })
    const bare = { ...line, phase: 'cite', claim: 'c', grounding: 'surely', evidence: null }
    expect(readLine(JSON.stringify(bare))?.entry).toMatchObject({ grounding: 'ungrounded', evidence: [] })
  })

  it.each([
    '',
    'null',
    '7',
    '[1]',
    '{"phase":"cite"',
    '{}',
    JSON.stringify({ ...line, phase: 'constructor' }),
    JSON.stringify({ ...line, phase: 7 }),
    JSON.stringify({ ...line, phase: 'execute', path: 7 }),
    JSON.stringify({ ...line, phase: 'execute', path: 'a', n: '1' }),
    JSON.stringify({ ...line, phase: 'execute', path: 'a', ts: 'yesterday' }),
    JSON.stringify({ ...line, phase: 'execute', path: 'a', ts: undefined }),
    JSON.stringify({ ...line, phase: 'note', list: 'x', text: 'a' }),
    JSON.stringify({ ...line, phase: 'note', list: 'question', text: 'a', done: 'no' }),
    JSON.stringify({ ...line, phase: 'snapshot', record: { n: 1 } }),
    JSON.stringify({ ...line, phase: 'snapshot', record: { ...EMPTY_RECORD, decisions: [7], search: { session: 7 } } }),
    JSON.stringify({
      ...line,
      phase: 'snapshot',
      record: { ...EMPTY_RECORD, search: { query: 'q', count: 1, session: 7 } },
    }),
    JSON.stringify({ ...line, phase: 'negative_ground', feature: 'x', status: 'verified', queries: 'no' }),
    JSON.stringify({ ...line, phase: 'recovery', level: 9, tokens: 1 }),
    JSON.stringify({ ...line, phase: 'recovery', level: 1, tokens: null }),
    '{"ts":"2027-01-15T08:00:00Z","n":1e999,"phase":"execute","path":"a"}',
  ])('[LEDGER-21] that is none is dropped: %s', (given) => {
    expect(readLine(given)).toBeUndefined()
  })

  it('without a session or an agent is still one', () => {
    const bare = { ts: line.ts, n: 1, phase: 'execute', path: 'a' }
    expect(readLine(JSON.stringify(bare))).toEqual({
      n: 1,
      atMs: START_MS,
      session: '',
      agent: '',
      entry: { phase: 'execute', path: 'a', purpose: '', lines: '' },
    })
  })
})

describe('a time', () => {
  it('is read as it is written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (atMs) => {
        expect(parseTime(isoTime(atMs))).toBe(atMs)
      }),
    )
  })

  it.each([
    ['2024-01-15T14:30:00Z', Date.UTC(2024, 0, 15, 14, 30)],
    ['2024-01-15T14:30Z', Date.UTC(2024, 0, 15, 14, 30)],
    ['2024-02-29T00:00:00.5+02:00', Date.UTC(2024, 1, 28, 22, 0, 0, 500)],
    ['2024-02-29T00:00:00-02:30', Date.UTC(2024, 1, 29, 2, 30)],
    ['2024-13-01T00:00:00Z', undefined],
    ['2024-01-00T00:00:00Z', undefined],
    ['2024-01-01T24:00:00Z', undefined],
    ['today', undefined],
  ])('%s', (given, atMs) => {
    expect(parseTime(given)).toBe(atMs)
  })
})
