import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sessionId } from '../../../model/ids.ts'
import { EMPTY_RECORD, type LedgerEntry, type NumberedEntry } from '../../../model/ledger.ts'
import { lineOf, readLine } from '../record/line.ts'
import { foldEntry } from '../record/record.ts'
import { startRebuild } from './rebuild.ts'

const cite = (n: number, grounding: 'citation' | 'assumption' | 'ungrounded', supersedes = ''): LedgerEntry => ({
  phase: 'cite',
  decision_id: `d-${n}`,
  title: `Topic ${n}`,
  claim: 'it says "grounding":"citation" in the text',
  rationale: '',
  grounding,
  evidence: [],
  bead_id: 'bd-1',
  supersedes,
  notes_ref: '',
})

const entry = (n: number): fc.Arbitrary<LedgerEntry> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc
        .nat(30)
        .map((file): LedgerEntry => ({ phase: 'execute', path: `f${file}`, purpose: 'edited', lines: '' })),
    },
    {
      weight: 4,
      arbitrary: fc.constantFrom('citation', 'assumption', 'ungrounded').map((kind) => cite(n, kind as 'citation')),
    },
    { weight: 1, arbitrary: fc.nat(20).map((back) => cite(n, 'citation', `d-${n - back}`)) },
    {
      weight: 4,
      arbitrary: fc.constantFrom('commit', 'tests', 'revert').map(
        (what): LedgerEntry => ({
          phase: 'result',
          supersedes: '',
          decision_id: `r-${n}`,
          what: what as 'tests',
          title: 't',
          detail: `${n}`,
          ok: true,
        }),
      ),
    },
    fc.constantFrom<LedgerEntry>(
      { phase: 'recovery', level: 1, tokens: 90, measured: true },
      { phase: 'self_heal', what: 'x', source: 'git', detail: '' },
      { phase: 'search', query: `q${n}`, result_count: 99 },
      { phase: 'pivot', reason: '', result_count: 1, hypothesis_failure: '', refined_hypothesis: '' },
      { phase: 'test_scenario', bead_id: 'bd-1', decision_id: '', name: `s${n}`, type: 'edge_case', expected: 'x' },
      { phase: 'note', list: 'next_step', text: `next ${n}`, done: false },
      { phase: 'negative_ground', feature: `g${n}`, status: 'unverified', queries: [], scores: [] },
      { phase: 'intent', intent: `ask ${n}`, bead_id: n % 3 === 0 ? 'bd-2' : 'bd-1', bead_title: '', previous: '' },
      { phase: 'supersede', to: n - 3, decision_ids: [`d-${n - 1}`, `r-${n - 2}`], intent: 'back' },
      {
        phase: 'session_handoff',
        root_span_id: 's',
        bead_id: 'bd-1',
        notes_refs: [],
        edd_verified: false,
        grounding_ratio: null,
        test_scenarios: 0,
        next_session_ready: true,
        reason: '',
        unmet: [],
        settled: true,
      },
    ),
  )

const trajectory = fc
  .integer({ min: 1, max: 120 })
  .chain((length) => fc.tuple(...Array.from({ length }, (_, index) => entry(index + 1))))
  .map((entries) =>
    entries.map(
      (one, index): NumberedEntry => ({
        n: index + 1,
        atMs: (index + 1) * 1_000,
        session: sessionId('s'),
        agent: 'a',
        entry: one,
      }),
    ),
  )

const line = (numbered: NumberedEntry) => JSON.stringify(lineOf(numbered))
const rebuilt = (lines: readonly string[], upTo?: number) => {
  const rebuilding = startRebuild(upTo)
  for (const one of lines) if (!rebuilding.add(one)) break
  return rebuilding.done()
}

describe('the record from lines alone', () => {
  it('[LEDGER-1] is the fold of all of them, in whatever order they are read', () => {
    fc.assert(
      fc.property(trajectory, fc.boolean(), fc.nat(130), (entries, isForward, upTo) => {
        const wanted = entries.filter(({ n }) => n <= upTo)
        const lines = entries.map(line)
        const { record, malformed } = rebuilt(isForward ? lines : lines.toReversed(), upTo)
        expect([record, malformed]).toEqual([wanted.reduce(foldEntry, EMPTY_RECORD), 0])
      }),
      { numRuns: 300 },
    )
  })

  it('[LEDGER-1] begins at the newest snapshot and looks no further back than late lines may stand', () => {
    fc.assert(
      fc.property(trajectory, trajectory, (before, after) => {
        const record = before.reduce(foldEntry, EMPTY_RECORD)
        const at = { atMs: 1, session: sessionId('s'), agent: 'a' }
        const snapshot: NumberedEntry = { ...at, n: record.n + 1, entry: { phase: 'snapshot', record } }
        const later = after.map((one) => ({ ...one, n: one.n + snapshot.n }))
        const all = [...before, snapshot, ...later]
        expect(rebuilt(all.map(line).toReversed()).record).toEqual(all.reduce(foldEntry, EMPTY_RECORD))
      }),
      { numRuns: 100 },
    )
    const intent = (n: number): NumberedEntry => ({
      ...{ n, atMs: 1, session: sessionId('s'), agent: 'a' },
      entry: { phase: 'intent', intent: `${n}`, bead_id: '', bead_title: '', previous: '' },
    })
    const rebuilding = startRebuild()
    rebuilding.add(line({ ...intent(3_000), entry: { phase: 'snapshot', record: EMPTY_RECORD } }))
    expect([rebuilding.snapshot(), rebuilding.add(line(intent(1_500))), rebuilding.add(line(intent(900)))]).toEqual([
      3_000,
      true,
      false,
    ])
    expect(rebuilding.done()).toMatchObject({ record: { n: 3_000, reasoning: '' }, lines: 1 })
  })

  it('[LEDGER-21] counts what is malformed, leaves foreign lines alone, and counts a line that was written twice once', () => {
    const numbered = (n: number): NumberedEntry => ({
      n,
      atMs: 1_000,
      session: sessionId('s'),
      agent: 'a',
      entry: cite(n, 'citation'),
    })
    const lines = Array.from({ length: 30 }, (_, index) => line(numbered(index + 1)))
    const torn = (lines[3] ?? '').slice(0, -5)
    const ungrounded = (lines[4] ?? '').replace('"grounding":"citation"', '"grounding":7')
    const given = [
      ...lines,
      ...lines,
      torn,
      'nonsense',
      '{"phase":"cite","claim":"of another tool"}',
      'null',
      ungrounded,
    ]
    const { record, malformed } = rebuilt(given.toReversed())
    expect([record.decisionCount, record.claims.total, malformed]).toEqual([30, 30, 2])
    expect(readLine(ungrounded)?.entry).toMatchObject({ grounding: 'ungrounded' })
  })
})
