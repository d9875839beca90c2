import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sectionsOf, type Wanted } from './section.ts'

let root: string
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-section-')))
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function ask(name: string, text: string | Uint8Array, wanted: Wanted) {
  writeFileSync(join(root, name), text)
  const answer = await sectionsOf({ root, env: { PATH: join(root, '..', 'nowhere') } }, name, wanted)
  return answer.ok
    ? answer.sections.map((one) => [one.line_start, one.line_end, one.name, one.complete])
    : answer.problem
}

/** Each file with a line inside of a definition, and what has to come whole. */
const LANGUAGES: readonly (readonly [
  file: string,
  text: string,
  line: number,
  from: number,
  to: number,
  name: string,
])[] = [
  ['a.c', '#include <x.h>\n\n/* adds */\nint add(int a, int b) {\n  return a + b;\n}\n', 5, 3, 6, 'add'],
  ['b.c', 'static char *name_of(void) {\n  return 0;\n}\n', 2, 1, 3, 'name_of'],
  ['a.cpp', 'namespace n {\nclass A {\n public:\n  int m(int x) {\n    return x;\n  }\n};\n}\n', 5, 4, 6, 'm'],
  ['b.cpp', 'template <typename T>\nT same(T t) {\n  return t;\n}\n', 3, 1, 4, 'same'],
  ['a.cs', 'namespace N {\n  class A {\n    public int M(int x) {\n      return x;\n    }\n  }\n}\n', 4, 3, 5, 'M'],
  ['a.css', '.a {\n  color: red;\n}\n\n.b {\n  color: blue;\n}\n', 6, 5, 7, ''],
  [
    'a.dart',
    'class A {\n  int m(int x) {\n    return x;\n  }\n}\n\nint top(int y) {\n  return y;\n}\n',
    7,
    7,
    9,
    'top',
  ],
  ['a.go', 'package p\n\n// Add adds.\nfunc Add(a int) int {\n\treturn a\n}\n', 5, 3, 6, 'Add'],
  ['b.go', 'package p\n\ntype S struct {\n\tx int\n}\n', 4, 3, 5, 'S'],
  ['A.java', 'class A {\n  @Override\n  int m(int x) {\n    return x;\n  }\n}\n', 4, 2, 5, 'm'],
  ['a.js', '// doubles\nexport const twice = (x) => {\n  return x * 2\n}\n', 3, 1, 4, 'twice'],
  ['b.js', 'exports.run = function () {\n  return 1\n}\n', 2, 1, 3, 'exports.run'],
  ['a.php', '<?php\nclass A {\n  public function m() {\n    return 1;\n  }\n}\n', 4, 3, 5, 'm'],
  ['a.py', '@cached\ndef load(a):\n    return a\n\n\nclass A:\n    def m(self):\n        pass\n', 3, 1, 3, 'load'],
  ['b.py', 'class A:\n    """doc"""\n\n    def m(self):\n        pass\n', 2, 1, 5, 'A'],
  ['a.rb', 'module M\n  class A\n    def m\n      1\n    end\n  end\nend\n', 4, 3, 5, 'm'],
  ['a.rs', '/// doc\n#[inline]\npub fn f() -> i32 {\n    1\n}\n', 4, 1, 5, 'f'],
  ['b.rs', 'struct S;\n\nimpl S {\n    fn m(&self) {}\n}\n', 3, 3, 5, 'S'],
  ['a.sol', 'contract C {\n  function pay() public {\n    send();\n  }\n}\n', 3, 2, 4, 'pay'],
  ['a.swift', 'class A {\n  func m() -> Int {\n    return 1\n  }\n}\n', 3, 2, 4, 'm'],
  ['a.tsx', 'export default function App() {\n  return <div />\n}\n', 2, 1, 3, 'App'],
  ['a.ts', '/** doc */\nexport async function f(): Promise<void> {\n  await g()\n}\n', 3, 1, 4, 'f'],
  ['b.ts', 'export interface I {\n  a: string\n}\n', 2, 1, 3, 'I'],
  [
    'c.ts',
    'export abstract class A {\n  constructor(readonly a: string) {}\n\n  m(): void {\n    this.a\n  }\n}\n',
    5,
    4,
    6,
    'm',
  ],
  ['a.vue', '<template><p/></template>\n<script>\nexport default {}\n</script>\n', 3, 2, 4, ''],
]

