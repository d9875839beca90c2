import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { makeFakeBundle } from '../../../../test/support/fake-bundle.ts'
import { type Seat, typed as typedLine } from '../../../../test/support/fake-terminal.ts'
import { govern } from '../../../../test/support/govern.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { makeSearchedProject, type SearchedProject } from '../../../../test/support/searched-project.ts'
import { pathsOf } from '../../../config/paths.ts'
import { countTokens } from '../../../ledger/count-tokens.ts'
import { wired } from '../open-project.ts'

let project: SearchedProject
let seat: Seat

beforeEach(() => {
  project = makeSearchedProject({ git: true })
  const env = { HOME: project.base, PATH: '/nowhere' }
  seat = { env, cwd: project.root, bundle: project.base, node: process.execPath }
})
afterEach(() => project.remove())

async function typed(...args: readonly string[]) {
  const { code, out, line } = await typedLine(seat, ['ledger', ...args])
  return { code, out: out === '' ? [] : out.split('\n'), line }
}

describe('fairlead ledger recall', () => {
  it('[LEDGER-84] shows identifiers with scores, and that the capability is degraded', async () => {
    const { code, out } = await typed('recall', 'hash password', '--scope', 'code', '--topk', '1', '--mode', 'sem')
    expect([code, out[0], out.at(-1)]).toEqual([
      0,
      '${PROJECT_ROOT}/src/auth/password.ts:1-4  1',
      'degraded: ck is not installed; the embedded search answered',
    ])
  })

  it("[LEDGER-84] or lines in ck's shape", async () => {
    const { out } = await typed('recall', 'hash password', '--scope', 'code', '--topk', '1', '--jsonl')
    expect(out.map((line) => JSON.parse(line))).toMatchObject([{ path: 'src/auth/password.ts', engine: 'embedded' }])
  })

  it('nothing found is an exit code of its own', async () => {
    expect(await typed('recall', 'zebra')).toMatchObject({ code: 1 })
  })

  it.each([
    ['--mode', 'magic'],
    ['--scope', 'constructor'],
    ['--topk', '0'],
    ['--topk', 'many'],
    ['--threshold', '2'],
  ])('%s %s is not understood', async (option, value) => {
    expect((await typed('recall', 'x', option, value)).code).toBe(2)
  })

  const governing = (...roots: readonly string[]) => govern(pathsOf(seat.env), ...roots)
  const policy = (text: string) => ownPolicy(seat.env, text)

  describe('of all projects', () => {
    let other: SearchedProject
    beforeEach(() => {
      other = makeSearchedProject({ git: true })
      other.put('src/only-there.ts', 'export const cormorant = 1\n')
      other.put('loa-grimoire/NOTES.md', '# Notes\n\n## Decision Log\n\n#### Birds\nthe heron waits for the tide\n')
      governing(project.root, other.root, join(other.root, 'gone'))
    })
    afterEach(() => other.remove())

    it('[LEDGER-116] is closed until the person opens it, and no repository opens it', async () => {
      const closed = 'other projects are searched only if your own policy says so'
      expect(await typed('recall', 'heron tide', '--all-projects')).toMatchObject({
        code: 1,
        line: expect.stringContaining(closed),
      })
      project.put('fairlead.yaml', 'ledger: { all_projects: true }\n')
      expect((await typed('recall', 'heron tide', '--all-projects')).code).toBe(1)
    })

    it('[LEDGER-116] finds what the ledgers of the others say, named in full, and none of their code', async () => {
      policy('ledger: { all_projects: true }\n')
      expect((await typed('recall', 'heron tide')).code).toBe(1)
      const { code, out } = await typed('recall', 'heron tide', '--all-projects')
      expect([code, out[0]?.startsWith(join(other.root, 'loa-grimoire/NOTES.md:'))]).toEqual([0, true])
      const lines = (await typed('recall', 'heron tide', '--all-projects', '--jsonl')).out.map((line) =>
        JSON.parse(line),
      )
      expect(lines.map(({ path }) => path)).toContain(join(other.root, 'loa-grimoire/NOTES.md'))
      expect((await typed('recall', 'cormorant', '--all-projects')).code).toBe(1)
    })

    it('[LEDGER-116] shows what is here first, and never more than was asked for', async () => {
      policy('ledger: { all_projects: true }\n')
      project.put('loa-grimoire/NOTES.md', '# Notes\n\n## Decision Log\n\n#### Birds\nthe heron waits for the tide\n')
      const { out } = await typed(
        'recall',
        'heron tide',
        '--scope',
        'ledger',
        '--topk',
        '1',
        '--all-projects',
        '--jsonl',
      )
      expect(out.map((line) => JSON.parse(line).path)).toEqual(['loa-grimoire/NOTES.md'])
    })

    it('a repository may close what the person opened', async () => {
      policy('ledger: { all_projects: true }\n')
      project.put('fairlead.yaml', 'ledger: { all_projects: false }\n')
      expect((await typed('recall', 'heron tide', '--all-projects')).code).toBe(1)
    })
  })

  describe('of the ledger', () => {
    const entry = (index: number) =>
      `#### 2026-01-01T10:00:00Z - Token expiry ${index}\n**Decision**: tokens of client ${index} expire after fifteen minutes, measured from the last request\n**Rationale**: ${'a stolen token is worth little, and nobody is logged out in the middle of work; '.repeat(2)}\n**Evidence**: none\n\n`
    beforeEach(() => {
      const log = Array.from({ length: 40 }, (_, index) => entry(index)).join('')
      project.put('loa-grimoire/NOTES.md', `# Notes\n\n## Session Continuity\n\n### Decision Log\n\n${log}`)
    })

    it('[LEDGER-25] is three places of 200 to 500 model tokens together, counted by the real tokenizer', async () => {
      const { out } = await typed('recall', 'why do tokens expire', '--scope', 'ledger')
      const told = out.filter((line) => !line.startsWith('degraded'))
      expect(told.filter((line) => line.startsWith('${PROJECT_ROOT}/loa-grimoire/NOTES.md:'))).toHaveLength(3)
      const tokens = await countTokens(told.join('\n'))
      expect(tokens).toBeGreaterThanOrEqual(200)
      expect(tokens).toBeLessThanOrEqual(500)
    })

    it('[LEDGER-25, LEDGER-36, LEDGER-115] obeys session_continuity.level2_tokens', async () => {
      project.put('.loa.config.yaml', 'session_continuity: { level2_tokens: 60 }\n')
      const { out } = await typed('recall', 'why do tokens expire', '--scope', 'ledger')
      expect(
        await countTokens(out.filter((line) => line.startsWith('$') || line.startsWith(' ')).join('\n')),
      ).toBeLessThanOrEqual(60)
      expect((await typed('recall', 'why do tokens expire', '--topk', '9')).out).toContain(
        '7 more; `--jsonl` shows all',
      )
    })

    it('[LEDGER-25, LEDGER-129] records what it cost where the project is governed', async () => {
      governing(project.root)
      const { database } = pathsOf(seat.env)
      mkdirSync(dirname(database), { recursive: true })
      writeFileSync(database, '')
      const { out } = await typed('recall', 'why do tokens expire', '--scope', 'ledger')
      const told = out.filter((line) => !line.startsWith('degraded')).join('\n')
      const lines = (await typed('log', '--json')).out.map((line) => JSON.parse(line))
      expect(lines).toMatchObject([{ phase: 'recovery', level: 2, tokens: await countTokens(told), measured: true }])
      await typed('recall', 'hash password', '--scope', 'code')
      expect((await typed('log', '--json')).out).toHaveLength(1)
    })
  })
})

