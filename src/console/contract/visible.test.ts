import { describe, expect, it } from 'vitest'
import { visibleParts } from './visible.ts'

const shown = (text: string) =>
  visibleParts(text)
    .map((part) => (part.escaped ? `[${part.text}]` : part.text))
    .join('')

describe('visibleParts', () => {
  it.each([
    ['git push origin main', 'git push origin main'],
    ['a\tb\nc', 'a\tb\nc'],
    ['größe 日本 😀', 'größe 日本 😀'],
    ['rm\u202e fdp', 'rm[\\u{202e}] fdp'],
    ['a\u200bb', 'a[\\u{200b}]b'],
    ['\u001b[31mred', '[\\u{1b}][31mred'],
    ['x\u00a0y', 'x[\\u{a0}]y'],
    ['tag\u{e0041}', 'tag[\\u{e0041}]'],
    ['half\ud800', 'half[\\u{d800}]'],
    ['', ''],
  ])('[EDGE-144] shows %j as %j', (text, expected) => {
    expect(shown(text)).toBe(expected)
  })
})
