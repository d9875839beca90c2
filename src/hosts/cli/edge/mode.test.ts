import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { hookCall } from '../../../../test/support/hook-call.ts'
import { pathsOf } from '../../../config/paths.ts'
import { type EdgeModeOptions, edgeMode } from './mode.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const start = () => hookCall(seat, { hook_event_name: 'SessionStart', source: 'startup' })

async function says(options: EdgeModeOptions) {
  const { code, out, line } = await ranAt(seat, (context) => edgeMode(context, options, asPerson), {})
  return code === 0 ? out : `refused: ${line}`
}

describe('fairlead edge', () => {
  it('[EDGE-20, EDGE-28] changes the mode for a person, and says at once what came of it', async () => {
    await start()
    expect(await says({ verb: 'active' })).toBe(
      'refused: `active` needs an objective; type fairlead edge active "what you want"',
    )
    expect(await says({ verb: 'active', text: 'fix it' })).toBe(
      'operator mode active: fix it\nWarning: No plan exists. Consider /edge plan first.',
    )
    const file = readFileSync(join(homeOf(seat), 'active_context.yaml'), 'utf8')
    expect([file.match(/^mode: .*$/m)?.[0], file.match(/^objective: .*$/m)?.[0]]).toEqual([
      'mode: active',
      'objective: "fix it"',
    ])
    expect(await says({ verb: 'done' })).toMatch(/^refused: not done: No steps marked completed; .*; hold #1: /)
    expect(await says({ verb: 'status' })).toMatch(/^operator mode active, objective: fix it, #1 No steps/)
    expect(await says({ verb: 'ambiguous', text: 'a or b?' })).toBe(
      'hold #2: a or b?\ndecide with fairlead edge approve, skip or dismiss',
    )
    expect(await says({ verb: 'revoke', number: '7' })).toBe("refused: there's no approval #7; nothing is approved")
    expect(await says({ verb: 'revoke', number: 'x' })).toBe(
      "refused: `x` isn't a number; `fairlead edge list` shows them",
    )
    expect(await says({ verb: 'list' })).toBe('nothing is approved')
  })

  it('accepts nothing without proof of a person', async () => {
    await start()
    for (const args of [['plan'], ['active', 'x'], ['review'], ['done'], ['ambiguous', 'x'], ['revoke', '1']]) {
      expect(await typed(seat, ['edge', ...args])).toMatchObject({
        code: 1,
        line: expect.stringMatching(/^not accepted: /),
      })
    }
    expect(await typed(seat, ['edge', 'status'])).toMatchObject({ code: 0, out: 'operator mode plan, no holds' })
    expect(await typed(seat, ['edge', 'list'])).toMatchObject({ code: 0, out: 'nothing is approved' })
  })

  it.skipIf(process.getuid?.() === 0)('[EDGE-105] says when the file must not be written', async () => {
    await start()
    chmodSync(seat.cwd, 0o500)
    const answered = await says({ verb: 'active', text: 'fix it' })
    chmodSync(seat.cwd, 0o700)
    expect(answered).toMatch(/^refused: Cannot write state: .*\. Check file permissions\.$/)
  })

  it('[EDGE-100] waits five seconds for its turn, and then says so', async () => {
    await start()
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(pathsOf(seat.env).database)
    holder.exec('BEGIN IMMEDIATE')
    expect(await says({ verb: 'plan' })).toBe('refused: State lock held for >5.0s')
    holder.exec('COMMIT')
    holder.close()
    expect(await says({ verb: 'plan' })).toBe('operator mode plan')
  }, 30_000)

  it('needs a project', async () => {
    expect((await typed({ ...seat, cwd: root }, ['edge', 'list'])).code).toBe(1)
  })

  it('changes nothing where nothing is held', async () => {
    await start()
    await typed(seat, ['uninstall', '--yes'])
    const line = `\`${seat.cwd}\` isn't set up, so nothing is held here; run \`fairlead init\` first`
    expect(await says({ verb: 'plan' })).toBe(`refused: ${line}`)
    expect(await typed(seat, ['pause', '5'])).toMatchObject({ code: 1, line })
    expect(await typed(seat, ['edge', 'status'])).toMatchObject({ code: 0 })
  })
})
