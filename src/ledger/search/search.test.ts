import { readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAYOUTS } from '../../../test/support/layouts.ts'
import { makeSearchedProject, type SearchedProject } from '../../../test/support/searched-project.ts'
import { chunksOf } from './index-writer.ts'
import type { Kind } from './language.ts'
import { recall, recallLedgers } from './recall.ts'
import type { SearchMode, SearchResult } from './search.ts'
import { cosine, vectorOf } from './similar-words.ts'

let project: SearchedProject
beforeEach(() => {
  project = makeSearchedProject({ git: true })
})
afterEach(() => project.remove())

const ALL: readonly Kind[] = ['code', 'docs', 'ledger']
async function find(text: string, mode: SearchMode = 'hybrid', kinds = ALL): Promise<readonly SearchResult[]> {
  const ground = { ...project, env: { PATH: '/nowhere' } }
  const { results } = await recall(ground, [{ text, mode, kinds, topk: 3, threshold: 0 }])
  return results.flat()
}
const paths = async (...args: Parameters<typeof find>) => (await find(...args)).map(({ path }) => path)

describe('the embedded search', () => {
  it("[LEDGER-84] answers in ck's shape, says which engine it is and why", async () => {
    const ground = { ...project, env: { PATH: '/nowhere' } }
    const query = { text: 'authenticate user', mode: 'sem', kinds: ['code'], topk: 1, threshold: 0 } as const
    expect(await recall(ground, [query])).toEqual({
      engine: 'embedded',
      degraded: 'ck is not installed',
      complete: true,
      results: [
        [
          {
            path: 'src/auth/login.ts',
            span: { byte_start: 0, byte_end: expect.any(Number), line_start: 1, line_end: 13 },
            language: 'typescript',
            snippet: expect.stringContaining('export function authenticateUser'),
            score: 1,
            chunk_hash: expect.stringMatching(/^[0-9a-f]{16}$/),
            engine: 'embedded',
          },
        ],
      ],
    })
  })

  it.each<readonly [query: string, mode: SearchMode, first: string]>([
    ['hashPassword', 'lex', 'src/auth/password.ts'],
    ['hash the password', 'hybrid', 'src/auth/password.ts'],
    ['retries with backoff', 'sem', 'src/queue/retry.ts'],
    ['retrying', 'sem', 'src/queue/retry.ts'],
    ['backof', 'lex', 'src/queue/retry.ts'],
    ['rendr invoices', 'sem', 'src/invoice.ts'],
    ['sign in with credentials', 'sem', 'src/auth/login.ts'],
    ['billing', 'sem', 'src/invoice.ts'],
  ])('[LEDGER-84] finds by word, stem, piece, spelling and listed synonym: %s (%s)', async (query, mode, first) => {
    expect((await paths(query, mode, ['code']))[0]).toBe(first)
  })

  it('[LEDGER-84] keeps to what was asked for', async () => {
    expect(new Set(await paths('token expiry decision', 'hybrid', ['ledger']))).toEqual(
      new Set(['loa-grimoire/NOTES.md']),
    )
    expect((await paths('rate limiting', 'lex', ['docs'])).toSorted()).toEqual(['README.md', 'docs/plan.md'])
    expect(await paths('never indexed')).toEqual([])
    expect(await paths('unfindable', 'lex')).toEqual([])
  })

  it('[LEDGER-84] a score above two thirds of the words is a hit at 0.4, half of them is none', async () => {
    const [one] = await find('hash password zebra', 'sem', ['code'])
    const [half] = await find('digest zebra', 'sem', ['code'])
    expect([(half?.score ?? 1) < 0.4, (one?.score ?? 1) < 1]).toEqual([true, true])
  })

  it('[LEDGER-84] hybrid scores are on the scale of ck', async () => {
    const scores = (await find('authenticate user', 'hybrid', ['code'])).map(({ score }) => score)
    expect(Math.max(...scores)).toBeLessThanOrEqual(2 / 61 + 0.0001)
    expect(scores).toEqual(scores.toSorted((left, right) => right - left))
  })

  it.each(['', '???', 'the of', '"', "'; DROP TABLE chunks; --", 'a NEAR b', '\u0000', '* OR *', 'x'.repeat(5_000)])(
    'any query gets an answer: %j',
    async (query) => {
      for (const mode of ['hybrid', 'sem', 'lex'] as const) expect(Array.isArray(await find(query, mode))).toBe(true)
    },
  )
})