describe('fairlead ledger section', () => {
  it('[LEDGER-83] prints what is around a line, whole', async () => {
    const { code, out } = await typed('section', 'src/auth/login.ts:5')
    expect([code, out]).toEqual([
      0,
      [
        '${PROJECT_ROOT}/src/auth/login.ts:3-6  function_declaration authenticateUser',
        '/** Checks a name and a password. */',
        'export function authenticateUser(name: string, password: string): boolean {',
        '  return accounts.get(name) === hashPassword(password)',
        '}',
      ],
    ])
  })

  it('[LEDGER-83] or by name, for programs too', async () => {
    const { out } = await typed('section', '${PROJECT_ROOT}/src/auth/login.ts', '--name', 'SessionStore', '--json')
    expect(JSON.parse(out[0] ?? '{}')).toMatchObject({
      kind: 'class_declaration',
      line_start: 8,
      engine: 'tree-sitter',
      complete: true,
    })
  })

  it('[LEDGER-87] says when it is only lines', async () => {
    expect((await typed('section', 'package-lock.json:1')).out[0]).toContain('lines only: no parser for this file')
  })

  it.each([
    [['src/auth/login.ts'], 2],
    [['src/never.ts:1'], 1],
    [['../outside.ts:1'], 1],
    [['src/auth/login.ts', '--name', 'zebra'], 1],
  ])('%j is answered with the next step', async (args, code) => {
    const ran = await typed('section', ...args)
    expect([ran.code, ran.line !== '']).toEqual([code, true])
  })
})

