import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Citation, Verdict } from '../../../model/citation.ts'
import { formatCitation, parseCitations, readCitation, storedPath } from './citation.ts'
import { citedText, findNearest, findQuote, flatten } from './find-quote.ts'
import { type CitedFileNow, holdsAt, isGrounded, judgeCitation } from './grounding.ts'

const PATH = '${PROJECT_ROOT}/src/auth/jwt.ts'
const QUOTE = 'export function validateToken()'

describe('a citation in a text', () => {
  it.each<readonly [name: string, citation: Citation, text: string]>([
    ['as the specification writes it', { quote: QUOTE, path: PATH, line: 45 }, `\`${QUOTE}\` [${PATH}:45]`],
    ['with a range', { quote: QUOTE, path: PATH, line: 45, lineEnd: 67 }, `\`${QUOTE}\` [${PATH}:45-67]`],
    ['with a backtick inside', { quote: 'a `b` c', path: PATH, line: 1 }, `\`\`a \`b\` c\`\` [${PATH}:1]`],
    ['with a backtick at its end', { quote: 'tag`text`', path: PATH, line: 1 }, `\`\` tag\`text\` \`\` [${PATH}:1]`],
    [
      'with a pin',
      { quote: QUOTE, path: PATH, line: 45, blob: 'a'.repeat(40) },
      `\`${QUOTE}\` [${PATH}:45] <!-- blob ${'a'.repeat(40)} -->`,
    ],
  ])('[LEDGER-56] is a quote in backticks and a place: %s', (_, citation, text) => {
    expect(formatCitation(citation)).toBe(text)
    expect(parseCitations(`before ${text} after`).map((input) => readCitation(input, '/root'))).toEqual([
      { ok: true, citation },
    ])
  })

  it('[LEDGER-56] survives writing and reading, whatever is quoted', () => {
    const quotes = fc
      .string({ minLength: 3, maxLength: 60, unit: fc.constantFrom(...'ab1`` {}()[]:-.é') })
      .filter((quote) => quote.trim() === quote && (quote.match(/[ab1é]/g)?.length ?? 0) >= 3)
    fc.assert(
      fc.property(quotes, (quote) => {
        const citation = { quote, path: PATH, line: 3 }
        expect(readCitation(parseCitations(formatCitation(citation)).at(-1) ?? {}, '/root')).toEqual({
          ok: true,
          citation,
        })
      }),
    )
  })

  it.each([
    [
      'a bare name with a relative path',
      'validateToken [src/auth/jwt.ts:45]',
      [{ path: 'src/auth/jwt.ts', line: '45' }],
    ],
    ['a link is none', '`code` [text](https://example.invalid/a:1) [b](c:2)', []],
    ['no line number', `\`${QUOTE}\` [${PATH}]`, []],
    ['a word between quote and place', `\`${QUOTE}\` see [${PATH}:4]`, [{ path: PATH, line: '4' }]],
    ['backticks that never close', `\`\`${QUOTE}\` [${PATH}:4]`, [{ path: PATH, line: '4' }]],
    ['a quote without end', `\`${'x'.repeat(5_000)}\` [${PATH}:4]`, [{ path: PATH, line: '4' }]],
    [
      'two in a line',
      `\`one two\` [${PATH}:1] and \`three\` [${PATH}:2]`,
      [
        { quote: 'one two', path: PATH, line: '1' },
        { quote: 'three', path: PATH, line: '2' },
      ],
    ],
  ])('[LEDGER-65] %s', (_, text, inputs) => {
    expect(parseCitations(text)).toEqual(inputs)
  })

  it('stops after ten thousand', () => {
    expect(parseCitations('[a:1]'.repeat(10_001))).toHaveLength(10_000)
  })
})

