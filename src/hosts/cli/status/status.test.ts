import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'
import { statusCommandOf } from '../../../install/claude-hooks.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome(['.claude', '.codex']))
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead status', () => {
  it('says that nothing was recorded yet', async () => {
    for (const path of [paths.database, paths.auditHead]) rmSync(path)
    expect((await typed(seat, ['status'])).line).toBe('nothing was recorded yet; run `fairlead init` in a project')
  })

  it('shows mode, holds and the last session', async () => {
    await bashCall(seat, 'ls')
    expect(await bashCall(seat, 'git push origin main')).toContain('deny')
    const { code, out } = await typed(seat, ['status'])
    expect(code).toBe(0)
    expect(out).toMatch(/^ {2}set up {8}yes$/m)
    expect(out).toMatch(/^ {2}holds {9}#1 `git push origin main`: pushes .+, \d s ago$/m)
    expect(out).toMatch(/^ {2}last session {2}claude-code session-1, /m)
    expect(out).toMatch(/^ {2}daemon {8}not running/m)
    const found = JSON.parse((await typed(seat, ['status', '--json'])).out)
    expect(found).toMatchObject({
      project: seat.cwd,
      governed: true,
      operatorMode: 'plan',
      holds: [{ number: 1, command: 'git push origin main' }],
      daemon: null,
    })
    expect(found.facts).toBeGreaterThan(1)
  })
})

describe('the status line that init installs', () => {
  /** As the client runs it. */
  const line = (input: string) =>
    execFileSync(statusCommandOf(paths.hookCommand), { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'] })
  const inSession = (session_id: string) => JSON.stringify({ session_id })

  it('[EDGE-134] shows what waits in this session, and nothing where nothing waits', async () => {
    await bashCall(seat, 'ls')
    expect(line(inSession('session-1'))).toBe('')
    await bashCall(seat, 'git push')
    expect(line(inSession('session-1'))).toMatch(/^Fairlead held #1 "git push": .*Approve: \/edge approve 1\n$/)
    expect(line(inSession('other'))).toBe('')
  })

  it.each(['', 'no json', '{}', '[]', 'null', '{"session_id":7}', '{"session_id":"../state/approval.key"}'])(
    'is empty for %j',
    (input) => expect(line(input)).toBe(''),
  )

  it('lies where a sealed command can read it, and not with what is secret', () => {
    expect(dirname(paths.waiting)).toBe(paths.folder)
    expect(paths.waiting.startsWith(paths.state)).toBe(false)
  })
})
