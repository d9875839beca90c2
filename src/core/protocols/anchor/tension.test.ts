import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseOctave } from './octave/parse.ts'
import { proofTemplate } from './templates.ts'
import { emitPath, emitTension, readTension } from './tension.ts'

const inside = fc
  .string({ unit: 'grapheme', maxLength: 30 })
  .filter((text) => !/[[\]\n]/.test(text) && text === text.trim())
const path = fc.string({
  unit: fc.oneof(fc.string({ minLength: 1, maxLength: 1 }), fc.constantFrom(...'[]:"\\ \n\t')),
  minLength: 1,
})

it('[ANCHOR-35] a tension is read back as it was written', () => {
  const range = fc.tuple(fc.nat(9_999_999), fc.nat(9_999_999)).map(([first, last]) => ({ first, last }))
  const tension = fc.record({
    number: fc.option(fc.nat(99_999), { nil: undefined }),
    constraint: inside,
    path,
    lines: fc.option(range, { nil: undefined }),
    state: inside,
    action: inside,
  })
  fc.assert(
    fc.property(tension, (given) => {
      expect(readTension(emitTension(given))).toEqual({ ok: true, tension: given })
    }),
    { numRuns: 500 },
  )
})

it.each([
  ['src/a.ts', 'src/a.ts'],
  ['docs/c d.md', 'docs/c d.md'],
  ['app/[slug]/page.tsx', '"app/[slug]/page.tsx"'],
  ['notes: today.md', '"notes: today.md"'],
  ['a"b.ts', String.raw`"a\"b.ts"`],
  [String.raw`a\b.ts`, String.raw`"a\\b.ts"`],
  [' a.ts', '" a.ts"'],
  ['a.ts ', '"a.ts "'],
  ['a\tb\nc', String.raw`"a\tb\nc"`],
])('[ANCHOR-35] the path %j is cited as %s', (given, cited) => expect(emitPath(given)).toBe(cited))

it('[ANCHOR-35, ANCHOR-47] a template cites every path as it can be read back, through the quotes of its list', () => {
  const names = ['app/[slug]/page.tsx', 'notes: today.md', 'say "hi".md']
  const files = names.map((name) => ({ path: name, kind: 'file', lines: 3 }) as const)
  const role = { constraints: [{ id: 'TESTS_FIRST', text: '' }] }
  const { nodes, problems } = parseOctave(proofTemplate(role, 'deep', files))
  const [tensions] = nodes.flatMap((node) => (node.kind === 'pair' && node.value.kind === 'list' ? [node.value] : []))
  const read = tensions?.items.map((item) => (item.kind === 'text' ? readTension(item.text) : item))
  expect([problems, read]).toMatchObject([[], names.map((name) => ({ ok: true, tension: { path: name } }))])
})