describe('a stored path', () => {
  it.each([
    [PATH, '/root', { ok: true, path: PATH }],
    ['/root/src/a.ts', '/root', { ok: true, path: '${PROJECT_ROOT}/src/a.ts' }],
    ['/root/src/a.ts', '/root/', { ok: true, path: '${PROJECT_ROOT}/src/a.ts' }],
    ['/rooted/src/a.ts', '/root', { ok: false, problem: 'outside' }],
    ['/root', '/root', { ok: false, problem: 'outside' }],
    ['src/a.ts', '/root', { ok: false, problem: 'relative' }],
    ['${PROJECT_ROOT}/../a.ts', '/root', { ok: false, problem: 'traversal' }],
    ['${PROJECT_ROOT}/.', '/root', { ok: false, problem: 'bad-path' }],
    ['${PROJECT_ROOT}/a\\b', '/root', { ok: false, problem: 'bad-path' }],
  ])('[LEDGER-14] %s in %s', (path, root, stored) => {
    expect(storedPath(path, root)).toEqual(stored)
  })

  it('[LEDGER-14] never leads out, whatever is given', () => {
    const segment = fc.constantFrom('..', '.', '', 'a', '...', 'b c', '%2e%2e', '~')
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 8 }),
        fc.constantFrom('${PROJECT_ROOT}/', '/root/', '/', ''),
        (parts, head) => {
          const stored = storedPath(head + parts.join('/'), '/root')
          if (stored.ok) expect(stored.path.slice('${PROJECT_ROOT}/'.length).split('/')).not.toContain('..')
        },
      ),
    )
  })
})

describe('reading a citation', () => {
  it('accepts an absent pin in every form, and a long one', () => {
    const citation = { quote: QUOTE, path: PATH, line: 4 }
    for (const blob of [undefined, null, ''])
      expect(readCitation({ ...citation, blob }, '/root')).toEqual({ ok: true, citation })
    const pinned = { ...citation, blob: 'b'.repeat(64) }
    expect(readCitation(pinned, '/root')).toEqual({ ok: true, citation: pinned })
    expect(readCitation({ ...citation, blob: 7 }, '/root')).toEqual({ ok: false, problem: 'bad-blob' })
    expect(readCitation({ ...citation, quote: '{}();' }, '/root')).toEqual({ ok: false, problem: 'trivial-quote' })
    expect(readCitation({ ...citation, quote: ' ' }, '/root')).toEqual({ ok: false, problem: 'no-quote' })
    expect(readCitation({ ...citation, quote: null }, '/root')).toEqual({ ok: false, problem: 'no-quote' })
    expect(readCitation({ ...citation, quote: 'x'.repeat(4_001) }, '/root')).toEqual({
      ok: false,
      problem: 'long-quote',
    })
    expect(readCitation({ ...citation, path: '' }, '/root')).toEqual({ ok: false, problem: 'no-path' })
    expect(readCitation({ ...citation, path: 'src/a.ts' }, '/root')).toEqual({ ok: false, problem: 'relative' })
    expect(readCitation({ ...citation, line: 0 }, '/root')).toEqual({ ok: false, problem: 'no-line' })
    expect(readCitation({ ...citation, line: { a: 1 } }, '/root')).toEqual({ ok: false, problem: 'no-line' })
    expect(readCitation({ ...citation, line: '4-99999999' }, '/root')).toEqual({ ok: false, problem: 'no-line' })
  })
})

describe('finding a quote', () => {
  it('[LEDGER-66] agrees with a naive search of the flat text', () => {
    const word = fc.constantFrom('a', 'b', 'ab', 'aa', '_', '{', '', ' ')
    fc.assert(
      fc.property(
        fc.array(fc.array(word, { maxLength: 5 }), { maxLength: 8 }),
        fc.array(word, { maxLength: 4 }),
        (rows, parts) => {
          const lines = rows.map((row) => row.join(''))
          const quote = parts.join(' ')
          const found = findQuote(citedText(lines.join('\n')), quote, { from: 1, to: lines.length })
          expect(found).toBe(naive(lines, quote))
        },
      ),
    )
  })

  it('the nearest of several, and none beyond the range', () => {
    const text = citedText('same\nother\nother\nsame\nsame')
    expect([findNearest(text, 'same', 2), findNearest(text, 'same', 3)]).toEqual([1, 4])
    expect(findQuote(text, 'same', { from: 2, to: 3 })).toBe(undefined)
    expect(findQuote(text, 'other same', { from: 2, to: 3 })).toBe(3)
  })

  it('an empty quote stands nowhere', () => {
    const text = citedText('one\ntwo')
    expect([
      findQuote(text, ' ', { from: 1, to: 2 }),
      findNearest(text, '\n', 1),
      findNearest(text, 'three', 1),
    ]).toEqual([undefined, undefined, undefined])
  })
})

