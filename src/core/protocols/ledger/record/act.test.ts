import { describe, expect, it } from 'vitest'
import { entriesOf, ledgerEvent, ledgerOf, playLedger, said } from '../../../../../test/support/ledger.ts'
import type { RecordedCitation } from '../../../model/citation.ts'
import type { LedgerAct } from '../../../model/event.ts'
import { readLine } from './line.ts'

type Decide = Extract<LedgerAct, { do: 'decide' }>
const EVIDENCE: RecordedCitation = {
  path: '${PROJECT_ROOT}/a.ts',
  line: 1,
  quote: 'const a = 1',
  status: 'verified',
  blob: 'b',
}
const decide = (over: Partial<Decide> = {}) =>
  said({
    do: 'decide',
    title: 'Expiry',
    decision: 'sliding\nwindow',
    rationale: 'why',
    evidence: [EVIDENCE],
    isAssumption: false,
    supersedes: '',
    scenarios: [],
    notes: [],
    ...over,
  })

describe('a decision', () => {
  it('[LEDGER-33, LEDGER-43] is recorded at once, with everything that came with it', () => {
    const event = decide({
      scenarios: [{ name: 'boundary', type: 'edge_case', expected: 'grace' }],
      notes: [
        { list: 'next_step', text: 'skew' },
        { list: 'blocker', text: 'db' },
        { list: 'question', text: 'per client?' },
      ],
    })
    const { last, ledger } = playLedger([event])
    expect(entriesOf(last).map(({ phase }) => phase)).toEqual(['test_scenario', 'cite', 'note', 'note', 'note'])
    expect(last?.effects).toMatchObject([{ kind: 'ledger.sync', notes: true }])
    expect(ledger.record).toMatchObject({
      decisions: [
        { title: 'Expiry', decision: 'sliding window', rationale: 'why', grounding: 'citation', evidence: [EVIDENCE] },
      ],
      scenarios: [{ name: 'boundary', type: 'edge_case', expected: 'grace' }],
      lists: { next_step: ['skew'], blocker: ['db'], question: ['per client?'] },
      claims: { total: 1, grounded: 1, assumptions: 0 },
    })
    const [id] = ledger.record.decisions.map((one) => one.id)
    expect(last?.decision).toEqual({ kind: 'answer', text: `recorded as \`${id}\`` })
  })

  it.each<readonly [string, Partial<Decide>, string]>([
    ['every citation stands', { evidence: [EVIDENCE, { ...EVIDENCE, status: 'moved' }] }, 'citation'],
    ['one does not', { evidence: [EVIDENCE, { ...EVIDENCE, status: 'gone' }] }, 'ungrounded'],
    ['none is given', { evidence: [] }, 'ungrounded'],
    ['it is flagged', { evidence: [], isAssumption: true }, 'assumption'],
    ['it is flagged and proven', { isAssumption: true }, 'citation'],
    [
      'the quote holds a secret',
      { evidence: [{ ...EVIDENCE, quote: 'k = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"' }] },
      'ungrounded',
    ],
  ])('[LEDGER-13, LEDGER-57] is grounded by what was compared: %s', (_, over, grounding) => {
    const { ledger, last } = playLedger([decide(over)])
    expect(ledger.record.decisions.map((one) => one.grounding)).toEqual([grounding])
    expect(JSON.stringify(ledger)).not.toContain('ghp_')
    expect(JSON.stringify(last?.decision).includes('none of its citations')).toBe(grounding === 'ungrounded')
  })

  it('[LEDGER-32, LEDGER-34] does not overrule an earlier one in silence', () => {
    const first = playLedger([decide()])
    const [ruling] = first.ledger.record.decisions
    const again = playLedger([decide({ title: 'expiry!', decision: 'fixed' })], undefined, first.ledger)
    expect(again.last?.decision).toMatchObject({ kind: 'block', reasons: [{ ruleId: 'LEDGER-34' }] })
    expect(entriesOf(again.last)).toMatchObject([{ phase: 'fork_detected', resolution: 'the earlier ruling is kept' }])
    const over = playLedger([decide({ decision: 'fixed', supersedes: ruling?.id ?? '' })], undefined, again.ledger)
    expect(entriesOf(over.last)).toMatchObject([
      { phase: 'fork_detected', resolution: 'the earlier ruling is superseded' },
      { phase: 'cite', claim: 'fixed', supersedes: ruling?.id },
    ])
    expect(over.ledger.record.decisions.map((one) => one.superseded)).toEqual([true, false])
    const same = playLedger([decide({ decision: 'Sliding window.' })], undefined, first.ledger)
    expect(entriesOf(same.last).map(({ phase }) => phase)).toEqual(['cite'])
    expect(playLedger([decide({ title: '?' }), decide({ title: '?', decision: 'x' })]).last?.decision.kind).toBe(
      'answer',
    )
  })
})

