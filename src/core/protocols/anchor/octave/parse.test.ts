import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emit } from './emit.ts'
import { parseOctave } from './parse.ts'
import type { Item, Node, Value } from './values.ts'

/** Nodes without their places. */
function bare(nodes: readonly Node[]): unknown {
  return nodes.map(({ at: _, ...node }) => (node.kind === 'block' ? { ...node, children: bare(node.children) } : node))
}
const text = (value: string) => ({ kind: 'text', text: value })
const list = (...items: unknown[]) => ({ kind: 'list', items })
const pair = (key: string, value: unknown) => ({ kind: 'pair', key, value })
const entry = (key: string, value: unknown) => ({ kind: 'entry', key, value })
const block = (key: string, ...children: unknown[]) => ({ kind: 'block', key, children })

describe('[ANCHOR-35] what is read', () => {
  const rows: readonly (readonly [string, string, unknown[]])[] = [
    ['nothing', '', []],
    ['a bare word', 'A::b', [pair('A', text('b'))]],
    ['a path', 'A::src/a.ts', [pair('A', text('src/a.ts'))]],
    ['a quoted text', 'A::"b c"', [pair('A', text('b c'))]],
    ['escapes', 'A::"a\\"b\\\\c\\nd\\te\\rf"', [pair('A', text('a"b\\c\nd\te\rf'))]],
    ['bare words with blanks', 'A::npm run test', [pair('A', text('npm run test'))]],
    ['operators, kept as they stand', 'A::LOGOS::ATLAS⊕HERMES→x', [pair('A', text('LOGOS::ATLAS⊕HERMES→x'))]],
    ['a constructor', 'A::RESPONSIBLE[scope]', [pair('A', text('RESPONSIBLE[scope]'))]],
    ['a comment', 'A::b // why\n// all of it\nC::d', [pair('A', text('b')), pair('C', text('d'))]],
    ['no comment in an address', 'A::https://x.y/z', [pair('A', text('https://x.y/z'))]],
    ['a list', 'A::[b,"c d",e/f]', [pair('A', list(text('b'), text('c d'), text('e/f')))]],
    ['an empty list', 'A::[]', [pair('A', list())]],
    ['a comma at the end', 'A::[b,]', [pair('A', list(text('b')))]],
    ['a list over lines', 'A::[\n  b, // one\n  c\n]', [pair('A', list(text('b'), text('c')))]],
    ['lists in lists', 'A::[[b],[c,[d]]]', [pair('A', list(list(text('b')), list(text('c'), list(text('d')))))]],
    ['entries', 'A::[B::c,D::[e]]', [pair('A', list(entry('B', text('c')), entry('D', list(text('e')))))]],
    ['a list that is only the beginning', 'A::[b]⇌c', [pair('A', text('[b]⇌c'))]],
    ['the same inside a list', 'A::[[b]⇌c[d,e],f]', [pair('A', list(text('[b]⇌c[d,e]'), text('f')))]],
    ['a string that is only the beginning', 'A::["b"→c,d]', [pair('A', list(text('"b"→c'), text('d')))]],
    ['a comma inside a string inside bare text', 'A::[x"b,c"y]', [pair('A', list(text('x"b,c"y')))]],
    [
      'a block',
      'A:\n  B::c\n  D:\n    E::f\nG::h',
      [block('A', pair('B', text('c')), block('D', pair('E', text('f')))), pair('G', text('h'))],
    ],
    ['a block with a comment', 'A: // why\n  B::c', [block('A', pair('B', text('c')))]],
    [
      'a section',
      '§1::IDENTITY\nROLE::a\n§2b::NEXT\n  X::y',
      [block('IDENTITY', pair('ROLE', text('a'))), block('NEXT', pair('X', text('y')))],
    ],
    ['a named section', '§BIND\n  ROLE::a', [block('BIND', pair('ROLE', text('a')))]],
    [
      'a legacy heading',
      '## BIND (Identity Lock)\nROLE::a\n## COMMIT\nGATE::b',
      [block('BIND', pair('ROLE', text('a'))), block('COMMIT', pair('GATE', text('b')))],
    ],
    ['a heading with a note', '§1::A[x] // why\nB::c\n## D <e>', [block('A', pair('B', text('c'))), block('D')]],
    ['bullets', '## TENSION\n- L1::x\n* L2::y', [block('TENSION', pair('L1', text('x')), pair('L2', text('y')))]],
    ['values without a key', 'A:\n  "b c"\n  [d]⇌e', [block('A', pair('', text('b c')), pair('', text('[d]⇌e')))]],
    ['an envelope', 'OCTAVE::6.0\n===NAME===\n---\nA::b\n===END===\n\n  // seen\n', [pair('A', text('b'))]],
    ['front matter', '---\ntitle: x\n---\nA::b', [pair('A', text('b'))]],
    ['front matter to the end', '---\n---', []],
    ['a fence', 'A::```\none\n  two\n```\nB::c', [pair('A', text('one\n  two')), pair('B', text('c'))]],
    ['a fence below its key', 'A::\n  ```\nx\n  ```', [pair('A', text('x'))]],
    ['an empty fence', 'A::```\n```', [pair('A', text(''))]],
    [
      'line ends of other systems',
      '\uFEFFA::b\r\nC::d\rE::f',
      [pair('A', text('b')), pair('C', text('d')), pair('E', text('f'))],
    ],
    ['a key with a qualifier', 'NEVER<always>::[x]', [pair('NEVER<always>', list(text('x')))]],
    ['a quoted key', '"Self-Guiding"::x', [pair('Self-Guiding', text('x'))]],
    ['blanks around the colons', 'A :: b', [pair('A', text('b'))]],
    ['a pair below a pair', 'A::b\n  C::d', [pair('A', text('b')), pair('C', text('d'))]],
  ]
  it.each(rows)('%s', (_, source, nodes) => {
    const document = parseOctave(source)
    expect([bare(document.nodes), document.problems]).toEqual([nodes, []])
  })
})

