import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../test/support/fresh-home.ts'
import { bashCall } from '../../../test/support/hook-call.ts'

let root: string
let seat: Seat

beforeAll(async () => {
  ;({ root, seat } = freshHome(['.claude', '.codex']))
  await typed(seat, ['init', '--yes'])
  await bashCall(seat, 'git push')
  await bashCall(seat, `npm publish --tag next # ${'and a long remark '.repeat(8)}`)
  await typed(seat, ['backup', 'create'])
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const READING = [
  ...['status', 'log', 'log --holds', 'log --summary', 'report', 'doctor', 'edge status', 'edge list'],
  ...['audit verify', 'audit tail', 'backup list', 'rules list', 'rules show git.push', 'config check', 'config show'],
  ...['config get edge.level', 'plane matrix', 'plane ladder', 'plane baseline', 'anchor roles', 'anchor status'],
  'ledger status',
]
/** Names that rules and published formats fix, as keys of what they hold. */
const FIXED = /^(?:[a-z-]+\.[a-z.-]+|claude-code|codex|next_step)$/

function keysOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf)
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) => [key, ...keysOf(inside)])
}

describe('every reading command', () => {
  it.each(READING)('fairlead %s keeps within 80 columns', async (command) => {
    const { out } = await typed({ ...seat, columns: 80 }, command.split(' '))
    expect(out.split('\n').filter((line) => line.length > 80 && line.trim().includes(' '))).toEqual([])
  })

  it.each(READING)('fairlead %s --json prints JSON with names in one style', async (command) => {
    const { out } = await typed(seat, [...command.split(' '), '--json'])
    const values = command === 'audit tail' ? out.split('\n').map((line) => JSON.parse(line)) : JSON.parse(out)
    const odd = keysOf(values).filter((key) => !/^[a-z][A-Za-z0-9]*$/.test(key) && !FIXED.test(key))
    expect([...new Set(odd)]).toEqual([])
  })

  it('fairlead doctor takes at most 20 lines, and every detail with --verbose', async () => {
    const brief = (await typed({ ...seat, columns: 80 }, ['doctor'])).out.split('\n')
    expect(brief.length).toBeLessThanOrEqual(20)
    expect((await typed(seat, ['doctor', '--verbose'])).out).toContain('not covered')
  })
})

describe('a word that is nearly right', () => {
  it.each([
    ['statsu', 'unknown command `statsu`; did you mean `status`? see `fairlead --help`'],
    ['rules show git.psh', 'unknown rule `git.psh`; did you mean `git.push`?'],
    ['config get edge.park_second', 'unknown setting `edge.park_second`; did you mean `edge.park_seconds`?'],
    ['config get nothing.like.it', 'unknown setting `nothing.like.it`; see `fairlead config show`'],
  ])('fairlead %s', async (command, line) => {
    expect(await typed(seat, command.split(' '))).toMatchObject({ code: 2, line })
  })

  it('prints the version with -v', async () => {
    expect((await typed(seat, ['-v'])).out).toMatch(/^\d+\.\d+\.\d+/)
  })
})

describe('fairlead replay without files', () => {
  it('reads what the clients kept, and says what would have been held', async () => {
    const line = (command: string, id: string) =>
      JSON.stringify({
        type: 'assistant',
        sessionId: 'past',
        cwd: seat.cwd,
        timestamp: '2026-01-01T00:00:00.000Z',
        message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input: { command } }] },
      })
    expect(await typed(seat, ['replay'])).toMatchObject({ code: 1, line: expect.stringContaining('no transcript') })
    const folder = join(String(seat.env['HOME']), '.claude/projects/some-project')
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'past.jsonl'),
      [line('git push', 'a'), line('ls', 'b'), line('rm -rf /', 'c')].join('\n'),
    )
    const { code, out } = await typed(seat, ['replay'])
    expect(code).toBe(0)
    expect(out.split('\n')[0]).toBe('in 1 past session with 3 calls: 1 would have been held, 1 blocked')
    expect(out).toMatch(/ {2}hold {3}git push\n {2}block {2}rm -rf \/\n/)
    expect(JSON.parse((await typed(seat, ['replay', '--json'])).out).holds).toHaveLength(2)
  })
})