describe('the other acts', () => {
  it('[LEDGER-105] a pivot says why, and settles the search', () => {
    const search = { query: 'x', count: 127, session: said({ do: 'caught-up' }).session }
    const pivot = said({
      do: 'pivot',
      reason: 'too broad',
      resultCount: 127,
      hypothesisFailure: 'a',
      refinedHypothesis: 'b',
    })
    const { ledger, last } = playLedger([pivot], undefined, ledgerOf({ record: { ...ledgerOf().record, search } }))
    expect(entriesOf(last)).toEqual([
      { phase: 'pivot', reason: 'too broad', result_count: 127, hypothesis_failure: 'a', refined_hypothesis: 'b' },
    ])
    expect(ledger.record.search).toBeNull()
  })

  it('[LEDGER-89, LEDGER-94] a focus replaces Active Context and logs what stood there', () => {
    const { last, ledger } = playLedger([
      said({ do: 'focus', bead: 'bd-1', beadTitle: 'Rotation', reasoning: 'first' }),
      said({ do: 'focus', bead: '', beadTitle: '', reasoning: 'second' }),
    ])
    expect(entriesOf(last)).toEqual([
      { phase: 'intent', intent: 'second', bead_id: 'bd-1', bead_title: 'Rotation', previous: 'first' },
    ])
    expect(
      playLedger([said({ do: 'focus', bead: 'bd-2', beadTitle: 'x', reasoning: '' })], undefined, ledger).ledger.record,
    ).toMatchObject({ bead: 'bd-2', reasoning: 'second' })
  })

  it('scenarios belong to their bead', () => {
    const scenarios = [{ name: 'a', type: 'edge_case' as const, expected: '' }]
    const focus = (bead: string) => said({ do: 'focus', bead, beadTitle: '', reasoning: '' })
    const { ledger } = playLedger([focus('bd-1'), decide({ scenarios }), focus('bd-1')])
    expect(ledger.record.scenarios).toHaveLength(1)
    expect(playLedger([focus('bd-2')], undefined, ledger).ledger.record.scenarios).toEqual([])
  })

  it('[LEDGER-92] a question is settled', () => {
    const { ledger } = playLedger([
      decide({ notes: [{ list: 'question', text: 'why' }] }),
      said({ do: 'settle', list: 'question', text: 'why' }),
    ])
    expect(ledger.record.lists.question).toEqual([])
  })

  it('[LEDGER-46] a handoff is written on request, and says what is unmet', () => {
    const { last } = playLedger([decide({ evidence: [] }), said({ do: 'handoff', reason: 'codex takes over' })])
    expect(entriesOf(last).map(({ phase }) => phase)).toEqual(['grounding_check', 'session_handoff', 'snapshot'])
    expect(last?.decision).toMatchObject({ text: expect.stringContaining('still unmet: grounding ratio 0.00') })
    expect(playLedger([said({ do: 'handoff', reason: '' })]).last?.decision).toEqual({
      kind: 'answer',
      text: 'handed off',
    })
  })

  it('[LEDGER-94] a rollback appends a version and erases nothing', () => {
    const first = playLedger([ledgerEvent({ kind: 'prompt', text: 'one' }), decide()])
    const ids = first.ledger.record.decisions.map(({ id }) => id)
    const { ledger, last } = playLedger(
      [said({ do: 'rollback', to: 1, decisionIds: ids, intent: 'one' })],
      undefined,
      first.ledger,
    )
    expect(entriesOf(last)).toEqual([{ phase: 'supersede', to: 1, decision_ids: ids, intent: 'one' }])
    expect(ledger.record).toMatchObject({ n: 3, reasoning: 'one', decisions: [{ superseded: true }] })
  })

  it('[LEDGER-20, LEDGER-129] what the files and the tokenizer found is recorded', () => {
    const heal = { phase: 'self_heal', what: 'NOTES.md', source: 'facts', detail: '' } as const
    const { outcomes, ledger } = playLedger([
      said({ do: 'measured', level: 1, tokens: 93 }),
      said({ do: 'note', entry: heal }),
      said({ do: 'unwritten', problem: 'EROFS' }),
    ])
    expect(outcomes.map((one) => entriesOf(one))).toEqual([
      [{ phase: 'recovery', level: 1, tokens: 93, measured: true }],
      [heal],
      [],
    ])
    expect(ledger.trouble).toBe('EROFS')
    const next = playLedger([decide(), said({ do: 'caught-up' })], undefined, ledger)
    expect(next.outcomes[0]?.effects).toMatchObject([{ redo: true }])
    expect(next.ledger.trouble).toBeNull()
  })

  it('[LEDGER-107] every 250 lines the record is written down whole', () => {
    const { outcomes } = playLedger(Array.from({ length: 250 }, () => said({ do: 'measured', level: 2, tokens: 1 })))
    const phases = outcomes.flatMap(entriesOf).map(({ phase }) => phase)
    expect([phases.length, phases.filter((phase) => phase === 'snapshot').length, phases.at(-1)]).toEqual([
      251,
      1,
      'snapshot',
    ])
  })
})