describe('[ANCHOR-35] what is not, with its place and what belongs there', () => {
  const rows: readonly (readonly [string, string, readonly [number, number, string][]])[] = [
    ['a string without its end', 'A::"b\nC::d', [[1, 4, 'a closing `"` on the same line']]],
    ['an unknown escape', 'A::"b\\x"', [[1, 6, 'one of the escapes \\" \\\\ \\n \\t \\r']]],
    ['an escape in a bare text', 'A::x"b\\x"', [[1, 7, 'one of the escapes \\" \\\\ \\n \\t \\r']]],
    ['no value', 'A::\nB::c', [[1, 4, 'a value']]],
    ['no value in an entry', 'A::[B::,c]', [[1, 8, 'a value']]],
    ['a single colon', 'A: b', [[1, 2, '`::` between a key and its value']]],
    ['a tab', 'A:\n\tB::c', [[2, 2, 'blanks before the first word, two for each level, no tab']]],
    ['a sentence', 'please bind me', [[1, 1, '`KEY::value`, or `KEY:` with indented lines below it']]],
    ['a list without its end', 'A::[b,\nc', [[2, 2, 'a `,` before the next item or a `]` after the last']]],
    ['a list that only begins', 'A::[b,\n', [[2, 1, 'the next item, or the `]` that closes the list']]],
    ['text below the end', '===A===\n===END===\n\n// seen\n  B::c\nD::e', [[5, 3, 'nothing below `===END===`']]],
    ['a second document', '===A===\nB::c\n===D===', [[3, 1, 'one document, with its name once at the top']]],
    ['more than a name in a heading', '## BIND ARM::x', [[1, 8, 'the end of the line after the name of a section']]],
    ['a value for a section', '§1::BIND::x', [[1, 9, 'the end of the line after the name of a section']]],
    ['no comma', 'A::[b\nc]', [[2, 1, 'a `,` before the next item or a `]` after the last']]],
    ['a bracket too many', 'A::b]', [[1, 5, 'no `]` here: none is open']]],
    ['a bracket too few', 'A::b[c', [[1, 5, 'a closing `]` on the same line']]],
    [
      'a fence without its end',
      'A::```\nb',
      [
        [1, 4, 'a closing ``` on a line of its own'],
        [2, 1, '`KEY::value`, or `KEY:` with indented lines below it'],
      ],
    ],
    ['a fence at the very end', 'A::```', [[1, 4, 'a closing ``` on a line of its own']]],
    ['a bad keyless value', '["a', [[1, 2, 'a closing `"` on the same line']]],
    ['a name with a hyphen', '===MY-NAME===', [[1, 4, 'a name of letters, digits and `_` between the `===`']]],
    ['lists without end', `A::${'['.repeat(40)}`, [[1, 36, 'lists at most 32 deep']]],
  ]
  it.each(rows)('%s', (_, source, expected) => {
    const { problems } = parseOctave(source)
    expect(problems.map(({ at, expected: wanted }) => [at.line, at.column, wanted])).toEqual(expected)
    for (const { example } of problems) expect(example).not.toBe('')
  })

  it('names at most twenty of them', () => {
    expect(parseOctave('what\n'.repeat(100)).problems).toHaveLength(20)
  })

  it('says where an item of a list stands', () => {
    const { nodes, itemAt } = parseOctave('A::[\n  b,\n  "c", D::[e]]')
    const items = nodes.flatMap((node) => (node.kind === 'pair' && node.value.kind === 'list' ? node.value.items : []))
    expect(items.map(itemAt)).toEqual([
      { line: 2, column: 3 },
      { line: 3, column: 3 },
      { line: 3, column: 8 },
    ])
    expect(itemAt({ kind: 'text', text: 'b' })).toBeUndefined()
  })

  it('keeps the name of the document', () => {
    expect([
      parseOctave('===A===\n===B===').name,
      parseOctave('===RAPH_VECTOR::v4.0===').name,
      parseOctave('A::b').name,
    ]).toEqual(['A', 'RAPH_VECTOR::v4.0', ''])
  })
})

