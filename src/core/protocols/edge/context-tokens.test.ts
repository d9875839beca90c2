import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { numbers } from '../../../../test/reference/random-history.ts'
import { withEdge } from '../../../../test/support/people.ts'
import { fingerprint, sessionId } from '../../model/ids.ts'
import { type Hold, INITIAL_STATE, NO_OBSERVATIONS } from '../../model/state.ts'
import { contextText } from './context-text.ts'

/** Of the 250 that a session start may cost; the ledger has the rest. */
const EDGE_TOKENS = 100

const random = numbers(7)
const letters = (count: number) =>
  Array.from({ length: count }, () => 'abcdefghijklmnopqrstuvwxyz'.charAt(Math.floor(random() * 26))).join('')
const gibberish = () => Array.from({ length: 80 }, () => letters(1 + Math.floor(random() * 9))).join(' ')

const TEXTS: readonly string[] = [
  'fix the parser so that it accepts trailing commas in lists and maps '.repeat(6),
  'xQz9#'.repeat(200),
  '日本語のテキスト'.repeat(50),
  '😀🏽‍🚀'.repeat(80),
  'AaBbCcDdEe'.repeat(80),
  '/src/core/protocols/edge/context-text.ts:12 '.repeat(30),
  '\u0001\u0002'.repeat(100),
  'ⱥⱦꙮ𓀀'.repeat(80),
  '1234567890'.repeat(40),
  '!@#$%^&*()'.repeat(40),
  'Здравствуй мир '.repeat(40),
  'zzzz zzzz '.repeat(60),
  ...Array.from({ length: 12 }, gibberish),
]

function told(first: string, second: string): string {
  const hold: Hold = {
    id: 'j',
    number: 999_999,
    type: 'irreversible',
    reason: second,
    createdAtMs: 0,
    fingerprint: fingerprint('f'),
    kindPrint: fingerprint('k'),
    override: 'any-door',
    session: sessionId('s'),
  }
  const { edge } = withEdge(INITIAL_STATE, {
    mode: 'active',
    holds: [hold],
    claims: {
      objective: first,
      plan: [{ description: second, status: 'in_progress' }],
      currentStep: 1,
      memory: [
        { trigger: first, lesson: second },
        { trigger: second, lesson: first },
      ],
    },
  })
  const lost = { ...NO_OBSERVATIONS, toolsUsed: { Bash: 123_456 }, testsPassed: false }
  return contextText(edge, { atMs: 1, lost: [lost] })
}

it('[EDGE-94] a session start costs edge at most 100 tokens, whatever was written into the state', () => {
  const costs = TEXTS.flatMap((first) => TEXTS.map((second) => ({ first, tokens: countTokens(told(first, second)) })))
  expect(costs.filter(({ tokens }) => tokens > EDGE_TOKENS)).toEqual([])
  expect(Math.max(...costs.map(({ tokens }) => tokens))).toBeGreaterThan(50)
})
