import { describe, expect, it } from 'vitest'
import type { CitedFile, Strictness } from '../../model/anchor.ts'
import { checkBind } from './bind.ts'
import { readConstitution } from './constitution.ts'
import { checkProof, pathsCited } from './proof.ts'

const ROLE = `===IMPLEMENTATION_LEAD===
§1::IDENTITY
  ROLE::IMPLEMENTATION_LEAD
  COGNITION::LOGOS
  ARCHETYPE::[HEPHAESTUS<craft>,ATLAS<load>]
  MISSION::"build"
  PRINCIPLES::[TDD_MANDATE::"tests first",MINIMAL_INTERVENTION::"small steps","Name every assumption you make in the code"]
§2::OPERATIONAL_BEHAVIOR
  MUST_NEVER::[NO_GUESSING::"guess"]
===END===
`
const read = readConstitution(ROLE)
if (!read.ok) throw new Error('the role of this test cannot be read')
const { constitution } = read
const plain = { ...constitution, archetypes: [] }

const bind = (...lines: string[]) =>
  ['===IDENTITY===', 'BIND:', ...lines.map((line) => `  ${line}`), '===END==='].join('\n')
const GOOD = [
  'ROLE::implementation-lead',
  'COGNITION::LOGOS',
  'ARCHETYPES::[HEPHAESTUS,ATLAS]',
  'AUTHORITY::RESPONSIBLE[build_phase_execution]',
] as const
const but = (index: number, line: string) => bind(...GOOD.map((one, at) => (at === index ? line : one)))

describe('[ANCHOR-28, ANCHOR-41] payloads of stage context that are taken', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['the canonical form', bind(...GOOD)],
    ['with META', `===IDENTITY===\nMETA:\n  TYPE::IDENTITY\n  VERSION::"5.0"\n${bind(...GOOD).slice(15)}`],
    [
      'without an envelope',
      bind(...GOOD)
        .split('\n')
        .slice(1, -1)
        .join('\n'),
    ],
    ['the role as in the file', but(0, 'ROLE::IMPLEMENTATION_LEAD')],
    ['the role in words', but(0, 'ROLE::"Implementation Lead"')],
    ['a quoted cognition', but(1, 'COGNITION::"LOGOS"')],
    ['cognition in small letters', but(1, 'COGNITION::logos')],
    ['one archetype', but(2, 'ARCHETYPES::[ATLAS]')],
    ['one archetype without a list', but(2, 'ARCHETYPES::ATLAS')],
    ['archetypes with qualifiers', but(2, 'ARCHETYPES::[HEPHAESTUS<craft>,ATLAS<load>]')],
    ['archetypes joined', but(2, 'ARCHETYPES::HEPHAESTUS⊕ATLAS')],
    ['archetypes joined in ASCII', but(2, 'ARCHETYPES::HEPHAESTUS+ATLAS')],
    ['the key of the constitution', but(2, 'ARCHETYPE::[ATLAS]')],
    [
      'the legacy cognition',
      bind('ROLE::implementation-lead', 'COGNITION::LOGOS::HEPHAESTUS⊕ATLAS', 'AUTHORITY::RESPONSIBLE[x_y]'),
    ],
    ['angle brackets', but(3, 'AUTHORITY::RESPONSIBLE<build_phase_execution>')],
    ['a quoted authority', but(3, 'AUTHORITY::"RESPONSIBLE[the parser]"')],
    ['a delegation', but(3, 'AUTHORITY::DELEGATED[lead::write_the_tests]')],
    ['a delegation in angle brackets', but(3, 'AUTHORITY::DELEGATED<lead::write_the_tests>')],
    ['comments', bind('// who', ...GOOD.map((line) => `${line} // said`))],
    ['another order', bind(...GOOD.toReversed())],
    [
      'small keys',
      bind('role::implementation-lead', 'cognition::LOGOS', 'archetypes::[ATLAS]', 'authority::RESPONSIBLE[xy]'),
    ],
    ['one list', 'BIND::[ROLE::implementation-lead,COGNITION::LOGOS,ARCHETYPES::[ATLAS],AUTHORITY::RESPONSIBLE[xy]]'],
    ['a section', `§1::BIND\n${GOOD.join('\n')}`],
    ['legacy headings', `===RAPH_VECTOR::v4.0===\n## BIND (Identity Lock)\n${GOOD.join('\n')}\n===END===`],
    ['legacy bullets', `## BIND\n${GOOD.map((line) => `- ${line}`).join('\n')}`],
    ['lines of another system', bind(...GOOD).replaceAll('\n', '\r\n')],
    ['deeper indentation', `BIND:\n${GOOD.map((line) => `      ${line}`).join('\n')}`],
  ]
  it.each(rows)('%s', (_, payload) => {
    const checked = checkBind(payload, constitution)
    expect(checked).toMatchObject({ ok: true })
    if (!checked.ok) return
    expect(checked.canonical).toMatch(
      /^===IDENTITY===\nMETA:\n {2}TYPE::IDENTITY\n {2}VERSION::"5.0"\nBIND:\n {2}ROLE::IMPLEMENTATION_LEAD\n {2}COGNITION::LOGOS\n/,
    )
    expect(checkBind(checked.canonical, constitution)).toEqual(checked)
  })

  it('a role without archetypes is bound without them', () => {
    const payload = bind('ROLE::implementation-lead', 'COGNITION::LOGOS', 'AUTHORITY::RESPONSIBLE[xy]')
    expect(checkBind(payload, plain)).toMatchObject({ ok: true })
  })
})