describe('fairlead ledger ghost', () => {
  const rows = () => {
    const folder = join(homeOf(seat), 'loa-grimoire/a2a/trajectory')
    return readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
  }

  it('[LEDGER-40] verifies what documents speak of and code does not have, and records queries and scores', async () => {
    const queries = ['-q', 'rate limit clients', '-q', 'throttle quota middleware']
    const { code, out } = await typed('ghost', 'rate limiting', ...queries, '--control', 'hash password')
    expect([code, out.slice(0, 2)]).toEqual([
      0,
      ['[GHOST] rate limiting', '  control  hash password: 2 hits, best score 1'],
    ])
    const { ts: _, ...row } = rows()[0]
    expect(row).toEqual({
      agent: 'implementing-tasks',
      phase: 'negative_ground',
      feature: 'rate limiting',
      status: 'verified',
      queries: ['rate limit clients', 'throttle quota middleware', 'rate limiting'],
      scores: [expect.any(Number), expect.any(Number), expect.any(Number)],
      query1: 'rate limit clients',
      results1: 0,
      query2: 'throttle quota middleware',
      results2: 0,
      diversity: 1,
      threshold: 0.4,
      control: { query: 'hash password', score: 1 },
      engine: 'embedded',
      doc_mentions: 2,
    })
  })

  it('[LEDGER-41] what is there stays unverified, whatever the queries', async () => {
    const { code, out, line } = await typed('ghost', 'hash password', '-q', 'hash of zebra', '-q', 'encrypt giraffe')
    expect([code, out[0]]).toEqual([1, '[UNVERIFIED GHOST] hash password'])
    expect(line).toMatch(/^not verified: `hash password` was found with a score of/)
    expect(rows()[0]).toMatchObject({ status: 'unverified', why: expect.any(String) })
  })

  it('[LEDGER-40, LEDGER-41] goes through the gate where the project is governed, so that a clear knows of it', async () => {
    const { folder, node } = makeFakeBundle(join(project.base, 'clone/dist'))
    seat = { env: { HOME: project.base, PATH: '/usr/bin:/bin' }, cwd: project.root, bundle: folder, node }
    await typedLine(seat, ['init', '--yes', '--runtime', 'claude-code'])
    await (await wired(pathsOf(seat.env), seat.env)).store()
    await typed('ghost', 'hash password', '-q', 'hash of zebra', '-q', 'encrypt giraffe')
    const found = rows().filter((row) => row.phase === 'negative_ground')
    expect(found).toMatchObject([{ n: expect.any(Number), feature: 'hash password', status: 'unverified' }])
  })

  it('[LEDGER-40] a control that finds nothing proves nothing', async () => {
    const args = ['-q', 'rate limit', '-q', 'throttle quota', '--control', 'zebra']
    expect((await typed('ghost', 'rate limiting', ...args)).line).toMatch(/the control query `zebra` found nothing/)
  })

  it('[LEDGER-40] chooses a control by itself, also where there is no code', async () => {
    const json = await typed('ghost', 'rate limiting', '-q', 'rate limit', '-q', 'throttle quota', '--json')
    expect(JSON.parse(json.out[0] ?? '{}')).toMatchObject({ verdict: { status: 'verified' }, control: { best: 1 } })
    for (const name of ['src', '.env', 'package-lock.json']) rmSync(join(project.root, name), { recursive: true })
    expect((await typed('ghost', 'rate limiting', '-q', 'rate limit', '-q', 'throttle quota')).code).toBe(1)
  })

  it('[LEDGER-40] nonsense queries verify nothing', async () => {
    expect((await typed('ghost', 'hash password', '-q', 'xyzzy', '-q', 'plugh')).line).toMatch(
      /neither query names the feature/,
    )
    expect((await typed('ghost', 'x', '-q', 'a', '--agent', '../x')).code).toBe(2)
  })
})
