import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CitedProject, makeCitedProject, PINS } from '../../../test/support/cited-project.ts'
import type { Verdict } from '../../core/model/citation.ts'
import type { CitationInput } from '../../core/protocols/ledger/cite/citation.ts'
import { verifyCitations } from './verify-citations.ts'
import { NO_WITNESS, openWitness } from './witness.ts'

let project: CitedProject
beforeAll(() => {
  project = makeCitedProject()
}, 60_000)
afterAll(() => project.remove())

const at = (path: string): string => `\${PROJECT_ROOT}/${path}`
const verified = (line: number): Verdict => ({ kind: 'verified', line })
const wrongLine = (line: number): Verdict => ({ kind: 'wrong-line', line })
const moved = (path: string, line: number): Verdict => ({ kind: 'moved', path: at(path), line })
const rejected = (problem: Extract<Verdict, { kind: 'rejected' }>['problem']): Verdict => ({
  kind: 'rejected',
  problem,
})
const unreadable = (why: Extract<Verdict, { kind: 'unreadable' }>['why']): Verdict => ({ kind: 'unreadable', why })
const [absent, missing, changed, gone] = (['absent', 'missing', 'changed', 'gone'] as const).map((kind) => ({
  kind,
})) as [Verdict, Verdict, Verdict, Verdict]

const SIGNATURE = 'export function validateToken(token: Token, graceMs = 900_000): boolean {'
const BODY = 'const now = clock.now()\n  return token.expiresAtMs + graceMs > now'

type Case = readonly [name: string, input: CitationInput, verdict: Verdict]

const cite = (path: string, line: unknown, quote: unknown, blob?: string): CitationInput => ({
  path: path.startsWith('=') ? path.slice(1) : at(path),
  line,
  quote,
  ...(blob !== undefined && { blob }),
})