describe('[ANCHOR-28, ANCHOR-41, ANCHOR-42] payloads of stage context that are refused', () => {
  const rows: readonly (readonly [string, string, RegExp])[] = [
    ['nothing in it', '===IDENTITY===\n===END===', /^there is no BIND block/],
    ['prose', 'I am the implementation lead', /^line 1, column 1: expected `KEY::value`/],
    ['JSON', '{"ROLE":"implementation-lead"}', /^line 1, column 1: expected/],
    ['no role', bind(...GOOD.slice(1)), /^line \d+, column \d+: BIND has no ROLE/],
    ['an empty role', but(0, 'ROLE::'), /^line 3, column 9: expected a value/],
    ['a quoted empty role', but(0, 'ROLE::""'), /^line \d+, column \d+: BIND has no ROLE/],
    [
      'another role',
      but(0, 'ROLE::reviewer'),
      /^line \d+, column \d+: ROLE is `reviewer`, and the constitution you were given is that of `IMPLEMENTATION_LEAD`; send `ROLE::IMPLEMENTATION_LEAD`$/,
    ],
    ['no cognition', bind(GOOD[0], GOOD[2], GOOD[3]), /^line \d+, column \d+: BIND has no COGNITION/],
    ['another cognition', but(1, 'COGNITION::ETHOS'), /^line \d+, column \d+: COGNITION is `ETHOS`/],
    [
      'no such cognition',
      but(1, 'COGNITION::INVALID_TYPE::HEPHAESTUS'),
      /^line \d+, column \d+: COGNITION is `INVALID_TYPE`/,
    ],
    [
      'a stranger among legacy archetypes',
      but(1, 'COGNITION::LOGOS::ATLAS⊕INVALID⊕APOLLO'),
      /^line \d+, column \d+: ARCHETYPES names `INVALID`/,
    ],
    ['no archetype', bind(GOOD[0], GOOD[1], GOOD[3]), /^line \d+, column \d+: BIND has no ARCHETYPES/],
    ['an empty list of them', but(2, 'ARCHETYPES::[]'), /^line \d+, column \d+: BIND has no ARCHETYPES/],
    ['a stranger among archetypes', but(2, 'ARCHETYPES::[ZEUS]'), /^line \d+, column \d+: ARCHETYPES names `ZEUS`/],
    ['a list for a role', but(0, 'ROLE::[A::b,c]'), /^line \d+, column \d+: ROLE is `\[A::b,c\]`/],
    ['an entry among archetypes', but(2, 'ARCHETYPES::[A::b]'), /^line \d+, column \d+: ARCHETYPES names `A_B`/],
    ['no authority', bind(...GOOD.slice(0, 3)), /^line \d+, column \d+: AUTHORITY can't be read/],
    ['authority without a scope', but(3, 'AUTHORITY::RESPONSIBLE'), /^line \d+, column \d+: AUTHORITY can't be read/],
    ['an empty scope', but(3, 'AUTHORITY::RESPONSIBLE[ ]'), /^line \d+, column \d+: AUTHORITY has no scope/],
    [
      'a delegation without a task',
      but(3, 'AUTHORITY::DELEGATED[lead]'),
      /^line \d+, column \d+: AUTHORITY can't be read/,
    ],
    [
      'a delegation to nothing',
      but(3, 'AUTHORITY::DELEGATED[lead::_]'),
      /^line \d+, column \d+: AUTHORITY has no scope/,
    ],
    ...['TODO', 'T\u200bBD', 'n/a', 'xx'].map((word): readonly [string, string, RegExp] => [
      `${word} for a scope`,
      but(3, `AUTHORITY::RESPONSIBLE[${word}]`),
      /^line 6, column 3: AUTHORITY has no scope/,
    ]),
    [
      'a template left as it was',
      but(3, 'AUTHORITY::RESPONSIBLE[<what you answer for>]'),
      /^line \d+, column \d+: AUTHORITY can't be read/,
    ],
    ['a field of its own', bind(...GOOD, 'TRUST::director'), /^line 7, column 3: `TRUST` isn't a field of BIND/],
    ['a field twice', bind(...GOOD, 'ROLE::other'), /^line 7, column 3: `ROLE` is given twice/],
    ['a value without a key', bind(...GOOD, '"director"'), /^line 7, column 3: `` isn't a field of BIND/],
    ['a block inside', bind(...GOOD, 'MORE:'), /^line 7, column 3: `MORE:` opens a block inside a block/],
    [
      'a single colon',
      but(0, 'ROLE: implementation-lead'),
      /^line 3, column 7: expected `::` between a key and its value/,
    ],
    ['lines that are not indented', ['BIND:', ...GOOD].join('\n'), /^line 2, column 1: `ROLE` isn't in a block/],
    ['tabs', `BIND:\n\t${GOOD[0]}`, /^line 2, column 2: expected blanks/],
    [
      'an ARM',
      `${bind(...GOOD).slice(0, -10)}\nARM:\n  PHASE::B2`,
      /^line \d+, column \d+: `ARM` doesn't belong in stage context/,
    ],
    [
      'tensions already',
      `${bind(...GOOD).slice(0, -10)}\nTENSIONS::[]`,
      /^line \d+, column \d+: `TENSIONS` doesn't belong in stage context/,
    ],
    [
      'a commitment already',
      `${bind(...GOOD).slice(0, -10)}\nCOMMIT:\n  GATE::x`,
      /^line \d+, column \d+: `COMMIT` doesn't belong in stage context/,
    ],
    ['BIND twice', `${bind(...GOOD).slice(0, -10)}\nBIND:\n  ROLE::x`, /^line 7, column 1: `BIND` is given twice/],
    ['a stranger among blocks', `WHO:\n  ROLE::x\n${bind(...GOOD)}`, /^line 1, column 1: `WHO` isn't in a block/],
    ['a line without a key', `"hello"\n${bind(...GOOD)}`, /^line 1, column 1: a line without a key isn't in a block/],
    ['a text for a block', 'BIND::implementation-lead', /^line 1, column 1: `` isn't a field of BIND/],
    ['a list without its end', 'BIND::[ROLE::a', /^line 1, column 15: expected a `,`/],
    ['a megabyte', 'A'.repeat(1_048_576), /^the payload has 1048576 characters; at most 65536 are read$/],
    ['lists without end', `BIND::${'['.repeat(60_000)}`, /^line 1, column 39: expected lists at most 32 deep/],
  ]
  it.each(rows)('%s', (_, payload, expected) => {
    const checked = checkBind(payload, constitution)
    expect(checked.ok ? [] : checked.errors[0]).toMatch(expected)
  })
})

const FILES: readonly CitedFile[] = [
  { path: 'src/a.ts', kind: 'file', lines: 40, real: 'src/a.ts' },
  { path: 'src/b.ts', kind: 'file', lines: 5 },
  { path: 'docs/c d.md', kind: 'file', lines: 9 },
  { path: 'src', kind: 'folder', lines: 0 },
  { path: 'pipe', kind: 'other', lines: 0 },
  { path: '../x.ts', kind: 'outside', lines: 0 },
  { path: '/etc/passwd', kind: 'outside', lines: 0 },
  { path: '.git/config', kind: 'own', lines: 0 },
  { path: '.hestai/sessions/active/t/anchor.json', kind: 'own', lines: 0 },
  { path: './src/../src/a.ts', kind: 'file', lines: 40, real: 'src/a.ts' },
  { path: 'empty.ts', kind: 'file', lines: 0 },
  { path: 'logo.png', kind: 'binary', lines: 0 },
  { path: 'app/[...slug]/page.tsx', kind: 'file', lines: 3 },
  { path: 'notes: today.md', kind: 'file', lines: 3 },
  { path: 'say "hi"\\.md', kind: 'file', lines: 3 },
  ...Array.from({ length: 41 }, (_, index): CitedFile => ({ path: `f${index}`, kind: 'file', lines: 1 })),
  { path: 'new.ts', kind: 'absent', lines: 0 },
  { path: 'the parser', kind: 'absent', lines: 0 },
]
const T1 = 'L1::[TDD_MANDATE]⇌CTX:src/a.ts:10-20[no_tests]→TRIGGER[write_test_first]'
const T2 = 'L2::[MINIMAL_INTERVENTION]⇌CTX:src/b.ts:1-5[large_file]→TRIGGER[small_diff]'
const T3 = 'L3::[NO_GUESSING]⇌CTX:src/a.ts:1-2[two readings]→TRIGGER[ask_first]'
/** The first tension at another place, which is written as it stands. */
const at = (place: string) => T1.replace('src/a.ts:10-20', () => place)
const COMMIT = 'COMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"vitest run src/a.test.ts"'
const quoted = (...tensions: string[]) => `TENSIONS::[\n${tensions.map((one) => `  "${one}"`).join(',\n')}\n]`
const proof = (tensions: string, commit = COMMIT) => `===IDENTITY===\n${tensions}\n${commit}\n===END===`
const check = (payload: string, strictness: Strictness = 'default') =>
  checkProof(payload, {
    constitution,
    strictness,
    cited: pathsCited(payload).map(
      (path) => FILES.find((one) => one.path === path) ?? { path, kind: 'absent', lines: 0 },
    ),
  })

const commitTo = (artifact: string, gate = 'npm test') =>
  proof(quoted(T1, T2), `COMMIT:\n  ARTIFACT::"${artifact}"\n  GATE::"${gate}"`)
const many = (count: number) =>
  Array.from({ length: count }, (_, index) => `[TDD_MANDATE]⇌CTX:f${index}[as it is ${index}]→TRIGGER[act ${index}]`)

describe('[ANCHOR-35] payloads of stage proof that are taken', () => {
  const rows: readonly (readonly [string, string, Strictness])[] = [
    ['quoted tensions', proof(quoted(T1, T2)), 'default'],
    ['bare tensions in a list', proof(`TENSIONS::[\n  ${T1},\n  ${T2}\n]`), 'default'],
    ['bare tensions in a block', proof(`TENSIONS:\n  ${T1}\n  ${T2}`), 'default'],
    ['quoted tensions in a block', proof(`TENSIONS:\n  "${T1}"\n  "${T2}"`), 'default'],
    ['tensions without numbers', proof(`TENSIONS:\n  ${T1.slice(4)}\n  ${T2.slice(4)}`), 'default'],
    ['legacy headings', `## TENSION\n${T1}\n${T2}\n## COMMIT\nARTIFACT::src/a.ts\nGATE::vitest run`, 'default'],
    ['legacy bullets', `## TENSION\n- ${T1}\n- ${T2}\n## COMMIT\n- ARTIFACT::src/a.ts\n- GATE::vitest run`, 'default'],
    ['ASCII operators', proof(quoted(T1.replace('⇌', '<->').replace('→', '->'), T2)), 'default'],
    ['the word vs', proof(quoted(T1.replace('⇌', ' vs '), T2)), 'default'],
    ['blanks around the operators', proof(quoted(T1.replace('⇌', ' ⇌ ').replace('→', ' → '), T2)), 'default'],
    ['one tension is enough for quick', proof(quoted(T1)), 'quick'],
    ['more than enough', proof(quoted(T1, T2, T3)), 'default'],
    ['three with lines for deep', proof(quoted(T1, T2, T3)), 'deep'],
    ['no lines', proof(quoted(T1.replace(':10-20', ''), T2.replace(':1-5', ''))), 'default'],
    ['one line', proof(quoted(T1.replace(':10-20', ':10'), T2)), 'default'],
    ['the last line', proof(quoted(T1.replace(':10-20', ':40-40'), T2)), 'default'],
    ['a constraint in small letters', proof(quoted(T1.replace('TDD_MANDATE', 'tdd-mandate'), T2)), 'default'],
    [
      'a sentence by its first words',
      proof(quoted(T1.replace('TDD_MANDATE', 'Name every assumption you make in'), T2)),
      'default',
    ],
    ['a path with a blank', proof(quoted(T1.replace('src/a.ts:10-20', 'docs/c d.md'), T2)), 'default'],
    ['a path with brackets between quotes', proof(quoted(at('\\"app/[...slug]/page.tsx\\"'), T2)), 'default'],
    ['one with lines', proof(quoted(at('\\"app/[...slug]/page.tsx\\":1-3'), T2)), 'default'],
    ['one in a bare tension', proof(`TENSIONS:\n  ${at('"app/[...slug]/page.tsx":2')}\n  ${T2}`), 'default'],
    ['one in a list of bare tensions', proof(`TENSIONS::[${at('"app/[...slug]/page.tsx"')},${T2}]`), 'default'],
    ['blanks around it', proof(quoted(at(' \\"app/[...slug]/page.tsx\\" : 1 - 3 '), T2)), 'default'],
    ['a path with a colon', proof(quoted(at('\\"notes: today.md\\":2-3'), T2)), 'default'],
    ['a path with quotes of its own', proof(quoted(at('\\"say \\\\\\"hi\\\\\\"\\\\\\\\.md\\"'), T2)), 'default'],
    ['quotes where none are needed', proof(quoted(at('\\"src/a.ts\\":10-20'), T2)), 'default'],
    ['the same file twice', proof(quoted(T1, T3)), 'default'],
    [
      'an artifact that is still to be written',
      proof(quoted(T1, T2), 'COMMIT:\n  ARTIFACT::new.ts\n  GATE::"npm test"'),
      'default',
    ],
    [
      'a bare artifact and gate',
      proof(quoted(T1, T2), 'COMMIT:\n  ARTIFACT::src/a.ts\n  GATE::npm test -- a'),
      'default',
    ],
    ['a commitment as a list', proof(quoted(T1, T2), 'COMMIT::[ARTIFACT::"src/a.ts",GATE::"npm test"]'), 'default'],
    ['sections', proof(`§TENSIONS\n${T1}\n${T2}`, '§COMMIT\nARTIFACT::src/a.ts\nGATE::"npm test"'), 'default'],
    ['an artifact whose name is a promise elsewhere', commitTo('TODO.md'), 'default'],
    ['an artifact with brackets in its name', commitTo('app/[...slug]/page.tsx'), 'default'],
    ['an artifact with brackets that is still to be written', commitTo('app/[...slug]/new.tsx'), 'default'],
    ['an artifact that is no text', commitTo('logo.png'), 'default'],
    ['as many as there may be', proof(quoted(...many(40))), 'default'],
    ['META beside it', proof(`META:\n  TYPE::IDENTITY\n${quoted(T1, T2)}`), 'default'],
  ]
  it.each(rows)('%s', (_, payload, strictness) => {
    expect(check(payload, strictness)).toMatchObject({ ok: true, proof: { tensions: expect.any(Array) } })
  })

  it('[ANCHOR-19] deep quotes the line of the constitution that a number names, or warns', () => {
    const checked = check(proof(quoted(T1, T2, T3.replace('L3', 'L4000'))), 'deep')
    expect(checked).toMatchObject({
      ok: true,
      proof: {
        warnings: [
          'L1 quotes the constitution: ===IMPLEMENTATION_LEAD===',
          'L2 quotes the constitution: §1::IDENTITY',
          'L4000 is no line of the constitution; taken as an ordinal',
        ],
      },
    })
  })
})

describe('[ANCHOR-17, ANCHOR-18, ANCHOR-19, ANCHOR-35, ANCHOR-42] payloads of stage proof that are refused', () => {
  const swap = (from: string, to: string) => proof(quoted(T1.replace(from, to), T2))
  const commit = commitTo
  const rows: readonly (readonly [string, string, RegExp, Strictness?])[] = [
    ['no tension', proof('TENSIONS::[]'), /at least 2 tensions, and there are 0/],
    // ANCHOR-17
    ['no tension for quick', proof('TENSIONS::[]'), /at least 1 tensions, and there are 0/, 'quick'],
    // ANCHOR-18
    ['one for default', proof(quoted(T1)), /at least 2 tensions, and there are 1/],
    // ANCHOR-19
    ['two for deep', proof(quoted(T1, T2)), /at least 3 tensions, and there are 2/, 'deep'],
    [
      'deep without lines',
      proof(quoted(T1, T2, T3.replace(':1-2', ''))),
      /^line \d+, column \d+: tension 3: `CTX:src\/a.ts` has no lines/,
      'deep',
    ],
    // ANCHOR-35: every part of a tension, and of COMMIT.
    [
      'no CTX',
      swap('CTX:src/a.ts:10-20', ''),
      /^line \d+, column \d+: tension 1, column 19: expected `CTX:` and the path of a file/,
    ],
    ['no path', swap('src/a.ts:10-20', ''), /^line \d+, column \d+: tension 1, column 23: expected the path of a file/],
    [
      'no state',
      swap('[no_tests]', ''),
      /^line \d+, column \d+: tension 1, column 37: expected `\[` and what you found there/,
    ],
    [
      'no TRIGGER',
      swap('→TRIGGER[write_test_first]', '→IMPLICATION'),
      /^line \d+, column \d+: tension 1, column 48: expected `TRIGGER\[`/,
    ],
    ['no arrow', swap('→', ''), /^line \d+, column \d+: tension 1, column 47: expected `→` or `->`/],
    ['no operator', swap('⇌', ''), /^line \d+, column \d+: tension 1, column 18: expected `⇌` or `<->`/],
    [
      'no constraint',
      swap('[TDD_MANDATE]', ''),
      /^line \d+, column \d+: tension 1, column 5: expected `\[` and the name/,
    ],
    [
      'something behind it',
      proof(quoted(`${T1} and more`, T2)),
      /^line \d+, column \d+: tension 1, column 74: expected the end/,
    ],
    [
      'a placeholder for a constraint',
      swap('TDD_MANDATE', 'TODO'),
      /^line \d+, column \d+: tension 1: `TODO` isn't a constraint/,
    ],
    [
      'a word for a constraint',
      swap('TDD_MANDATE', 'constraint'),
      /^line \d+, column \d+: tension 1: `constraint` isn't a constraint/,
    ],
    [
      'an invented constraint',
      swap('TDD_MANDATE', 'BE_EXCELLENT'),
      /^line \d+, column \d+: tension 1: `BE_EXCELLENT` isn't a constraint of IMPLEMENTATION_LEAD; cite one of TDD_MANDATE, MINIMAL_INTERVENTION/,
    ],
    ['an empty constraint', swap('TDD_MANDATE', ''), /^line \d+, column \d+: tension 1: `` isn't a constraint/],
    [
      'a file that is not there',
      swap('src/a.ts', 'src/zzz.ts'),
      /^line \d+, column \d+: tension 1: `src\/zzz.ts` does not exist/,
    ],
    ['a folder', swap('src/a.ts:10-20', 'src'), /^line \d+, column \d+: tension 1: `src` is a folder/],
    ['a device', swap('src/a.ts:10-20', 'pipe'), /^line \d+, column \d+: tension 1: `pipe` isn't a regular file/],
    [
      'a way out',
      swap('src/a.ts', '../x.ts'),
      /^line \d+, column \d+: tension 1: `\.\.\/x.ts` is outside the working directory/,
    ],
    [
      'an absolute way out',
      swap('src/a.ts:10-20', '/etc/passwd'),
      /^line \d+, column \d+: tension 1: `\/etc\/passwd` is outside/,
    ],
    [
      "git's own files",
      swap('src/a.ts:10-20', '.git/config'),
      /^line \d+, column \d+: tension 1: `.git\/config` belongs to git or to Fairlead and can't be cited/,
    ],
    ['our own files', swap('src/a.ts:10-20', '.hestai/sessions/active/t/anchor.json'), /can't be cited/],
    [
      'lines beyond the end',
      swap('10-20', '30-41'),
      /^line \d+, column \d+: tension 1: `src\/a.ts` has 40 lines, and 30-41 are not among them/,
    ],
    ['lines from the end to the beginning', swap('10-20', '20-10'), /20-10 are not among them/],
    ['line nought', swap('10-20', '0-4'), /0-4 are not among them/],
    ['a state left as it was', swap('no_tests', '<what you found there>'), /does not say what you found/],
    ['an empty state', swap('no_tests', ' '), /does not say what you found/],
    ['an action left as it was', swap('write_test_first', '…'), /does not say what you will do/],
    ['an action that is none', swap('write_test_first', 'do it'), /does not say what you will do/],
    ['the same tension twice', proof(quoted(T1, T1)), /^line \d+, column \d+: tension 2 repeats tension 1/],
    [
      'the same place with another answer',
      proof(quoted(T1, T1.replace('write_test_first', 'other'))),
      /^line \d+, column \d+: tension 2 repeats tension 1/,
    ],
    [
      'the same answer at another place',
      proof(quoted(T1, T2.replace('small_diff', 'Write test first'))),
      /^line \d+, column \d+: tension 2 repeats tension 1/,
    ],
    ...[
      ['no_tests', 'what you found there'],
      ['no_tests', 'What-you found: there'],
      ['no_tests', 'TDD mandate'],
      ['no_tests', 'src/a.ts'],
      ['no_tests', 'ok'],
      ['no_tests', 'write_test_first'],
      ['write_test_first', 'what you will do about it'],
      ['write_test_first', 'tdd-mandate'],
      ['write_test_first', 'src a ts'],
      ['write_test_first', 'x1'],
    ].map(([from = '', to = '']): readonly [string, string, RegExp] => [
      `\`${to}\` in place of \`${from}\``,
      swap(from, to),
      /tension 1: `(?:\[.*\]` does not say what you found in `src\/a.ts`|TRIGGER\[.*\]` does not say what you will do)/,
    ]),
    [
      'the words of the template for a gate',
      commit('src/a.ts', 'command or condition that decides whether it is done'),
      /can't be checked/,
    ],
    [
      'a path with brackets and no quotes',
      proof(quoted(at('app/[...slug]/page.tsx'), T2)),
      /tension 1, column 36: expected `→` or `->`; a path with .* stands between quotes, as in `CTX:"app\/\[slug\]\/page.tsx"`/,
    ],
    [
      'a path with a colon and no quotes',
      proof(quoted(at('notes: today.md'), T2)),
      /tension 1, column 28: expected `\[` and what you found there, then `\]`; a path with .* stands between quotes/,
    ],
    [
      'a path that begins with a bracket and has no quotes',
      proof(quoted(at('[slug].ts'), T2)),
      /tension 1, column 23: expected the path of a file.*stands between quotes/,
    ],
    [
      'quotes inside quotes that are not marked',
      proof(quoted(at('"app/[...slug]/page.tsx"'), T2)),
      /tension 1, column 1: expected `\[` .*; inside a quoted tension a `"` is written `\\"`/,
    ],
    ['a path whose quotes do not end', proof(quoted(at('\\"src/a.ts'), T2)), /tension 1, column 23: expected the path/],
    [
      'a path with an odd escape',
      proof(quoted(at('\\"src\\\\a.ts\\"'), T2)),
      /tension 1, column 23: expected the path/,
    ],
    ['nothing between quotes', proof(quoted(at('\\"\\"'), T2)), /tension 1, column 23: expected the path of a file/],
    [
      'something after a quoted path',
      proof(quoted(at('\\"src/a.ts\\".bak'), T2)),
      /tension 1, column 33: expected `\[` and what you found there/,
    ],
    ['a quoted path that is not there', proof(quoted(at('\\"app/[id].ts\\"'), T2)), /`app\/\[id\].ts` does not exist/],
    ['a quoted path that is outside', proof(quoted(at('\\"../x.ts\\"'), T2)), /`..\/x.ts` is outside/],
    [
      'one file with and without quotes',
      proof(quoted(T1, at('\\"src/a.ts\\"').replace('write_test_first', 'other words'))),
      /tension 2 repeats tension 1/,
    ],
    [
      'deep without lines of a quoted path',
      proof(quoted(at('\\"app/[...slug]/page.tsx\\"'), T2, T3)),
      /`CTX:"app\/\[...slug\]\/page.tsx"` has no lines; strictness deep asks for `CTX:"app\/\[...slug\]\/page.tsx":first-last`/,
      'deep',
    ],
    [
      'another key',
      proof(`TENSIONS:\n  X1::[TDD_MANDATE]⇌CTX:src/a.ts[no]→TRIGGER[do]`),
      /^line \d+, column \d+: tension 1, column 1: expected `\[`/,
    ],
    [
      'a list for a tension',
      proof('TENSIONS::[L1::[TDD_MANDATE]]'),
      /^line \d+, column \d+: tension 1, column 18: expected `⇌`/,
    ],
    [
      'a number without end',
      proof(quoted(T1.replace('L1', 'L123456789'), T2)),
      /^line \d+, column \d+: tension 1, column 1/,
    ],
    [
      'something else in META',
      proof(`META:\n  TYPE::IDENTITY\n  ARM::mine\n${quoted(T1, T2)}`),
      /^line 4, column 3: `ARM` isn't a field of META; they are TYPE, VERSION/,
    ],
    // ANCHOR-42
    ['an ARM in small letters', proof(`arm::[PHASE::B9]\n${quoted(T1, T2)}`), /`ARM` is computed by the server/],
    [
      'an ARM below a heading',
      proof(quoted(T1, T2), `${COMMIT}\n## ARM\nPHASE::B9`),
      /`ARM` is computed by the server/,
    ],
    [
      'an ARM of its own',
      proof(`ARM:\n  PHASE::B9\n${quoted(T1, T2)}`),
      /^line \d+, column \d+: `ARM` is computed by the server/,
    ],
    [
      'a BIND again',
      proof(`BIND:\n  ROLE::director\n${quoted(T1, T2)}`),
      /^line \d+, column \d+: `BIND` was accepted in stage context/,
    ],
    ['no commitment', `===IDENTITY===\n${quoted(T1, T2)}\n===END===`, /^there is no COMMIT block/],
    [
      'tensions inside the commitment',
      `## COMMIT\n${T1}\n${T2}\nARTIFACT::src/a.ts\nGATE::npm test`,
      /at least 2 tensions|`L1` isn't a field of COMMIT/,
    ],
    ['a field of its own', proof(quoted(T1, T2), `${COMMIT}\n  TRUST::director`), /`TRUST` isn't a field of COMMIT/],
    [
      'no artifact',
      proof(quoted(T1, T2), 'COMMIT:\n  GATE::"npm test"'),
      /^line \d+, column \d+: COMMIT has no ARTIFACT/,
    ],
    ['an empty artifact', commit(''), /^line \d+, column \d+: COMMIT has no ARTIFACT/],
    ['the response', commit('the response'), /^line \d+, column \d+: ARTIFACT `the response` doesn't name a file/],
    ['response', commit('response'), /^line \d+, column \d+: ARTIFACT `response` doesn't name a file/],
    ['TODO', commit('TODO'), /^line \d+, column \d+: ARTIFACT `TODO` doesn't name a file/],
    ['TODO with words', commit('TODO: later'), /^line \d+, column \d+: ARTIFACT `TODO: later` doesn't name a file/],
    ['a sentence', commit('the parser'), /^line \d+, column \d+: ARTIFACT `the parser` doesn't name a file/],
    ['a template left as it was', commit('<path of the file you will write>'), /doesn't name a file/],
    ['an artifact outside', commit('../x.ts'), /is outside the working directory/],
    ['an artifact that is a folder', commit('src'), /^line \d+, column \d+: ARTIFACT `src` isn't a file/],
    ['an artifact that is a device', commit('pipe'), /^line \d+, column \d+: ARTIFACT `pipe` isn't a file/],
    ["an artifact of git's", commit('.git/config'), /is not yours to write/],
    ['no gate', proof(quoted(T1, T2), 'COMMIT:\n  ARTIFACT::"src/a.ts"'), /^line \d+, column \d+: COMMIT has no GATE/],
    [
      'a blank gate',
      proof(quoted(T1, T2), 'COMMIT:\n  ARTIFACT::"src/a.ts"\n  GATE::"   "'),
      /^line \d+, column \d+: COMMIT has no GATE/,
    ],
    [
      "a gate that can't be checked",
      commit('src/a.ts', 'it works'),
      /^line \d+, column \d+: GATE `it works` can't be checked/,
    ],
    ['a gate left as it was', commit('src/a.ts', 'TBD'), /^line \d+, column \d+: GATE `TBD` can't be checked/],
    ['a megabyte', 'A'.repeat(1_048_576), /^the payload has 1048576 characters/],
    ['a file with nothing in it', swap('src/a.ts:10-20', 'empty.ts'), /`empty.ts` is empty; cite a file/],
    ['lines of a file with nothing in it', swap('src/a.ts:10-20', 'empty.ts:1-1'), /`empty.ts` is empty; cite a file/],
    ['a file that is no text', swap('src/a.ts:10-20', 'logo.png'), /`logo.png` is not text; cite a file/],
    [
      'the same file spelled otherwise',
      proof(quoted(T1, T1.replace('src/a.ts', './src/../src/a.ts').replace('write_test_first', 'other words'))),
      /^line 4, column 3: tension 2 repeats tension 1/,
    ],
    ...['WRITE  test\u200bfirst', 'Write-Test-First', 'ｗｒｉｔｅ test first', 'wrіtе tеst fіrst'].map(
      (action): readonly [string, string, RegExp] => [
        `the same answer spelled ${action}`,
        proof(quoted(T1, T2.replace('⇌', '<->').replace('→', '->').replace('small_diff', action))),
        /repeats tension 1/,
      ],
    ),
    ...[
      'tbd',
      'N/A',
      'n.a.',
      '...',
      '…',
      'placeholder',
      'place holder',
      'xxx',
      'xxxx',
      'T\u200bODO',
      'ＴＯＤＯ',
      'ТОDО',
      'To Do',
      '???',
      '-',
      'foo',
      'lorem ipsum',
      'TODO: later',
      'fixme_soon',
    ].flatMap((word): readonly (readonly [string, string, RegExp])[] => [
      [`${word} for a gate`, commit('src/a.ts', word), /^line \d+, column \d+: GATE .* can't be checked/],
      [`${word} for an artifact`, commit(word), /^line \d+, column \d+: ARTIFACT .* doesn't name a file/],
      [`${word} for what was found`, swap('no_tests', word), /does not say what you found/],
      [`${word} for what will be done`, swap('write_test_first', word), /does not say what you will do/],
    ]),
    ...['the response', 'My answer', 'the final_output'].flatMap(
      (word): readonly (readonly [string, string, RegExp])[] => [
        [`${word} for a gate`, commit('src/a.ts', word), /GATE .* can't be checked/],
        [`${word} for an artifact`, commit(word), /ARTIFACT .* doesn't name a file/],
      ],
    ),
    [
      'an artifact twice',
      proof(quoted(T1, T2), `${COMMIT}\n  artifact::new.ts`),
      /^line 9, column 3: `ARTIFACT` is given twice/,
    ],
    ['a gate twice', proof(quoted(T1, T2), `${COMMIT}\n  GATE::x`), /^line 9, column 3: `GATE` is given twice/],
    [
      'more than anybody reads',
      proof(quoted(...many(41))),
      /^line 2, column 1: strictness default asks for at most 40 tensions, and there are 41/,
    ],
    [
      'something below the end',
      `${proof(quoted(T1, T2))}\nARM:\n  PHASE::B9`,
      /^line 10, column 1: expected nothing below `===END===`/,
    ],
    ['a second document', `===OTHER===\n${proof(quoted(T1, T2))}`, /^line 2, column 1: expected one document/],
    [
      'something behind a heading',
      `## TENSIONS ARM::mine\n${T1}\n${T2}\n${COMMIT}`,
      /^line 1, column 12: expected the end of the line/,
    ],
    [
      'a list that only begins',
      'TENSIONS::[\n  "a",\n',
      /^line 3, column 1: expected the next item, or the `\]` that closes the list/,
    ],
  ]
  it.each(rows.map(([name, ...rest]) => [name, rest] as const))('%s', (_, [payload, expected, strictness]) => {
    const checked = check(payload, strictness)
    expect(checked.ok ? ['taken'] : checked.errors).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })

  it('[ANCHOR-35] writes a constraint as the constitution names it', () => {
    const checked = check(proof(quoted(T1.replace('TDD_MANDATE', 'tdd mandate'), T2)))
    expect(checked.ok && checked.proof.tensions.map(({ constraint }) => constraint)).toEqual([
      'TDD_MANDATE',
      'MINIMAL_INTERVENTION',
    ])
  })

  it('says everything that is wrong at once', () => {
    const payload = proof(
      quoted(T1.replace('TDD_MANDATE', 'TODO'), T2.replace('src/b.ts', 'gone.ts')),
      'COMMIT:\n  ARTIFACT::TODO\n  GATE::TODO',
    )
    const checked = check(payload)
    expect(checked.ok ? [] : checked.errors).toHaveLength(5)
  })

  it('an artifact that nobody looked at is not believed', () => {
    const checked = checkProof(proof(quoted(T1, T2)), {
      constitution,
      strictness: 'default',
      cited: FILES.filter(({ path }) => path !== 'src/a.ts'),
    })
    expect(checked.ok ? [] : checked.errors).toContain(
      'line 7, column 3: ARTIFACT `src/a.ts` is outside the working directory; for example `ARTIFACT::"src/parser.ts"`',
    )
  })
})