describe('the index', () => {
  it('follows what is written, changed and deleted, also within the same tick', async () => {
    expect(await paths('zeppelin', 'lex')).toEqual([])
    project.put('src/new.ts', 'export const zeppelin = 1\n')
    expect(await paths('zeppelin', 'lex')).toEqual(['src/new.ts'])
    const fixed = new Date(1_700_000_000_000)
    project.put('src/new.ts', 'export const airships = 1\n')
    utimesSync(join(project.root, 'src/new.ts'), fixed, fixed)
    expect([await paths('zeppelin', 'lex'), await paths('airships', 'lex')]).toEqual([[], ['src/new.ts']])
    rmSync(join(project.root, 'src/new.ts'))
    expect(await paths('airships', 'lex')).toEqual([])
  })

  it('keeps what stayed the same and follows where it moved to', async () => {
    const entry = (number: number) => `#### decision ${number}\n**Decision**: marker${number} applies\n`
    const all = (count: number) => Array.from({ length: count }, (_, number) => entry(number)).join('\n')
    project.put('loa-grimoire/NOTES.md', `# Notes\n\n${all(50)}`)
    expect((await find('marker7', 'lex', ['ledger']))[0]?.span.line_start).toBe(24)
    project.put('loa-grimoire/NOTES.md', `# Notes\n\nfour\nmore\nlines\nhere\n${all(51)}`)
    const [moved] = await find('marker7', 'lex', ['ledger'])
    expect([moved?.span.line_start, moved?.snippet]).toEqual([28, '#### decision 7\n**Decision**: marker7 applies'])
    expect((await find('marker50', 'lex', ['ledger']))[0]?.path).toBe('loa-grimoire/NOTES.md')
  })

  it('gives the same answers whether it grew or was made anew', async () => {
    for (const name of ['zeta', 'alpha', 'midway']) {
      project.put(`src/${name}.ts`, 'export const lighthouse = 1\n')
      await find('lighthouse')
    }
    const grown = await paths('lighthouse', 'lex')
    rmSync(project.folder, { recursive: true })
    expect([grown, await paths('lighthouse', 'lex')]).toEqual([
      ['src/alpha.ts', 'src/midway.ts', 'src/zeta.ts'],
      ['src/alpha.ts', 'src/midway.ts', 'src/zeta.ts'],
    ])
  })

  it('finds in ledgers of any size, and data that is too large leaves code complete', async () => {
    project.put('data/huge.json', ' '.repeat(2_000_000))
    const line = (number: number) =>
      JSON.stringify({ phase: 'result', supersedes: '', detail: `entry ${number} ${'x'.repeat(60)}` })
    const rows = Array.from({ length: 20_000 }, (_, number) => line(number))
    project.put(
      'loa-grimoire/a2a/trajectory/a-2026-01-01.jsonl',
      [...rows, '{"phase":"pivot","reason":"albatross"}'].join('\n'),
    )
    const ground = { ...project, env: { PATH: '' } }
    const query = { text: 'albatross', mode: 'lex', kinds: ['ledger'], topk: 1, threshold: 0 } as const
    expect(await recall(ground, [query])).toMatchObject({
      complete: true,
      results: [[{ path: 'loa-grimoire/a2a/trajectory/a-2026-01-01.jsonl' }]],
    })
  })

  it('is made anew when it is damaged or of another version', async () => {
    await find('password')
    for (const name of readdirSync(project.folder)) writeFileSync(join(project.folder, name), 'not a database at all')
    expect((await paths('hashPassword', 'lex'))[0]).toBe('src/auth/password.ts')
  })

  it('is searched as it is while another process writes to it', async () => {
    await find('password')
    const file = readdirSync(project.folder).find((name) => name.endsWith('-search.db')) ?? ''
    const other = new DatabaseSync(join(project.folder, file))
    other.exec('BEGIN IMMEDIATE')
    try {
      project.put('src/new.ts', 'export const zeppelin = 1\n')
      const ground = { ...project, env: { PATH: '' } }
      const query = (text: string) => ({ text, mode: 'lex', kinds: ALL, topk: 1, threshold: 0 }) as const
      expect(await recall(ground, [query('hashPassword'), query('zeppelin')])).toMatchObject({
        complete: false,
        results: [[{ path: 'src/auth/password.ts' }], []],
      })
    } finally {
      other.close()
    }
    expect(await paths('zeppelin', 'lex')).toEqual(['src/new.ts'])
  })

  it('leaves out links, binaries and what is too large, and says that it is not complete', async () => {
    writeFileSync(join(project.base, 'outside.ts'), 'export const contraband = 1\n')
    symlinkSync(join(project.base, 'outside.ts'), join(project.root, 'src/link.ts'))
    symlinkSync(project.base, join(project.root, 'src/round'))
    project.put('src/binary.ts', Buffer.from('contraband\0'))
    project.put('src/huge.ts', 'contraband '.repeat(100_000))
    const ground = { ...project, env: { PATH: '' } }
    const query = { text: 'contraband', mode: 'lex', kinds: ALL, topk: 3, threshold: 0 } as const
    expect(await recall(ground, [query])).toMatchObject({ complete: false, results: [[]] })
  })

  it('works without git', async () => {
    const bare = makeSearchedProject({ git: false })
    try {
      const ground = { ...bare, env: {} }
      const query = { text: 'hashPassword', mode: 'lex', kinds: ALL, topk: 1, threshold: 0 } as const
      expect((await recall(ground, [query])).results.flat()[0]?.path).toBe('src/auth/password.ts')
    } finally {
      bare.remove()
    }
  })
})

