import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed as typedLine } from '../../../../test/support/fake-terminal.ts'
import { govern } from '../../../../test/support/govern.ts'
import { pathsOf } from '../../../config/paths.ts'

let root: string
let project: string
let seat: Seat

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-ground-')))
  project = join(root, 'project')
  mkdirSync(join(project, 'src'), { recursive: true })
  mkdirSync(join(root, 'home'))
  execFileSync('git', ['init', '-q', project])
  writeFileSync(join(project, 'src/a.ts'), 'export const answer = 42\nexport const question = null\n')
  seat = {
    env: { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' },
    cwd: project,
    bundle: root,
    node: process.execPath,
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const day = (offsetMs = 0): string => {
  const date = new Date(Date.now() + offsetMs)
  const two = (value: number) => `${value}`.padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
const trajectory = (agent = 'implementing-tasks', on = day()) =>
  join(project, 'loa-grimoire/a2a/trajectory', `${agent}-${on}.jsonl`)
const PATH = '${PROJECT_ROOT}/src/a.ts'
const grounded = {
  phase: 'cite',
  grounding: 'citation',
  claim: 'it is 42',
  evidence: { path: PATH, line: 1, quote: 'export const answer = 42' },
}
const invented = {
  ...grounded,
  claim: 'it is 43',
  evidence: { ...grounded.evidence, quote: 'export const answer = 43' },
}
const guess = { phase: 'cite', grounding: 'assumption', claim: 'it is always so' }

function write(rows: readonly unknown[], file = trajectory()): void {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join(''))
}

async function typed(at: Seat, args: readonly string[]) {
  const { code, out, line } = await typedLine(at, args)
  return { code, out: out === '' ? [] : out.split('\n'), line }
}

const ground = async (...args: string[]) => {
  const { out, ...ran } = await typed(seat, ['ledger', 'ground', ...args])
  return { ...ran, out: out.filter((line) => /^(?:[a-z_]+=|No )/.test(line)) }
}
const lastRow = () => {
  const { ts: _, ...row } = JSON.parse(
    readFileSync(trajectory(undefined, new Date().toISOString().slice(0, 10)), 'utf8')
      .trim()
      .split('\n')
      .at(-1) ?? '',
  )
  return row
}

describe('fairlead ledger ground', () => {
  it('[LEDGER-60] without a trajectory it says so and passes', async () => {
    expect(await ground()).toMatchObject({ code: 0, out: ['No trajectory log found for today'] })
  })

  it('[LEDGER-59] without claims it prints the ratio of the published script, and the record says no data', async () => {
    write([{ phase: 'intent' }])
    expect(await ground()).toMatchObject({ code: 0, out: ['grounding_ratio=1.00', 'status=pass'] })
    expect(lastRow()).toEqual({
      agent: 'implementing-tasks',
      phase: 'grounding_check',
      total_claims: 0,
      grounded_claims: 0,
      assumptions: 0,
      grounding_ratio: null,
      threshold: 0.95,
      status: 'pass',
    })
    expect((await typed(seat, ['ledger', 'ground'])).out.at(-1)).toBe('no claims today: no data, which is not evidence')
  })

  it('[LEDGER-58, LEDGER-63] counts what was opened and compared, prints key=value lines and logs the check', async () => {
    write([...Array.from({ length: 19 }, () => grounded), guess])
    expect(await ground()).toMatchObject({
      code: 0,
      out: ['total_claims=20', 'grounded_claims=19', 'assumptions=1', 'grounding_ratio=0.95', 'status=pass'],
    })
    expect(lastRow()).toEqual({
      agent: 'implementing-tasks',
      phase: 'grounding_check',
      total_claims: 20,
      grounded_claims: 19,
      assumptions: 1,
      grounding_ratio: 0.95,
      threshold: 0.95,
      status: 'pass',
    })
  })

  it('[LEDGER-61, LEDGER-66] a quote that the file does not hold is not grounded, whatever the row says', async () => {
    write([grounded, invented])
    expect(await ground()).toMatchObject({
      code: 1,
      out: [
        'total_claims=2',
        'grounded_claims=1',
        'assumptions=0',
        'grounding_ratio=0.50',
        'status=fail',
        'message=Grounding ratio 0.50 below threshold 0.95',
      ],
    })
  })

  it.each([
    ['assumptions alone', [guess]],
    ['no grounding', [{ phase: 'cite', claim: 'x', evidence: grounded.evidence }]],
    ['null grounding', [{ ...grounded, grounding: null }]],
    ['a grounding nobody knows', [{ ...grounded, grounding: 'trust me' }]],
    ['no evidence', [{ ...grounded, evidence: undefined }]],
    ['evidence that is no object', [{ ...grounded, evidence: 'src/a.ts:1' }]],
    ['a relative path', [{ ...grounded, evidence: { ...grounded.evidence, path: 'src/a.ts' } }]],
  ])('[LEDGER-61, LEDGER-67] nothing grounded fails: %s', async (_, rows) => {
    write(rows)
    const { code, out } = await ground()
    expect([code, out.includes('grounding_ratio=0.00'), out.includes('status=fail')]).toEqual([1, true, true])
  })

  it('[LEDGER-61, LEDGER-62] the threshold is the one of the policy, and an argument counts before it', async () => {
    write([grounded, invented])
    ownPolicy(seat.env, 'ledger: { threshold: 0.5 }\n')
    expect(await ground()).toMatchObject({ code: 0 })
    expect(lastRow()).toMatchObject({ threshold: 0.5, status: 'pass' })
    writeFileSync(join(project, '.loa.config.yaml'), 'grounding: { threshold: 0.6 }\n')
    const tightened = await ground()
    expect([tightened.code, tightened.out.at(-1)]).toEqual([1, 'message=Grounding ratio 0.50 below threshold 0.60'])
    expect((await ground('implementing-tasks', '0.4')).code).toBe(0)
  })

  it.each(['abc', '-0.1', '1.1', 'NaN', '0x1', '1e-3', 'Infinity'])(
    '[LEDGER-67] the threshold `%s` exits 2',
    async (threshold) => {
      write([grounded])
      const { code, out } = await typed(seat, ['ledger', 'ground', 'implementing-tasks', '--', threshold])
      expect([code, out]).toEqual([2, []])
    },
  )

  it('[LEDGER-67] an agent that is a path is refused', async () => {
    expect((await ground('../../etc/passwd')).code).toBe(2)
  })

  it('[LEDGER-58] an empty argument is none, and a day may be named', async () => {
    write([grounded, invented], trajectory('my agent', '2020-02-03'))
    expect((await ground('my agent')).out).toEqual(['No trajectory log found for today'])
    expect((await ground('my agent', '', '2020-02-03')).out.at(-1)).toBe(
      'message=Grounding ratio 0.50 below threshold 0.95',
    )
    expect((await ground('', '0.4', '2020-02-03')).code).toBe(0)
  })

  it('[LEDGER-66] tells the installed script its verdict where the project is set up, and only there', async () => {
    const asked = () => typed(seat, ['ledger', 'ground', '--shim', '--', '', '', day()])
    const verdict = (ratio: string, status: string, clears: string) => [
      ...['governed=yes', 'enforcement=strict', 'threshold=0.95'],
      ...[`verified_ratio=${ratio}`, `status=${status}`, `clears=${clears}`],
    ]
    write([grounded, invented])
    expect(await asked()).toMatchObject({ code: 0, out: ['governed=no'] })
    govern(pathsOf(seat.env), project)
    expect(await asked()).toMatchObject({
      code: 1,
      out: [...verdict('0.50', 'fail', 'no'), 'open_decisions=2', 'unverified_ghosts=0', 'test_scenarios=0'],
    })
    write([...Array.from({ length: 9 }, () => grounded), guess])
    expect((await asked()).out).toEqual(expect.arrayContaining(verdict('0.90', 'fail', 'yes')))
    rmSync(trajectory())
    expect(await asked()).toMatchObject({
      code: 0,
      out: [...verdict('1.00', 'pass', 'yes'), 'open_decisions=0', 'unverified_ghosts=0', 'test_scenarios=0'],
    })
  })

  it('[LEDGER-132] a row may hold a list of citations, spaces and unknown keys; all of the list must hold', async () => {
    write([
      '{ "phase" : "cite" , "grounding" : "citation", "claim": "spaced", "x": 1, "evidence": { "path": "${PROJECT_ROOT}/src/a.ts", "line": "1", "quote": "export const answer = 42" } }',
      { ...grounded, evidence: null, citations: [grounded.evidence, grounded.evidence] },
      { ...grounded, citations: [grounded.evidence, invented.evidence] },
      { phase: 'intent', grounding: 'citation' },
    ])
    expect((await ground()).out.slice(0, 2)).toEqual(['total_claims=3', 'grounded_claims=2'])
  })

  it('malformed lines are skipped and counted, never fatal', async () => {
    write(['{"phase":"cite"', '[]', 'null', '\u0000\u0001', grounded, `{"phase":"cite","x":"${'y'.repeat(2_000_000)}"`])
    const { code, out } = await typed(seat, ['ledger', 'ground', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out[0] ?? '')).toMatchObject({ total: 1, grounded: 1 })
    expect(JSON.parse(out[0] ?? '').malformed).toBeGreaterThanOrEqual(5)
  })

  it('a session over midnight keeps its claims, and yesterday’s other sessions stay out', async () => {
    write(
      [
        { ...invented, session_id: 's1' },
        { ...invented, session_id: 's0' },
      ],
      trajectory(undefined, day(-86_400_000)),
    )
    write([{ ...grounded, session_id: 's1' }])
    expect((await ground()).out.slice(0, 2)).toEqual(['total_claims=2', 'grounded_claims=1'])
  })

  it('[LEDGER-58] a long day goes on in a second file, and without a name everybody is meant where nobody has the default one', async () => {
    write([grounded], trajectory('claude-code'))
    write([invented], trajectory('claude-code').replace('.jsonl', '.2.jsonl'))
    write([guess], trajectory('claude-code-reviewer'))
    expect((await ground('claude-code')).out.slice(0, 2)).toEqual(['total_claims=2', 'grounded_claims=1'])
    for (const _ of ['once', 'again'])
      expect((await ground()).out.slice(0, 3)).toEqual(['total_claims=3', 'grounded_claims=1', 'assumptions=1'])
    expect((await ground('nobody')).out).toEqual(['No trajectory log found for today'])
  })

  it('names what could not be verified, and what was assumed', async () => {
    write([grounded, invented, guess, '{'])
    expect((await typed(seat, ['ledger', 'ground', 'implementing-tasks', '0.3'])).out.slice(-3)).toEqual([
      'ungrounded: it is 43: the quote is not in the file',
      'assumption: it is always so',
      'skipped: 1 malformed',
    ])
  })

  it('[LEDGER-14] nothing is written through a link in place of the grimoire', async () => {
    write([grounded], join(root, 'elsewhere/a2a/trajectory', `implementing-tasks-${day()}.jsonl`))
    symlinkSync(join(root, 'elsewhere'), join(project, 'loa-grimoire'))
    expect((await ground()).code).toBe(0)
    expect(readFileSync(join(root, 'elsewhere/a2a/trajectory', `implementing-tasks-${day()}.jsonl`), 'utf8')).toBe(
      `${JSON.stringify(grounded)}\n`,
    )
  })

  it('a torn last line is left alone, and the next begins on its own', async () => {
    write([grounded])
    writeFileSync(trajectory(), `${readFileSync(trajectory(), 'utf8')}{"torn":`)
    await ground()
    expect(lastRow().phase).toBe('grounding_check')
  })
})

describe('fairlead ledger verify', () => {
  const good = '`export const answer = 42` [${PROJECT_ROOT}/src/a.ts:1]'

  it('[LEDGER-56] opens every citation of NOTES.md', async () => {
    mkdirSync(join(project, 'loa-grimoire'))
    writeFileSync(join(project, 'loa-grimoire/NOTES.md'), `- ${good}\n- answer [src/a.ts:1]\n`)
    expect(await typed(seat, ['ledger', 'verify'])).toMatchObject({
      code: 1,
      out: ['${PROJECT_ROOT}/src/a.ts:1: verified', 'src/a.ts:1: no quote', '2 citations, 1 verified'],
    })
  })

  it('[LEDGER-56] or of a text, and gives back the form to store with its pin', async () => {
    const { code, out } = await typed(seat, ['ledger', 'verify', '--json', '--text', good])
    expect(code).toBe(0)
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      verdict: { kind: 'verified', line: 1 },
      text: expect.stringContaining(`${good} <!-- blob `),
    })
  })

  it('[LEDGER-14] refuses a file outside the project', async () => {
    expect((await typed(seat, ['ledger', 'verify', '../../../etc/passwd'])).code).toBe(1)
    expect((await typed(seat, ['ledger', 'verify', 'missing.md'])).code).toBe(1)
  })

  it('needs a project', async () => {
    const outside = { ...seat, cwd: join(root, 'home') }
    expect([
      (await typed(outside, ['ledger', 'verify'])).code,
      (await typed(outside, ['ledger', 'ground'])).code,
    ]).toEqual([1, 1])
  })
})