const RIGHT: readonly Case[] = [
  ['a whole line', cite('src/jwt.ts', 4, SIGNATURE), verified(4)],
  ['part of a line', cite('src/jwt.ts', 4, 'function validateToken(token: Token'), verified(4)],
  ['indentation left out', cite('src/jwt.ts', 5, 'const now = clock.now()'), verified(5)],
  ['indentation kept', cite('src/jwt.ts', 5, '  const now = clock.now()'), verified(5)],
  ['tabs for spaces', cite('src/jwt.ts', 5, '\tconst\tnow = clock.now()'), verified(5)],
  ['two lines', cite('src/jwt.ts', 5, BODY), verified(5)],
  ['two lines with CRLF in the quote', cite('src/jwt.ts', 5, BODY.replace('\n', '\r\n')), verified(5)],
  ['two lines joined by a space', cite('src/jwt.ts', 5, BODY.replaceAll(/\s+/g, ' ')), verified(5)],
  ['a range that holds it', cite('src/jwt.ts', '4-7', 'return token.expiresAtMs + graceMs > now'), verified(6)],
  ['a range of one line', cite('src/jwt.ts', '4-4', SIGNATURE), verified(4)],
  ['a range beyond the end', cite('src/jwt.ts', '9-900', 'return !validateToken(token)'), verified(10)],
  ['a line number as text', cite('src/jwt.ts', '4', SIGNATURE), verified(4)],
  ['a quote with backticks', cite('src/jwt.ts', 13, 'const LABEL = `token:${version}`'), verified(13)],
  ['the last line', cite('src/jwt.ts', 18, 'export const total = first + second'), verified(18)],
  ['no newline at the end', cite('src/no-newline.ts', 1, 'export const last = true'), verified(1)],
  ['CRLF in the file', cite('src/crlf.ts', 4, SIGNATURE), verified(4)],
  ['CRLF in the file, two lines', cite('src/crlf.ts', 5, BODY), verified(5)],
  ['CR alone in the file', cite('src/mac.ts', 4, SIGNATURE), verified(4)],
  ['a byte order mark', cite('src/bom.ts', 1, "import { sign } from './sign.ts'"), verified(1)],
  ['tabs in the file', cite('src/tabs.py', 1, 'def check(a, b):'), verified(1)],
  ['doubled spaces in the file', cite('src/tabs.py', 3, 'return b'), verified(3)],
  ['accents', cite('src/unicode.ts', 1, "const café = 'naïve résumé'"), verified(1)],
  [
    'accents, decomposed in the quote',
    cite('src/unicode.ts', 1, "const cafe\u0301 = 'nai\u0308ve re\u0301sume\u0301'"),
    verified(1),
  ],
  ['accents, decomposed in the file', cite('src/decomposed.ts', 1, "const café = 'naïve'"), verified(1)],
  ['a script without spaces, in part', cite('src/unicode.ts', 2, '取引を確認'), verified(2)],
  ['an emoji', cite('src/unicode.ts', 3, "const face = '😀 smile'"), verified(3)],
  ['a no-break space for a space', cite('src/unicode.ts', 4, "const a b = 'no-break'"), verified(4)],
  ['a repeated line, second time', cite('src/repeat.ts', 3, 'value = next()'), verified(3)],
  ['a very long line', cite('src/minified.js', 1, 'needleFunction();'), verified(1)],
  ['a space in the path', cite('src/with space.ts', 1, 'export const spaced = true'), verified(1)],
  ['letters of another script in the path', cite('src/名前.ts', 1, 'export const named = true'), verified(1)],
  ['a colon in the path', cite('src/a:b.ts', 1, 'export const colon = true'), verified(1)],
  ['UTF-16', cite('docs/utf16.txt', 2, 'second wide line'), verified(2)],
  ['Latin-1, the ASCII part', cite('docs/latin1.txt', 2, 'plain ascii line'), verified(2)],
  ['a link that stays inside', cite('src/link-inside.ts', 4, SIGNATURE), verified(4)],
  ['doubled slashes and dots', cite('src//./jwt.ts', 4, SIGNATURE), verified(4)],
  ['a pin that is right', cite('src/jwt.ts', 4, SIGNATURE, PINS.jwt), verified(4)],
  ['a pin nobody knows, while the quote stands', cite('src/jwt.ts', 4, SIGNATURE, PINS.unknown), verified(4)],
  ['the end of a file built to be slow', cite('docs/hostile.txt', 2, 'end of it'), verified(2)],
]

const WRONG: readonly Case[] = [
  ['one line too high', cite('src/jwt.ts', 3, SIGNATURE), wrongLine(4)],
  ['one line too low', cite('src/jwt.ts', 5, SIGNATURE), wrongLine(4)],
  ['far beyond the end', cite('src/jwt.ts', 4_000, SIGNATURE), wrongLine(4)],
  ['a range beside it', cite('src/jwt.ts', '5-7', SIGNATURE), wrongLine(4)],
  ['the second line of a long quote', cite('src/jwt.ts', 6, BODY), wrongLine(5)],
  ['between two of the same: the nearer', cite('src/repeat.ts', 4, 'value = next()'), wrongLine(3)],
  ['wrong line in a CRLF file', cite('src/crlf.ts', 9, SIGNATURE), wrongLine(4)],
  ['wrong line, with a pin that never had it there', cite('src/jwt.ts', 9, SIGNATURE, PINS.jwt), wrongLine(4)],
  ['wrong line, with a pin nobody knows', cite('src/jwt.ts', 9, SIGNATURE, PINS.unknown), wrongLine(4)],
  ['one letter changed', cite('src/jwt.ts', 4, SIGNATURE.replace('grace', 'Grace')), absent],
  ['one word left out', cite('src/jwt.ts', 4, 'export validateToken(token: Token'), absent],
  ['words left out with dots', cite('src/jwt.ts', 4, 'export function validateToken(…): boolean'), absent],
  ['half a word at the end', cite('src/jwt.ts', 4, 'export function validate'), absent],
  ['half a word at the beginning', cite('src/jwt.ts', 4, 'port function validateToken'), absent],
  ['spaces where there are none', cite('src/jwt.ts', 4, 'validateToken( token: Token'), absent],
  ['no space where there is one', cite('src/jwt.ts', 4, 'exportfunction validateToken'), absent],
  ['a letter that only looks the same', cite('src/jwt.ts', 4, 'export function validаteToken'), absent],
  ['an invisible letter', cite('src/jwt.ts', 4, 'export function validate\u200bToken'), absent],
  ['another case', cite('src/jwt.ts', 4, 'EXPORT FUNCTION VALIDATETOKEN'), absent],
  ['an accent left out', cite('src/unicode.ts', 1, "const cafe = 'naive resume'"), absent],
  ['an empty file', cite('src/empty.ts', 1, 'anything at all'), absent],
  ['a file of blanks', cite('src/blank.ts', 2, 'anything at all'), absent],
  ['a quote of the whole wrong file', cite('src/edited.ts', 1, SIGNATURE), absent],
  ['a quote made to be slow', cite('docs/hostile.txt', 1, `${'a'.repeat(3_900)}b`), absent],
  ['Latin-1 letters that are no UTF-8', cite('docs/latin1.txt', 1, 'café au lait'), absent],
]

