import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import { configSet } from './set-setting.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes'])
  for (const command of ['git push origin fix/x', 'git push origin fix/x', 'git push origin main', 'ls', 'npm publish'])
    await bashCall(seat, command)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (text: string) => writeFileSync(join(seat.cwd, 'other.yaml'), text)
const backtest = (...words: readonly string[]) => typed(seat, ['config', 'backtest', 'other.yaml', ...words])

describe('fairlead config backtest', () => {
  it('[PLANE-O2] tells in one sentence what another policy would have held and let pass, and lists it', async () => {
    put('git: { push_scope: shared-branches }\n')
    expect((await backtest()).out).toBe(
      [
        'Of 4 distinct calls in 30 days this would hold 0 more and let 1 pass',
        'held or blocked now, and not then:',
        '  git push origin fix/x',
      ].join('\n'),
    )
    put('rules:\n  - { id: lister, harm: send, type: external, when: [{ program: [ls] }], reason: lists files }\n')
    const { out } = await backtest('--days', '7')
    expect(out.split('\n')[0]).toBe('Of 4 distinct calls in 7 days this would hold 1 more and let 0 pass')
    put('edge: { level: observe }\n')
    expect(JSON.parse((await backtest('--json')).out)).toMatchObject({ calls: 4, held: [], passed: { length: 3 } })
  })

  it('refuses what it cannot read', async () => {
    expect(await backtest()).toMatchObject({ code: 1, line: "`other.yaml` can't be read; name a policy file" })
    put('edge: { levl: x }\n')
    expect(await backtest()).toMatchObject({ code: 1, line: expect.stringContaining('unknown key `edge.levl`') })
    expect(await backtest('--days', '0')).toMatchObject({ code: 2 })
  })

  it('stands before a setting that a command loosens', async () => {
    const set = { name: 'edge.level', value: 'steer', yes: true }
    const { out } = await ranAt(seat, (context) => configSet(context, set, asPerson), {})
    expect(out).toContain('Of 4 distinct calls in 30 days this would hold 0 more and let 3 pass')
  })
})