const key = fc.stringMatching(/^[A-Z_][A-Z0-9_.-]{0,8}$/)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('[a]⇌b→c', '"', '\\', '//', 'a, b', '===END===', '', ' x ', '```', '§1::A', 'true'),
)
const value: fc.Arbitrary<Value> = fc.letrec<{ value: Value; item: Item }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyText.map((content): Value => ({ kind: 'text', text: content })),
    fc.array(tie('item'), { maxLength: 4 }).map((items): Value => ({ kind: 'list', items })),
  ),
  item: fc.oneof(
    tie('value'),
    fc.tuple(key, tie('value')).map(([name, inner]): Item => ({ kind: 'entry', key: name, value: inner })),
  ),
})).value
const at = { line: 0, column: 0 }
const nodes: fc.Arbitrary<readonly Node[]> = fc.letrec<{ node: Node; nodes: readonly Node[] }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.tuple(key, value).map(([name, inner]): Node => ({ kind: 'pair', key: name, value: inner, at })),
    fc.tuple(key, tie('nodes')).map(([name, children]): Node => ({ kind: 'block', key: name, children, at })),
  ),
  nodes: fc.array(tie('node'), { maxLength: 4 }),
})).nodes

describe('[ANCHOR-35] the canonical spelling', () => {
  it('is read back as what was written', () => {
    fc.assert(
      fc.property(nodes, (given) => {
        const document = parseOctave(emit('IDENTITY', given))
        expect([bare(document.nodes), document.problems]).toEqual([bare(given), []])
      }),
      { numRuns: 500 },
    )
  })

  it('is the same when it is written again, whatever was read', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ABab12:: \n[]",/→⇌§#=-`\\.<>'), maxLength: 200 }), (source) => {
        const once = parseOctave(source).nodes.filter((node) => node.key !== '')
        const written = emit('X', once)
        expect(emit('X', parseOctave(written).nodes)).toBe(written)
      }),
      { numRuns: 300 },
    )
  })
})
