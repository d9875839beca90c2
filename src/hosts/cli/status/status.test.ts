import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'

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

describe('fairlead statusline', () => {
  const line = async (input: object) => (await typed({ ...seat, input: JSON.stringify(input) }, ['statusline'])).out

  it('is one short line in a project that is set up', async () => {
    expect(await line({ cwd: seat.cwd })).toBe('fairlead · plan')
    await bashCall(seat, 'git push')
    const input = { cwd: '/', workspace: { project_dir: seat.cwd, current_dir: '/' } }
    expect(await line(input)).toBe('fairlead · plan · 1 hold #1')
  })

  it('[LEDGER-78] shows how full the context is, from the transcript', async () => {
    const transcript = join(root, 'transcript.jsonl')
    const measured = async (tokens: number) => {
      const usage = { input_tokens: tokens }
      writeFileSync(transcript, `${JSON.stringify({ type: 'assistant', isSidechain: false, message: { usage } })}\n`)
      await bashCall(seat, 'ls', {
        hook_event_name: 'PostToolUse',
        tool_response: { stdout: '' },
        transcript_path: transcript,
      })
      return line({ cwd: seat.cwd, session_id: 'session-1' })
    }
    expect(await measured(42_000)).toBe('fairlead · plan · context 21%')
    expect(await measured(160_000)).toBe('fairlead · plan · context 80% red')
    expect(await line({ cwd: seat.cwd, session_id: 'other' })).toBe('fairlead · plan')
  })

  it.each(['', 'no json', '{}', '[]', 'null', '{"cwd":7}', '{"cwd":"/"}', '{"workspace":{"project_dir":"/nowhere"}}'])(
    'is empty for %j',
    async (input) => {
      expect(await typed({ ...seat, input }, ['statusline'])).toEqual({ code: 0, out: '', line: '' })
    },
  )

  it('is empty when the database is broken', async () => {
    writeFileSync(paths.database, 'not a database')
    expect(await line({ cwd: seat.cwd })).toBe('')
  })
})