const LATER: readonly Case[] = [
  [
    'lines were put above it',
    cite('src/edited.ts', 1, 'export function keep(): number {', PINS.edited),
    moved('src/edited.ts', 3),
  ],
  ['the quote was edited', cite('src/edited.ts', 6, 'return 7', PINS.edited), changed],
  ['the quote was edited, no pin', cite('src/edited.ts', 6, 'return 7'), absent],
  [
    'it went to another file',
    cite('src/away.ts', 1, 'export function travelling(): string {', PINS.away),
    moved('lib/away.ts', 2),
  ],
  ['it went to another file, no pin', cite('src/away.ts', 1, 'export function travelling(): string {'), absent],
  [
    'the file was renamed',
    cite('src/old-name.ts', 1, 'export function renamedFile(): void {', PINS.oldName),
    moved('src/new-name.ts', 1),
  ],
  [
    'renamed and edited',
    cite('src/renamed-edited.ts', 2, 'export const beta = 2', PINS.renamedEdited),
    moved('src/other-title.ts', 3),
  ],
  ['renamed, no pin', cite('src/old-name.ts', 1, 'export function renamedFile(): void {'), missing],
  ['the file was deleted', cite('src/removed.ts', 1, 'export function removedLater(): never {}', PINS.removed), gone],
  ['the file was deleted, no pin', cite('src/removed.ts', 1, 'export function removedLater(): never {}'), missing],
  [
    'only on a deleted branch',
    cite('src/branch-only.ts', 1, 'export function onlyOnTheBranch(): void {}', PINS.branchOnly),
    gone,
  ],
  [
    'only on a deleted branch, no pin',
    cite('src/branch-only.ts', 1, 'export function onlyOnTheBranch(): void {}'),
    missing,
  ],
  ['a pin that never held the quote', cite('src/edited.ts', 6, 'return 9', PINS.edited), absent],
  ['a pin of another file', cite('src/removed.ts', 1, 'export function removedLater(): never {}', PINS.jwt), missing],
  [
    'deleted, and a pin nobody knows',
    cite('src/removed.ts', 1, 'export function removedLater(): never {}', PINS.unknown),
    missing,
  ],
]

