import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABSENT, type Asked, makeWarehouse, PRESENT } from '../../../test/support/warehouse-project.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { projectRoot } from '../../core/model/ids.ts'
import { lookForGhost } from './ghost.ts'

let base = ''
const put = (path: string, text: string | Uint8Array): void => {
  const full = join(base, 'project', path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text)
}
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-ghosts-')))
  makeWarehouse({ put })
})
afterAll(() => rmSync(base, { recursive: true, force: true }))

const look = ([feature, ...queries]: Asked) =>
  lookForGhost(
    {
      root: join(base, 'project'),
      homes: IN_REPO(projectRoot(join(base, 'project'))),
      folder: join(base, 'index'),
      env: { PATH: '/usr/bin:/bin' },
    },
    { feature, queries },
  )

describe('looking for features in a project that is known by heart', () => {
  it('[LEDGER-40, LEDGER-41] calls nothing a ghost that is there', async () => {
    for (const asked of PRESENT)
      expect([asked[0], (await look(asked)).verdict.status]).toEqual([asked[0], 'unverified'])
  })

  it('[LEDGER-40, LEDGER-41] calls everything a ghost that is not, after a control that was found', async () => {
    for (const asked of ABSENT) {
      const { verdict, control } = await look(asked)
      expect([asked[0], verdict.status, control.results > 0]).toEqual([asked[0], 'verified', true])
    }
  })

  it('[LEDGER-40] words of a feature that stand in the same file and far apart are no hit', async () => {
    const lines = (count: number) => Array.from({ length: count }, (_, index) => `  total += ${index}`).join('\n')
    put(
      'src/apart.ts',
      `export function gift(total: number): number {\n${lines(14)}\n  const wrapping = total\n${lines(14)}\n  return wrapping\n}\n`,
    )
    expect((await look(['gift wrapping', 'gift wrapping', 'ribbon for presents'])).verdict.status).toBe('verified')
    put('src/near.ts', 'export function giftWrapping(total: number): number {\n  return total + 300\n}\n')
    expect((await look(['gift wrapping', 'gift wrapping', 'ribbon for presents'])).verdict.status).toBe('unverified')
  })
})
