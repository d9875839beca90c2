import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../core/model/json.ts'
import { parseYaml, type YamlField } from './yaml-door.ts'

describe('reading YAML', () => {
  it('gives plain data', () => {
    expect(parseYaml('a: 1\nb: [x, "2026-11-15"]\n')).toMatchObject({
      ok: true,
      value: { a: 1, b: ['x', '2026-11-15'] },
    })
  })

  it('keeps hostile keys as plain data', () => {
    const parsed = parseYaml('__proto__: { admin: true }\nconstructor: x\n')
    if (!parsed.ok) throw new Error(parsed.problem)
    expect(Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor'])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it.each([
    ['a broken flow', 'a: [1,', /^Flow sequence/],
    ['two documents', 'a: 1\n---\nb: 2\n', /multiple documents/],
    ['a key given twice', 'a: 1\nb: 2\na: 3\n', /^key `a` is given twice$/],
    ['a nested key given twice', 'a:\n  - { b: 1, b: 2 }\n', /^key `b` is given twice$/],
    ['an alias to nothing', 'a: *b\n', /./],
    ['an alias bomb', bomb(), /alias/i],
    ['more aliases than anyone needs', `k: &a x\n${'- *a\n'.repeat(2_500)}`, /^too many anchors and aliases$/],
    ['depth without end', '['.repeat(100_000), /./],
    ['commas without end', `a: [${','.repeat(60_000)}]`, /^too many entries$/],
    ['comments without end', '#\n'.repeat(60_000), /^too many entries$/],
  ])('says in one line what is wrong with %s', (_, text, problem) => {
    const parsed = parseYaml(text)
    if (parsed.ok) throw new Error('was accepted')
    expect(parsed.problem).toMatch(problem)
    expect(parsed.problem).not.toContain('\n')
  })

  it('takes many keys, which the package itself would compare each with each', () => {
    const keys = Array.from({ length: 3_500 }, (_, index) => `k${index}: ${index}\n`).join('')
    expect(parseYaml(keys).ok).toBe(true)
  })
})

const OURS = new Set(['id', 'n', 't', 'x'])

describe('[EDGE-104] editing YAML', () => {
  const edit = (text: string, ...fields: readonly YamlField[]): string => {
    const parsed = parseYaml(text)
    if (!parsed.ok) throw new Error(parsed.problem)
    return parsed.edit(fields)
  }

  it('leaves alone what is already right, byte for byte', () => {
    const text = '# top\na: 1 # one\n\n# two\nb:\n  - x: "y"\n    mine: 3\nother: { k: v }\n'
    expect(edit(text, ['a', 1], ['b', [{ x: 'y' }], OURS])).toBe(text)
  })

  it('sets a scalar in the style it was written in', () => {
    expect(edit("a: 'x' # keep\nb: 0x1F\nc: plain\n", ['a', 'z'], ['b', 2], ['c', 'done'])).toBe(
      "a: 'z' # keep\nb: 2\nc: done\n",
    )
  })

  it('writes new values in block style and quotes new text, so that older YAML readers see text too', () => {
    expect(edit('a: []\nb: null\n', ['a', [{ at: '2026-11-15T12:00:00.000Z', ok: true }]], ['b', { n: 1 }])).toBe(
      'a:\n  - at: "2026-11-15T12:00:00.000Z"\n    ok: true\nb:\n  n: 1\n',
    )
  })

  it('puts a missing key behind the one it follows', () => {
    expect(edit('a: 1\nmine: x\nc: 3\n', ['a', 1], ['b', 2], ['c', 3], ['d', 4])).toBe(
      'a: 1\nb: 2\nmine: x\nc: 3\nd: 4\n',
    )
  })

  it('follows the items of a list by their id, with the comments that stand at them', () => {
    const text = 'list:\n  # first\n  - id: a\n    n: 1\n  # second\n  - id: b\n    n: 2\n    mine: yes\n'
    expect(edit(text, ['list', [{ id: 'b', n: 3 }], OURS])).toBe(
      'list:\n  # first\n  # second\n  - id: b\n    n: 3\n    mine: yes\n',
    )
  })

  it('takes out what is ours and no longer said, and nothing else', () => {
    const text = 'a:\n  id: x\n  n: 1 # one\n  mine: 2\n'
    expect(edit(text, ['a', { id: 'x' }, OURS])).toBe('a:\n  id: x\n  # one\n  mine: 2\n')
    expect(edit(text, ['a', { id: 'x' }])).toBe('a:\n  id: x\n  # one\n')
  })

  it('keeps the comments of a value that goes', () => {
    const text = 'junction: # why\n  id: x # because\nafter: 1\nqueue: [] # later\n'
    const cleared = edit(text, ['junction', null], ['after', 1], ['queue', undefined])
    expect(cleared).toContain('# why')
    expect(cleared).toContain('# because')
    expect(cleared).toContain('# later')
    expect(parseYaml(cleared)).toMatchObject({ ok: true, value: { junction: null, after: 1 } })
  })

  it('writes out aliases whose anchor would go', () => {
    const edited = edit('a: &x { n: 1 }\nb: *x\nc: *x\n', ['a', null], ['b', { n: 2 }])
    expect(parseYaml(edited)).toMatchObject({ ok: true, value: { a: null, b: { n: 2 }, c: { n: 1 } } })
  })

  it('gives an empty file its first keys', () => {
    expect(edit('# only a comment\n', ['a', 1])).toBe('# only a comment\n\na: 1\n')
  })

  it('brings any field to any value, and keeps comments and foreign keys whatever they are', () => {
    fc.assert(
      fc.property(anyMapping, fc.array(anyValue, { minLength: 3, maxLength: 3 }), (text, [a, b, c]) => {
        const before = parseYaml(text)
        if (!before.ok) throw new Error(before.problem)
        const edited = before.edit([
          ['a', a, OURS],
          ['b', b, OURS],
          ['c', c],
        ])
        const after = parseYaml(edited)
        if (!after.ok) throw new Error(`${after.problem}\n${edited}`)
        const { a: newA, b: newB, c: newC, ...rest } = (after.value ?? {}) as Record<string, unknown>
        const { a: _a, b: _b, c: _c, ...kept } = (before.value ?? {}) as Record<string, unknown>
        expect(rest).toEqual(kept)
        expect(Object.keys(rest)).toEqual(Object.keys(kept))
        expect([newA, newB, newC]).toEqual([a, b, c])
        for (const comment of text.match(/# note \d+/g) ?? []) expect(edited).toContain(comment)
      }),
      { numRuns: 300 },
    )
  })

  it('goes on from the text that it gave', () => {
    // The same objects again and again: those are not looked at twice.
    const pool: readonly Json[] = ['x', 'y', 'z'].flatMap((id) => [{ id }, { id, n: 1 }, { id, n: null, t: 'a\nb' }])
    const known = fc.array(fc.constantFrom(...pool), { maxLength: 4 })
    const round = fc.tuple(fc.oneof(known, anyValue), anyValue, known)
    fc.assert(
      fc.property(anyMapping, fc.array(round, { maxLength: 5 }), (noted, rounds) => {
        for (const text of [noted, noted.replaceAll(/# note.*/g, '')]) {
          const parsed = parseYaml(text)
          if (!parsed.ok) throw new Error(parsed.problem)
          let again = text
          for (const [a, b, c] of rounds) {
            const fields: readonly YamlField[] = [
              ['a', a, OURS],
              ['b', b, OURS],
              ['c', c, OURS],
            ]
            again = edit(again, ...fields)
            const edited = parsed.edit(fields)
            // Only where its comments and blank lines stand may differ from what a second reader makes of it.
            if (text !== noted) expect(packed(edited)).toBe(packed(again))
            expect(parseYaml(edited)).toMatchObject({ ok: true, value: dataIn(again) })
            expect(edited.match(/# note \d+/g)?.toSorted()).toEqual(text.match(/# note \d+/g)?.toSorted())
          }
        }
      }),
      { numRuns: 100 },
    )
  })
})

const packed = (text: string) => text.replaceAll(/\n+/g, '\n').trim()

function dataIn(text: string): unknown {
  const parsed = parseYaml(text)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.value
}

function bomb(): string {
  const level = (from: number) => `a${from + 1}: &a${from + 1} [${Array(9).fill(`*a${from}`).join(', ')}]\n`
  return `a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, from) => level(from)).join('')}`
}

const word = fc.string({ unit: 'grapheme', maxLength: 8 })
const scalar: fc.Arbitrary<Json> = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null))
const record = fc.record({ id: fc.constantFrom('x', 'y', 'z'), n: scalar, t: word }, { requiredKeys: ['id'] })
const anyValue: fc.Arbitrary<Json | undefined> = fc.oneof(
  scalar,
  fc.array(record, { maxLength: 4 }),
  fc.array(word, { maxLength: 3 }),
  record,
  fc.constant({}),
  fc.constant(undefined),
)

/** A mapping as a person might have left it: comments in every place that YAML has, and keys we know nothing of. */
const anyMapping = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'mine', 'theirs', 'x-y'), anyValue, fc.nat(3)), { maxLength: 6 })
  .map((entries) => {
    const seen = new Set<string>()
    let notes = 0
    const note = () => {
      notes += 1
      return `# note ${notes}`
    }
    const parts = entries.flatMap(([key, value, style]) => {
      if (value === undefined || seen.has(key)) return []
      seen.add(key)
      return [`${note()}\n${entry(key, value, style, note)}${style === 3 ? `\n${note()}\n` : ''}`]
    })
    return `${note()}\n\n${parts.join('')}${note()}\n`
  })

function entry(key: string, value: Json, style: number, note: () => string): string {
  if (Array.isArray(value) && value.length > 0 && style > 0) {
    return `${key}: ${note()}\n${value.map((item) => `  ${note()}\n  - ${JSON.stringify(item)} ${note()}\n`).join('')}`
  }
  if (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length > 0 &&
    style > 0
  ) {
    const lines = Object.entries(value).map(([name, item]) => `  ${name}: ${JSON.stringify(item)} ${note()}\n`)
    return `${key}:\n  ${note()}\n${lines.join('')}  ${note()}\n`
  }
  return `${key}: ${JSON.stringify(value)} ${note()}\n`
}
