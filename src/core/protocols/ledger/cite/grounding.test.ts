import { describe, expect, it } from 'vitest'
import type { CitationProblem, Verdict } from '../../../model/citation.ts'
import { DEFAULT_POLICY } from '../../../model/policy.ts'
import { describeVerdict } from '../../../words/ledger.ts'
import { type JudgedClaim, judgeGrounding, refusalText, showRatio } from './grounding.ts'

const good: JudgedClaim = { claim: 'good', grounding: 'citation', verdicts: [{ kind: 'verified', line: 1 }] }
const bad: JudgedClaim = {
  claim: 'bad',
  grounding: 'citation',
  verdicts: [{ kind: 'verified', line: 1 }, { kind: 'absent' }],
}
const bare: JudgedClaim = { claim: 'bare', grounding: 'citation', verdicts: [] }
const guess: JudgedClaim = { claim: 'guess', grounding: 'assumption', verdicts: [] }
const odd: JudgedClaim = { claim: 'odd', grounding: 'none', verdicts: [{ kind: 'verified', line: 1 }] }
const many = (count: number, claim: JudgedClaim): readonly JudgedClaim[] => Array.from({ length: count }, () => claim)
const judge = (claims: readonly JudgedClaim[]) => judgeGrounding(claims, DEFAULT_POLICY.ledger)

describe('grounding', () => {
  it('[LEDGER-59] no claims are no data: passes, and is not called evidence', () => {
    expect(judge([])).toEqual({
      total: 0,
      grounded: 0,
      assumptions: 0,
      ratio: null,
      status: 'no-data',
      clears: true,
      flagged: [],
      ungrounded: [],
    })
  })

  it('[LEDGER-58] the ratio is grounded ÷ all claims, assumptions among them', () => {
    expect(judge([...many(19, good), guess])).toEqual({
      total: 20,
      grounded: 19,
      assumptions: 1,
      ratio: 0.95,
      status: 'pass',
      clears: true,
      flagged: ['guess'],
      ungrounded: [],
    })
  })

  it.each<readonly [CitationProblem, 'path' | 'quote' | 'other']>([
    ['no-quote', 'quote'],
    ['trivial-quote', 'quote'],
    ['long-quote', 'quote'],
    ['no-line', 'other'],
    ['bad-blob', 'other'],
    ['no-path', 'path'],
    ['relative', 'path'],
    ['outside', 'path'],
    ['traversal', 'path'],
    ['bad-path', 'path'],
  ])('[LEDGER-50, LEDGER-51] a citation rejected for %s lacks its %s', (problem, lacks) => {
    const verdicts: readonly Verdict[] = [{ kind: 'rejected', problem }]
    expect(judge([{ claim: 'c', grounding: 'citation', verdicts }]).ungrounded).toMatchObject([{ lacks }])
    expect(judge([{ claim: 'c', grounding: 'citation', verdicts: [{ kind: 'gone' }] }]).ungrounded).toMatchObject([
      { lacks: 'other' },
    ])
  })

  it('[LEDGER-61, LEDGER-67] what could not be verified is named with its reason', () => {
    expect(judge([bad, bare, odd])).toEqual({
      total: 3,
      grounded: 0,
      assumptions: 0,
      ratio: 0,
      status: 'fail',
      clears: false,
      flagged: [],
      ungrounded: [
        { claim: 'bad', why: 'the quote is not in the file', lacks: 'quote' },
        { claim: 'bare', why: 'no evidence', lacks: 'quote' },
        { claim: 'odd', why: 'neither a citation nor an assumption', lacks: 'other' },
      ],
    })
  })

  it.each([
    ['all flagged, at the cap', [...many(8, good), ...many(2, guess)], 'fail', true],
    ['all flagged, above the cap', [...many(7, good), ...many(2, guess)], 'fail', false],
    ['one not flagged', [...many(18, good), guess, bad], 'fail', false],
    ['assumptions alone', many(3, guess), 'fail', false],
    ['just under', [...many(94, good), ...many(6, bad)], 'fail', false],
    ['just there', [...many(95, good), ...many(5, bad)], 'pass', true],
  ] as const)('%s', (_, claims, status, clears) => {
    const { status: found, clears: does } = judge(claims)
    expect([found, does]).toEqual([status, clears])
  })

  it('[LEDGER-39] refuses in the words of the specification', () => {
    const grounding = judge([...many(18, good), bad, guess])
    expect(refusalText(grounding, DEFAULT_POLICY.ledger)).toBe(
      'Cannot clear: 2 decisions lack grounded citations. Add evidence or mark as [ASSUMPTION] before clearing. Current grounding ratio: 0.90 (required: 0.95)',
    )
    expect(refusalText(grounding, { threshold: 0.875, assumptionCap: 0 })).toContain('(required: 0.875)')
    expect(refusalText(grounding, { threshold: 1, assumptionCap: 0 })).toContain('(required: 1.00)')
  })

  it.each([
    [null, '1.00'],
    [0, '0.00'],
    [0.9497, '0.94'],
    [0.95, '0.95'],
    [0.29, '0.29'],
    [1, '1.00'],
  ])('[LEDGER-58] %s is shown as %s, never rounded up to a threshold', (ratio, shown) => {
    expect(showRatio(ratio)).toBe(shown)
  })

  it.each<readonly [Verdict, string]>([
    [{ kind: 'verified', line: 1 }, 'verified'],
    [{ kind: 'moved', path: 'p', line: 2 }, 'moved to `p:2`'],
    [{ kind: 'wrong-line', line: 3 }, 'wrong line: the quote is at line 3'],
    [{ kind: 'changed' }, 'changed: the file no longer says this'],
    [{ kind: 'gone' }, 'gone: the file was deleted'],
    [{ kind: 'absent' }, 'the quote is not in the file'],
    [{ kind: 'missing' }, 'no such file'],
    [{ kind: 'unreadable', why: 'outside' }, 'the file is outside the project'],
    [{ kind: 'rejected', problem: 'relative' }, 'the path is relative; write `${PROJECT_ROOT}/…`'],
  ])('[LEDGER-66] says in plain words what became of it: %j', (verdict, text) => {
    expect(describeVerdict(verdict)).toBe(text)
  })
})
