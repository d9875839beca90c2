import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { typed } from '../../../../test/support/fake-terminal.ts'

it('[PLANE-L15f] prints how each role is met, and who has which', async () => {
  const home = mkdtempSync(join(tmpdir(), 'fairlead-matrix-'))
  try {
    ownPolicy({ HOME: home }, 'roles: { director: lead, gate_method_for: [coder] }\n')
    const seat = { env: { HOME: home }, cwd: home, bundle: home, node: process.execPath }
    const { out } = await typed(seat, ['plane', 'matrix'])
    expect(out.split('\n').map((line) => line.trim())).toEqual([
      'human     director  worker',
      expect.stringMatching(/^ordinary command +runs +runs +runs$/),
      expect.stringMatching(/^needs approval, everything in a backup +runs +hint +held$/),
      expect.stringMatching(/^needs approval, can't be undone +runs +held +held$/),
      expect.stringMatching(/^recursive delete, everything in a backup +runs +hint +blocked$/),
      expect.stringMatching(/^recursive delete, can't be undone +runs +blocked +blocked$/),
      expect.stringMatching(/^root, home, disks, Fairlead itself +runs +blocked +blocked$/),
      'main agent: worker; director: lead; a hold waits 300 s for it',
    ])
    expect(JSON.parse((await typed(seat, ['plane', 'matrix', '--json'])).out)).toMatchObject({
      roles: { director: 'lead', gateMethodFor: ['coder'] },
      rows: expect.arrayContaining([{ call: 'routine', human: 'pass', director: 'pass', worker: 'pass' }]),
    })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})
