import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall, hookCall } from '../../../../test/support/hook-call.ts'
import { sinceOf } from './since.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead log', () => {
  it('tells what happened today in sentences, and no routine', async () => {
    await hookCall(seat, { hook_event_name: 'SessionStart', source: 'startup' })
    await bashCall(seat, 'ls')
    await bashCall(seat, 'git push')
    await bashCall(seat, 'rm -rf /')
    await hookCall(seat, { hook_event_name: 'SessionEnd', reason: 'other' })
    const { code, out } = await typed(seat, ['log'])
    expect(code).toBe(0)
    expect(out.split('\n').map((line) => line.replace(/^ {2}\d\d:\d\d {2}/, ''))).toEqual([
      expect.stringMatching(/project since \d{4}-\d\d-\d\d 00:00$/),
      'claude-code started a session',
      expect.stringMatching(/^held #1 `git push`: pushes commits/),
      expect.stringMatching(/^blocked `rm -rf \/` \(.*filesystem\.delete-vital.*\)$/),
      '#1 expired',
      'the session ended',
      '3 calls in 1 session, 1 held, 1 blocked',
    ])
  })

  it('shows holds alone, one session, another time, a summary and JSON', async () => {
    await bashCall(seat, 'git push')
    await bashCall(seat, 'npm publish', { session_id: 'other' })
    expect((await typed(seat, ['log', '--holds'])).out).toMatch(
      /\d\d:\d\d {2}#1 waiting: `git push`: .*\n {2}\d\d:\d\d {2}#2 waiting: `npm publish`: .*\n/,
    )
    expect((await typed(seat, ['log', '--holds', '--session', 'oth'])).out).not.toContain('git push')
    expect((await typed(seat, ['log', '--summary'])).out).toBe(
      'held 2 in 7 days, you approved 0, 0 stopped for good, 2 waiting',
    )
    const json = JSON.parse((await typed(seat, ['log', '--since', '2h', '--json'])).out)
    expect(json).toMatchObject({ calls: 2, sessions: 2, entries: [{ session: 'session-1' }, { session: 'other' }] })
    expect(JSON.parse((await typed(seat, ['log', '--holds', '--json'])).out).holds).toHaveLength(2)
    expect(JSON.parse((await typed(seat, ['log', '--summary', '--json'])).out)).toMatchObject({ held: 2, noise: [] })
    expect(await typed(seat, ['log', '--since', 'soon'])).toMatchObject({
      code: 2,
      line: "`soon` isn't a time; use 2h, 7d, yesterday or 2026-11-01",
    })
    expect((await typed(seat, ['log', '--since', '2999-01-01'])).out).toContain('0 calls in 0 sessions')
  })
})

describe('a time', () => {
  const now = new Date('2026-11-17T15:30:00').getTime()
  it.each([
    ['30min', '2026-11-17T15:00:00'],
    ['2h', '2026-11-17T13:30:00'],
    ['1w', '2026-11-10T15:30:00'],
    ['today', '2026-11-17T00:00:00'],
    ['yesterday', '2026-11-16T00:00:00'],
    ['2026-11-01', '2026-11-01T00:00:00'],
    ['2026-11-01 09:30', '2026-11-01T09:30:00'],
  ])('reads %s', (text, at) => {
    expect(sinceOf(text, now)).toBe(new Date(at).getTime())
  })
  it.each(['', '2', 'h', '2026-13-45', '99999d', 'last week'])('does not read `%s`', (text) => {
    expect(sinceOf(text, now)).toBe(undefined)
  })
})