describe('chunks', () => {
  it('cover every line that is not blank, once and in order', () => {
    const code = Array.from({ length: 200 }, (_, at) =>
      at % 9 === 0 ? '' : `${at % 9 === 1 ? '' : '  '}line ${at}`,
    ).join('\n')
    const chunks = chunksOf(code, false)
    const bytes = Buffer.from(code)
    expect(chunks.map((chunk) => bytes.subarray(chunk.byteStart, chunk.byteEnd).toString())).toEqual(
      chunks.map(({ text }) => text),
    )
    expect(chunks.map(({ lineStart }) => lineStart).slice(1)).toEqual(
      chunks.map(({ lineEnd }) => lineEnd + 1).slice(0, -1),
    )
    expect(chunks.every(({ lineStart, lineEnd }) => lineEnd - lineStart < 40)).toBe(true)
  })

  it('of prose begin at headings, and an endless line is cut', () => {
    expect(chunksOf('# A\n\ntext\n## B\nmore\n', true).map(({ lineStart }) => lineStart)).toEqual([1, 4])
    expect(chunksOf('x'.repeat(100_000), false)[0]?.text).toHaveLength(16_000)
    expect(chunksOf(' \n\n', false)).toEqual([])
  })
})

describe('word vectors', () => {
  it('lie close for words that are spelt alike, and far for others', () => {
    const like = (one: string, other: string) => cosine(vectorOf(one), vectorOf(other))
    expect([
      like('retrieve', 'retrieve') > 0.99,
      like('retrieve', 'retreive') > 0.5,
      like('retrieve', 'banana') < 0.4,
    ]).toEqual([true, true, true])
    expect(cosine(new Int8Array(64), vectorOf('a'))).toBe(0)
  })
})

describe.each(LAYOUTS)('ledgers %s', (_, homesOf) => {
  it('[LEDGER-82] are found with the code, under their published names', async () => {
    const made = makeSearchedProject({ git: true, homesOf })
    const ground = { ...made, env: { PATH: '/nowhere' } }
    try {
      made.put('loa-grimoire/NOTES.md', '# Notes\n\nThe zeppelin is inflated before breakfast.\n')
      made.put('loa-grimoire/a2a/trajectory/lead-2026-11-15.jsonl', '{"phase":"cite","claim":"zeppelin valves"}\n')
      const query = { text: 'zeppelin', mode: 'lex', kinds: ALL, topk: 3, threshold: 0 } as const
      const places = ['loa-grimoire/NOTES.md', 'loa-grimoire/a2a/trajectory/lead-2026-11-15.jsonl']
      const [found = []] = (await recall(ground, [query])).results
      expect(found.map(({ path }) => path).toSorted()).toEqual(places)
      expect(found.find(({ path }) => path === places[0])?.snippet).toContain('before breakfast')
      expect((await recallLedgers(ground, query)).map(({ path }) => path).toSorted()).toEqual(places)
    } finally {
      made.remove()
    }
  })
})
