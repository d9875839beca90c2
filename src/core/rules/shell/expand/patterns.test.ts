import { describe, expect, it } from 'vitest'
import { matchesPattern } from './patterns.ts'

describe('matchesPattern', () => {
  it.each([
    ['rm', 'rm'],
    ['r?', 'rm'],
    ['*', ''],
    ['*', 'abc'],
    ['a*c', 'abcbc'],
    ['a**', 'a'],
    ['[ab]x', 'bx'],
    ['[!ab]x', 'cx'],
    ['[^a]', 'b'],
    ['[a-c]', 'b'],
    ['[xa-c]', 'c'],
    ['[a-]', '-'],
    ['[a', '[a'],
    ['[a]?', 'ab'],
    ['\\*', '*'],
    ['/???/rm', '/bin/rm'],
  ])('%s matches %s', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(true)
  })

  it.each([
    ['rm', 'rmdir'],
    ['r?', 'r'],
    ['a*c', 'abd'],
    ['[ab]', 'c'],
    ['[!ab]', 'a'],
    ['[a-c]', 'd'],
    ['[xa-c]', 'e'],
    ['[a', 'a'],
    ['\\*', 'a'],
    ['', 'a'],
  ])('%s does not match %s', (pattern, text) => {
    expect(matchesPattern(pattern, text)).toBe(false)
  })

  it('does not go back further than the last star', () => {
    expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false)
  })
})