/** Line by line, with nothing clever: the reference for the search. */
function naive(lines: readonly string[], quote: string): number | undefined {
  const wanted = flatten(quote)
  if (wanted === '') return undefined
  const isWord = (letter: string | undefined) => letter !== undefined && /[A-Za-z0-9_$]/.test(letter)
  for (const [index, line] of lines.entries()) {
    const own = flatten(line)
    const flat = [own, ...lines.slice(index + 1).map(flatten)].filter((part) => part !== '').join(' ')
    for (let at = 0; at < own.length; at += 1) {
      if (!flat.startsWith(wanted, at)) continue
      const end = at + wanted.length
      const joined = (isWord(flat[at - 1]) && isWord(flat[at])) || (isWord(flat[end - 1]) && isWord(flat[end]))
      if (!joined) return index + 1
    }
  }
  return undefined
}

describe('a verdict', () => {
  const citation: Citation = { quote: QUOTE, path: PATH, line: 2 }
  const text = (...lines: string[]) => citedText(lines.join('\n'))
  const now = (...lines: string[]): CitedFileNow => ({ kind: 'text', text: text(...lines), blob: '' })
  const elsewhere = [
    { path: 'other', text: text('nothing') },
    { path: 'new', text: text('', QUOTE) },
  ]
  it.each<
    readonly [
      name: string,
      seen: { now: CitedFileNow; held: boolean; elsewhere: typeof elsewhere },
      verdict: Verdict,
      grounded: boolean,
    ]
  >([
    ['verified', { now: now('', QUOTE), held: false, elsewhere: [] }, { kind: 'verified', line: 2 }, true],
    ['wrong line', { now: now(QUOTE), held: false, elsewhere }, { kind: 'wrong-line', line: 1 }, false],
    ['moved in its file', { now: now(QUOTE), held: true, elsewhere }, { kind: 'moved', path: PATH, line: 1 }, true],
    ['moved to another', { now: now('x'), held: true, elsewhere }, { kind: 'moved', path: 'new', line: 2 }, true],
    [
      'moved with its file',
      { now: { kind: 'missing' }, held: true, elsewhere },
      { kind: 'moved', path: 'new', line: 2 },
      true,
    ],
    ['elsewhere, never proven here', { now: now('x'), held: false, elsewhere }, { kind: 'absent' }, false],
    ['changed', { now: now('x'), held: true, elsewhere: [] }, { kind: 'changed' }, false],
    ['gone', { now: { kind: 'missing' }, held: true, elsewhere: [] }, { kind: 'gone' }, false],
    ['missing', { now: { kind: 'missing' }, held: false, elsewhere: [] }, { kind: 'missing' }, false],
    [
      'unreadable',
      { now: { kind: 'unreadable', why: 'binary' }, held: true, elsewhere },
      { kind: 'unreadable', why: 'binary' },
      false,
    ],
  ])('[LEDGER-57, LEDGER-66] %s', (_, seen, verdict, grounded) => {
    expect(judgeCitation(citation, seen.now, seen.held, seen.elsewhere)).toEqual(verdict)
    expect(isGrounded(verdict)).toBe(grounded)
  })

  it('looks at the whole range', () => {
    expect(holdsAt({ ...citation, line: 1, lineEnd: 3 }, text('', '', QUOTE))).toBe(3)
  })
})
