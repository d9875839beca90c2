import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead edge approve', () => {
  it('does not take an approval from a test for one from a person', async () => {
    await bashCall(seat, 'git push')
    const { code, line } = await typed(seat, ['edge', 'approve', '1'])
    expect(code).toBe(1)
    expect(line).toMatch(
      /^not accepted: .*; run `fairlead edge approve 1` yourself, in a terminal that no agent started$/,
    )
  })
})
