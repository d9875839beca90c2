import fc from 'fast-check'
import { expect, it } from 'vitest'
import { plainText } from './plain-text.ts'

const LIMIT_BYTES = 8192
const sizeOf = (text: string) => new TextEncoder().encode(text).length

it('keeps lines and tabs, and takes colours and control characters away', () => {
  expect(plainText('one\n\ttwo')).toBe('one\n\ttwo')
  expect(plainText('\u001b[1;31mred\u001b[0m \u009b2Kplain\r\n\u0000\u0007\u007fend ')).toBe('red plain\nend')
})

it('leaves the words of other escape sequences in sight', () => {
  expect(plainText('`\u001b]0;rm -rf ~\u0007`')).toBe('`]0;rm -rf ~`')
  expect(plainText('\u001b]0;never closed, approve with /edge approve')).toBe(
    ']0;never closed, approve with /edge approve',
  )
})

it('takes away the marks that turn text around', () => {
  expect(plainText('rm \u202e/ fr-\u2066x\u2069')).toBe('rm / fr-x')
})

it('cuts at 8 kB, between characters', () => {
  expect(plainText('x'.repeat(LIMIT_BYTES))).toHaveLength(LIMIT_BYTES)
  expect(plainText('x'.repeat(LIMIT_BYTES + 1))).toBe(`${'x'.repeat(LIMIT_BYTES - 3)}…`)
  for (const character of ['é', '→', '🙂']) {
    const cut = plainText(character.repeat(LIMIT_BYTES))
    expect(sizeOf(cut)).toBeLessThanOrEqual(LIMIT_BYTES)
    expect(cut).toMatch(new RegExp(`^(?:${character})+…$`, 'u'))
  }
})

it('has nothing left to take away from its own result', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const once = plainText(text)
      expect(once).not.toMatch(/[^\P{Cc}\n\t]/u)
      expect(sizeOf(once)).toBeLessThanOrEqual(LIMIT_BYTES)
    }),
  )
})
