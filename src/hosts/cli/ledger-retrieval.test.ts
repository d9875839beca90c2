import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFakeBundle } from '../../../test/support/fake-bundle.ts'
import { type Seat, typed as typedLine } from '../../../test/support/fake-terminal.ts'
import { makeSearchedProject, type SearchedProject } from '../../../test/support/searched-project.ts'
import { writeGoverned } from '../../config/governed.ts'
import { pathsOf } from '../../config/paths.ts'
import { projectRoot } from '../../core/model/ids.ts'
import { wired } from './open-project.ts'

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

  it('searches the other governed projects only when asked to', async () => {
    const other = makeSearchedProject({ git: true })
    try {
      other.put('src/only-there.ts', 'export const cormorant = 1\n')
      writeGoverned(pathsOf(seat.env).governed, [projectRoot(project.root), projectRoot(other.root)])
      expect((await typed('recall', 'cormorant')).code).toBe(1)
      const { code, out } = await typed('recall', 'cormorant', '--all-projects', '--jsonl')
      expect([code, JSON.parse(out[0] ?? '{}').path]).toEqual([0, join(other.root, 'src/only-there.ts')])
    } finally {
      other.remove()
    }
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
    expect((await typed('section', 'package-lock.json:1')).out[0]).toContain('lines only: no parser for this')
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
    const folder = join(project.root, 'loa-grimoire/a2a/trajectory')
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
    expect((await typed('ghost', 'rate limiting', ...args)).line).toMatch(/the control `zebra` found nothing/)
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