describe('a section', () => {
  it.each(LANGUAGES)(
    '[LEDGER-44, LEDGER-83, LEDGER-87] around a line is whole: %s',
    async (file, text, line, from, to, name) => {
      expect(await ask(file, text, { line })).toEqual([[from, to, name === '' ? null : name, true]])
    },
  )

  it.each(LANGUAGES.filter(([, , , , , name]) => name !== ''))(
    '[LEDGER-83] by name is the same: %s',
    async (file, text, _line, from, to, name) => {
      expect(await ask(file, text, { name })).toContainEqual([from, to, name, true])
    },
  )

  it('[LEDGER-83] from a comment or decorator above is what it belongs to', async () => {
    const text = '// about f\n// more\nexport function f() {\n  return 1\n}\n\n// stray\n\nconst x = 1\n'
    expect(await ask('d.ts', text, { line: 1 })).toEqual([[1, 5, 'f', true]])
    expect(await ask('d.ts', text, { line: 3 })).toEqual([[1, 5, 'f', true]])
  })

  it('[LEDGER-83] of a name that stands twice are both, and a dotted name finds its last part', async () => {
    const text = 'class A {\n  run() {}\n}\nclass B {\n  run() {}\n}\n'
    expect(await ask('e.ts', text, { name: 'run' })).toEqual([
      [2, 2, 'run', true],
      [5, 5, 'run', true],
    ])
    expect(await ask('e.ts', text, { name: 'B.run' })).toHaveLength(2)
  })

  it('[LEDGER-84, LEDGER-87] without a parser is a stretch of lines that says so', async () => {
    const text = 'first:\n  a: 1\n  b:\n    c: 2\nsecond:\n  d: 3\n'
    expect(await ask('a.yaml', text, { line: 2 })).toEqual([[1, 4, null, false]])
    expect(await ask('a.yaml', text, { name: 'second' })).toEqual([[5, 6, 'second', false]])
    expect(await ask('b.ts', 'const lonely = 1\n', { line: 1 })).toEqual([[1, 1, null, false]])
  })

  it('[LEDGER-84] that is nowhere is told apart from a file that is nowhere', async () => {
    expect(await ask('f.ts', 'const a = 1\n', { line: 99 })).toBe('nothing-there')
    expect(await ask('f.ts', 'const a = 1\n', { name: 'zebra' })).toBe('nothing-there')
    expect(await ask('g.ts', Buffer.from('a\0b'), { line: 1 })).toBe('unreadable')
    expect(await sectionsOf({ root, env: { PATH: join(root, '..', 'nowhere') } }, 'missing.ts', { line: 1 })).toEqual({
      ok: false,
      problem: 'missing',
    })
    expect(
      await sectionsOf({ root, env: { PATH: join(root, '..', 'nowhere') } }, '../../etc/passwd', { line: 1 }),
    ).toEqual({ ok: false, problem: 'unreadable' })
  })

  it('[LEDGER-83] of broken, deep or huge source still comes', async () => {
    expect(await ask('h.ts', 'function f() {\n  if (\n', { line: 2 })).toHaveLength(1)
    expect(await ask('i.ts', `function f() {\n${'['.repeat(50_000)}\n`, { line: 2 })).toHaveLength(1)
    expect(await ask('j.ts', `function f() {\n${'  a()\n'.repeat(200_000)}}\n`, { line: 2 })).toEqual(
      [[1, 32, null, false]].map(() => [expect.any(Number), expect.any(Number), null, false]),
    )
  })
})
