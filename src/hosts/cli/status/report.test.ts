import { realpathSync, rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall, hookCall } from '../../../../test/support/hook-call.ts'
import { pathsOf } from '../../../config/paths.ts'
import { eventId } from '../../../core/model/ids.ts'
import { wired } from '../open-project.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const start = () => hookCall(seat, { hook_event_name: 'SessionStart', source: 'startup' })

describe('fairlead report', () => {
  it('lists the holds of a run, also after it ended, and fails when one was not approved', async () => {
    expect((await typed(seat, ['report'])).code).toBe(1)
    await start()
    expect(await typed(seat, ['report'])).toMatchObject({ code: 0, out: 'nothing was held in this run' })
    expect(JSON.parse((await typed(seat, ['report', '--json'])).out)).toEqual({ session: 'session-1', holds: [] })
    await bashCall(seat, 'git push')
    await bashCall(seat, 'npm publish')
    await hookCall(seat, { hook_event_name: 'SessionEnd', reason: 'other' })
    const ran = await typed(seat, ['report'])
    expect(ran).toMatchObject({ code: 1, line: '2 holds of this run not approved; see above' })
    expect(ran.out).toMatch(/^#1 expired: `git push`: .*\n#2 expired: `npm publish`: .*$/)
    expect(JSON.parse((await typed(seat, ['report', '--session', 'session-1', '--json'])).out)).toMatchObject({
      session: 'session-1',
      holds: [{ number: 1, outcome: 'lapsed', type: 'irreversible', command: 'git push' }, { number: 2 }],
    })
    expect(await typed(seat, ['report', '--session', 'other', '--json'])).toEqual({
      code: 1,
      out: '',
      line: 'unknown run `other`; `fairlead status --json` shows the last one',
    })
  })

  it('does not fail when every hold was approved, and does when an approval was taken back', async () => {
    await start()
    await bashCall(seat, 'git push')
    await bashCall(seat, 'npm publish')
    const { gate } = await wired(pathsOf(seat.env), seat.env)
    const project = realpathSync(seat.cwd)
    const decided = async (verb: 'approve' | 'dismiss' | 'revoke', hold: number) => {
      const stamp = { id: eventId(`${verb}-${hold}`), atMs: Date.now() }
      const proof = { kind: 'human', door: 'cli' } as const
      const session = 'terminal' as never
      await gate.submit(
        { ...stamp, kind: 'edge', verb, hold, proof, runtime: 'fairlead', session, cwd: project },
        project as never,
      )
    }
    await decided('approve', 1)
    await decided('dismiss', 2)
    expect(await typed(seat, ['report'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^#1 approved: .*\n#2 similar commands allowed: /),
    })
    // What was taken back before it was used was not let through.
    await decided('revoke', 1)
    await gate.close()
    expect(await typed(seat, ['report'])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^#1 approved, then taken back: .*\n#2 similar commands allowed: /),
      line: '1 hold of this run not approved; see above',
    })
  })
})