const REFUSED: readonly Case[] = [
  ['relative', cite('=src/jwt.ts', 4, SIGNATURE), rejected('relative')],
  ['relative with a dot', cite('=./src/jwt.ts', 4, SIGNATURE), rejected('relative')],
  ['relative upwards', cite('=../project/src/jwt.ts', 4, SIGNATURE), rejected('relative')],
  ['a home folder', cite('=~/src/jwt.ts', 4, SIGNATURE), rejected('relative')],
  ['another variable', cite('=$HOME/src/jwt.ts', 4, SIGNATURE), rejected('relative')],
  ['a URL', cite('=file:///etc/passwd', 1, 'root:x:0:0'), rejected('relative')],
  ['absolute outside', cite('=/etc/passwd', 1, 'root:x:0:0:root'), rejected('outside')],
  ['traversal out', cite('../outside/secret.txt', 1, 'a secret outside the project'), rejected('traversal')],
  ['traversal that would come back', cite('src/../src/jwt.ts', 4, SIGNATURE), rejected('traversal')],
  ['a backslash path', cite('src\\jwt.ts', 4, SIGNATURE), rejected('bad-path')],
  ['a NUL in the path', cite('src/jwt.ts\0.png', 4, SIGNATURE), rejected('bad-path')],
  ['a line feed in the path', cite('src/\njwt.ts', 4, SIGNATURE), rejected('bad-path')],
  ['a path that never ends', cite('a/'.repeat(3_000), 4, SIGNATURE), rejected('bad-path')],
  ['the root itself', cite('', 1, SIGNATURE), rejected('bad-path')],
  ['no path', { line: 4, quote: SIGNATURE }, rejected('no-path')],
  ['no line', { path: at('src/jwt.ts'), quote: SIGNATURE }, rejected('no-line')],
  ['line zero', cite('src/jwt.ts', 0, SIGNATURE), rejected('no-line')],
  ['a negative line', cite('src/jwt.ts', -4, SIGNATURE), rejected('no-line')],
  ['half a line', cite('src/jwt.ts', 4.5, SIGNATURE), rejected('no-line')],
  ['a backward range', cite('src/jwt.ts', '7-4', SIGNATURE), rejected('no-line')],
  ['an absurd line', cite('src/jwt.ts', 99_999_999, SIGNATURE), rejected('no-line')],
  ['no quote', cite('src/jwt.ts', 4, undefined), rejected('no-quote')],
  ['an empty quote', cite('src/jwt.ts', 4, '  \n '), rejected('no-quote')],
  ['a brace as a quote', cite('src/jwt.ts', 7, '}'), rejected('trivial-quote')],
  ['a quote without end', cite('src/jwt.ts', 4, 'long '.repeat(1_000)), rejected('long-quote')],
  ['a pin that is none', cite('src/jwt.ts', 4, SIGNATURE, '--help'), rejected('bad-blob')],
  ['a link to outside', cite('src/link-outside.txt', 1, 'a secret outside the project'), unreadable('outside')],
  [
    'a folder link to outside',
    cite('linked-folder/secret.txt', 1, 'a secret outside the project'),
    unreadable('outside'),
  ],
  ['a link to itself', cite('src/loop.ts', 1, SIGNATURE), unreadable('outside')],
  ['a link to nowhere', cite('src/dangling.ts', 1, SIGNATURE), missing],
  ['a file that never was', cite('src/never.ts', 1, SIGNATURE), missing],
  ['a file below a file', cite('src/jwt.ts/inner.ts', 1, SIGNATURE), missing],
  ['a folder', cite('src', 1, SIGNATURE), unreadable('not-a-file')],
  ['a pipe', cite('src/pipe', 1, SIGNATURE), unreadable('not-a-file')],
  ['a binary file', cite('assets/logo.bin', 1, 'export'), unreadable('binary')],
  ['a huge file', cite('docs/huge.txt', 1, 'a line of a huge file'), unreadable('too-large')],
]

