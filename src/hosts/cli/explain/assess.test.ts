import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ran, type Seat, typed } from '../../../../test/support/fake-terminal.ts'

let root: string
let seat: Seat

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-assess-')))
  seat = { env: { HOME: '/home/dev', PATH: '' }, cwd: '/home/dev/project', bundle: root, node: '/nowhere/node' }
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const lines = (...commands: readonly string[]) => commands.map((command) => JSON.stringify({ command })).join('\n')
const assessed = async (input: string, ...args: readonly string[]): Promise<Ran> =>
  typed({ ...seat, input }, ['assess', '--jsonl', ...args])
const answers = ({ out }: Ran) => out.split('\n').map((line) => JSON.parse(line))

describe('fairlead assess', () => {
  it('[PLANE-O3] answers one line for each, in order', async () => {
    const ran = await assessed(lines('ls -la', 'git push origin main', 'rm -rf /'))
    expect([ran.code, ran.line]).toEqual([0, ''])
    expect(answers(ran)).toEqual([
      { command: 'ls -la', tier: 'routine', type: null, rule: null, reason: null },
      {
        command: 'git push origin main',
        tier: 'junction',
        type: 'irreversible',
        rule: 'git.push',
        reason: expect.stringMatching(/^[a-z].*[^.]$/),
      },
      {
        command: 'rm -rf /',
        tier: 'catastrophic',
        type: 'irreversible',
        rule: expect.stringMatching(/^filesystem\./),
        reason: expect.stringMatching(/^[a-z].*[^.]$/),
      },
    ])
  })

  it('goes on after a line that it cannot read, and says so at the end', async () => {
    const ran = await assessed(`{"command":"ls","why":1}\r\n\nnot json\n[]\nnull\n{"command":7}\n{"command":"pwd"}\n`)
    expect(answers(ran).map((answer) => answer.command ?? answer.line)).toEqual(['ls', 2, 3, 4, 5, 6, 'pwd'])
    expect(answers(ran)[1]).toEqual({ error: 'the line is not a JSON object with a `command` string', line: 2 })
    expect([ran.code, ran.line]).toEqual([1, '5 lines could not be checked; look for `error` in the output'])
  })

  it('drops a line that nobody could have typed, and keeps its place', async () => {
    const ran = await assessed(`${lines('ls')}\n${lines('x'.repeat(1_000_001))}\n${lines('pwd')}`)
    expect(answers(ran).map((answer) => answer.command ?? answer)).toEqual([
      'ls',
      { error: 'the line is too long', line: 2 },
      'pwd',
    ])
  })

  it('takes the folder for a project and knows build output by its name', async () => {
    const tiers = async (...args: readonly string[]) =>
      answers(await assessed(lines('rm -rf node_modules', 'rm -rf /srv/app/src', 'rm -rf .'), ...args)).map(
        ({ tier }) => tier,
      )
    expect(await tiers()).toEqual(['routine', 'catastrophic', 'catastrophic'])
    expect(await tiers('--cwd', '/srv/app')).toEqual(['routine', 'catastrophic', 'catastrophic'])
    expect(await assessed(lines('rm -rf ../other'), '--cwd', '..')).toEqual(
      await typed({ ...seat, cwd: '/home/dev', input: lines('rm -rf ../other') }, ['assess', '--jsonl']),
    )
  })

  it('reads a file, or standard input under the name `-`', async () => {
    const file = join(root, 'commands.jsonl')
    writeFileSync(file, lines('ls'))
    const fromInput = await assessed(lines('ls'), '-')
    expect(await assessed('', file)).toEqual(fromInput)
    expect(answers(fromInput)).toHaveLength(1)
    expect(await assessed('')).toEqual({ code: 0, out: '', line: '' })
  })

  it.each([
    [['--jsonl', '/nowhere/x'], 1, "can't read `/nowhere/x` (no such file or folder); check the path"],
    [['--jsonl', '/'], 1, "can't read `/` (it is a folder); check the path"],
    [[], 2, 'missing required option `--jsonl`; see `fairlead assess --help`'],
  ])('%s fails in one line', async (args, code, line) => {
    expect(await typed(seat, ['assess', ...args])).toEqual({ code, out: '', line })
  })

  it('does not wait for a person who gave no lines', async () => {
    const line = 'nothing on standard input; name a file, or use `-` to type the lines'
    expect(await typed(seat, ['assess', '--jsonl'], [])).toEqual({ code: 2, out: '', line })
  })

  it('answers any bytes with one line each, however they are cut', async () => {
    const someLine = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.json().map((text) => Buffer.from(text)),
      fc.string({ unit: 'binary' }).map((command) => Buffer.from(JSON.stringify({ command }))),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(someLine), fc.integer({ min: 1, max: 64 }), async (given, size) => {
        const bytes = Buffer.concat(given.flatMap((line) => [line, Buffer.from('\n')]))
        const cuts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        )
        const ran = await typed({ ...seat, pieces: cuts }, ['assess', '--jsonl'])
        const expected = bytes.filter((byte) => byte === 0x0a).length
        const found = ran.out === '' ? [] : answers(ran)
        expect(found).toHaveLength(expected)
        found.forEach((answer, index) => {
          if ('error' in answer) expect(answer.line).toBe(index + 1)
          else expect(Object.keys(answer)).toEqual(['command', 'tier', 'type', 'rule', 'reason'])
        })
        expect(ran.code).toBe(found.some((answer) => 'error' in answer) ? 1 : 0)
      }),
      { numRuns: 60 },
    )
  })
})
