import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, ledgerEvent, playLedger, said } from '../../../../../test/support/ledger.ts'
import { ruling } from '../../../../../test/support/ruling.ts'
import { keyPoints } from './key-points.ts'

const LONG = [
  'Tokens expire after fifteen minutes. That is what the audit of last year asked for, and nobody found it too short since.',
  '',
  'The window slides. Otherwise people are logged out in the middle of their work, which support heard of every week.',
  '',
  '```ts',
  'const window = 15 * 60_000',
  '```',
  '- refresh in the background; the client does it on its own, without a word',
  '- never store the token. A stolen laptop would hand it over.',
].join('\n')

describe('key points', () => {
  it('[LEDGER-130] are what each paragraph and each item begins with', () => {
    expect(keyPoints(LONG, 190)).toBe(
      'Tokens expire after fifteen minutes. The window slides. - refresh in the background; the client does it on its own, without a word - never store the token. …',
    )
  })

  it('[LEDGER-130] take of the rest what there is room for, in order', () => {
    expect(keyPoints(LONG, 240)).toBe(
      'Tokens expire after fifteen minutes. The window slides. - refresh in the background; the client does it on its own, without a word - never store the token. A stolen laptop would hand it over. …',
    )
  })

  it.each([
    ['short  and\nsweet', 40, 'short and sweet'],
    ['', 10, ''],
    ['x'.repeat(30), 10, `${'x'.repeat(9)}…`],
    [`${'x'.repeat(30)}. Then this.`, 20, `${'x'.repeat(19)}…`],
    ['```\ncode alone, and a lot of it\n```', 12, '``` code al…'],
  ])('[LEDGER-130] of %j in %d characters are %j', (text, max, points) => {
    expect(keyPoints(text, max)).toBe(points)
  })

  it('[LEDGER-130] never exceed their room, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400, unit: 'binary' }), fc.integer({ min: 10, max: 120 }), (text, max) => {
        const words = text.replaceAll(/([a-m])/g, '$1. ').replaceAll(/([n-z])/g, '$1\n\n')
        expect(keyPoints(words, max).length).toBeLessThanOrEqual(max)
      }),
    )
  })
})

const decide = ruling('Expiry', { decision: 'sliding window', rationale: LONG.repeat(3) })

describe('a long explanation', () => {
  it('[LEDGER-130] stays whole in the trajectory and decays in the record', () => {
    const { ledger, last } = playLedger([said(decide)])
    expect(entriesOf(last)).toMatchObject([{ phase: 'cite', rationale: LONG.repeat(3) }])
    const [kept] = ledger.record.decisions
    expect(kept?.rationale).toMatch(/^Tokens expire after fifteen minutes\. The window slides\. .* …$/)
    expect(kept?.rationale.length).toBeLessThanOrEqual(300)
  })

  it('[LEDGER-130] said again is the same ruling still', () => {
    const long = { ...decide, decision: LONG.repeat(2) }
    const { outcomes } = playLedger([said(long), said(long)])
    expect(outcomes.map((outcome) => outcome?.decision.kind)).toEqual(['answer', 'answer'])
  })

  it('[LEDGER-130] of a prompt becomes what the work is about', () => {
    const { ledger } = playLedger([ledgerEvent({ kind: 'prompt', text: LONG })])
    expect(ledger.record.reasoning).toMatch(/^Tokens expire after fifteen minutes\. The window slides\. .* …$/)
  })
})