it('[LEDGER-45] what was said of a task is a line, and gives the task at hand its title', () => {
  const focus = said({ do: 'focus', bead: 'bd-1', beadTitle: '', reasoning: 'x' })
  const decisions = [{ ts: 't', decision: 'd', rationale: '', evidence: [{ path: 'p', line: 1, quote: 'q' }] }]
  const named = said({ do: 'task', id: 'bd-1', change: { title: 'Rotation', decisions } })
  const { ledger, last } = playLedger([focus, named])
  expect(entriesOf(last)).toEqual([{ phase: 'bead', bead_id: 'bd-1', change: { title: 'Rotation', decisions } }])
  expect(ledger.record.beadTitle).toBe('Rotation')
  const other = said({ do: 'task', id: 'bd-2', change: { title: 'Other' } })
  expect(playLedger([other], undefined, ledger).ledger.record.beadTitle).toBe('Rotation')
  const [line = ''] = (last?.effects ?? []).flatMap((one) =>
    one.kind === 'ledger.sync' ? one.lines.map((row) => JSON.stringify(row)) : [],
  )
  expect(readLine(line)?.entry).toEqual({ phase: 'bead', bead_id: 'bd-1', change: { title: 'Rotation', decisions } })
})

it('[LEDGER-41] a feature that was not verified is withdrawn by its name, on record, and counts no longer', () => {
  const feature = 'single sign on'
  const entry = { phase: 'negative_ground', feature, status: 'unverified', queries: [], scores: [] } as const
  const { ledger } = playLedger([said({ do: 'note', entry })])
  expect(ledger.record.ghosts).toEqual([feature])
  const gone = playLedger([said({ do: 'withdraw', id: feature })], undefined, ledger)
  expect(entriesOf(gone.last)).toMatchObject([{ phase: 'negative_ground', feature, status: 'withdrawn' }])
  expect(gone.ledger.record.ghosts).toEqual([])
})

it('[LEDGER-38] a decision is withdrawn by its id, and only one that stands', () => {
  const { ledger } = playLedger([
    said({
      do: 'decide',
      title: 'T',
      decision: 'd',
      rationale: '',
      evidence: [],
      isAssumption: false,
      supersedes: '',
      scenarios: [],
      notes: [],
    }),
  ])
  const [{ id } = { id: '' }] = ledger.record.decisions
  const gone = playLedger([said({ do: 'withdraw', id })], undefined, ledger)
  expect(gone.last?.decision).toEqual({
    kind: 'answer',
    text: `\`${id}\` is withdrawn; it stays in the log and counts no longer`,
  })
  expect(gone.ledger.record).toMatchObject({ intentMs: ledger.record.intentMs, decisions: [{ superseded: true }] })
  const again = playLedger([said({ do: 'withdraw', id })], undefined, gone.ledger).last
  expect([again?.decision.kind, again?.facts]).toEqual(['block', []])
})