describe('the citation truth table', () => {
  const looking = () => ({ root: project.root, witness: NO_WITNESS, atMs: 0 })

  it('has the size it promises', () => {
    expect(RIGHT.length + WRONG.length + LATER.length + REFUSED.length).toBeGreaterThanOrEqual(80)
  })

  it.each([...RIGHT])('[LEDGER-57, LEDGER-66] verified: %s', async (_, input, verdict) => {
    const [found] = await verifyCitations(looking(), [input])
    expect(found?.verdict).toEqual(verdict)
  })

  it.each([...WRONG])('[LEDGER-65, LEDGER-66] not word for word there: %s', async (_, input, verdict) => {
    const [found] = await verifyCitations(looking(), [input])
    expect(found?.verdict).toEqual(verdict)
  })

  it.each([...LATER])('[LEDGER-66] after later edits: %s', async (_, input, verdict) => {
    const [found] = await verifyCitations(looking(), [input])
    expect(found?.verdict).toEqual(verdict)
  })

  it.each([...REFUSED])('[LEDGER-14, LEDGER-85] refused: %s', async (_, input, verdict) => {
    const [found] = await verifyCitations(looking(), [input])
    expect(found?.verdict).toEqual(verdict)
  })

  it('[LEDGER-66] gives the same answers when all are asked at once, in any order', async () => {
    const all = [...RIGHT, ...WRONG, ...LATER, ...REFUSED].toReversed()
    const found = await verifyCitations(
      looking(),
      all.map(([, input]) => input),
    )
    expect(found.map(({ verdict }) => verdict)).toEqual(all.map(([, , verdict]) => verdict))
  })
})

describe('claims made to keep us busy', () => {
  it('[LEDGER-66] are compared up to a bound, and what lies beyond is not grounded', async () => {
    const absentQuote = cite('src/jwt.ts', 4, 'nothing of the kind')
    const looking = { root: project.root, witness: NO_WITNESS, atMs: 0, maxChars: 800 }
    const found = await verifyCitations(looking, [
      ...Array.from({ length: 5 }, () => absentQuote),
      cite('src/jwt.ts', 4, SIGNATURE),
    ])
    expect(found.map(({ verdict }) => verdict.kind)).toEqual([
      'absent',
      'absent',
      'unreadable',
      'unreadable',
      'unreadable',
      'unreadable',
    ])
    const cheap = await verifyCitations(
      { ...looking, maxChars: 400 },
      Array.from({ length: 5 }, () => cite('src/jwt.ts', 4, SIGNATURE)),
    )
    expect(cheap.map(({ verdict }) => verdict.kind)).toEqual(Array.from({ length: 5 }, () => 'verified'))
  })
})

describe('what is stored', () => {
  it('[LEDGER-57] an absolute path below the root is rewritten, and the blob of now is its pin', async () => {
    const input = { path: join(project.root, 'src/jwt.ts'), line: 4, quote: SIGNATURE }
    expect(await verifyCitations({ root: project.root, witness: NO_WITNESS, atMs: 0 }, [input])).toEqual([
      {
        verdict: verified(4),
        citation: { path: at('src/jwt.ts'), line: 4, quote: SIGNATURE, blob: PINS.jwt },
      },
    ])
  })

  it('[LEDGER-66] what was seen once and never committed is known as moved and changed later', async () => {
    const witness = await openWitness(join(project.root, '..', 'state', 'evidence'), project.root)
    const looking = { root: project.root, witness, atMs: 1 }
    const inputs = [cite('src/draft.ts', 1, 'first draft line'), cite('src/draft.ts', 2, 'second draft line')]
    const verdicts = async () => (await verifyCitations(looking, inputs)).map(({ verdict }) => verdict)
    writeFileSync(join(project.root, 'src/draft.ts'), 'first draft line\nsecond draft line\n')
    expect(await verdicts()).toEqual([verified(1), verified(2)])
    writeFileSync(join(project.root, 'src/draft.ts'), '// above\nfirst draft line\nsecond thoughts\n')
    expect(await verdicts()).toEqual([moved('src/draft.ts', 2), changed])
  })

  it('[LEDGER-66] without a database nothing was witnessed, and work goes on', async () => {
    expect(await openWitness('/dev/null/evidence', project.root)).toBe(NO_WITNESS)
  })
})
