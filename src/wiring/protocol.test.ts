import { expect, it } from 'vitest'
import { isNewer } from './protocol.ts'

it('knows which release is later', () => {
  const rows: readonly (readonly [string, string, boolean])[] = [
    ['0.2.0', '0.1.9', true],
    ['0.1.10', '0.1.9', true],
    ['1.0.0', '0.99.99', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['0.2.0-rc.1', '0.2.0', false],
    ['0.2.0', '0.2.0-rc.1', true],
    ['nonsense', '0.0.0', false],
  ]
  expect(rows.map(([left, right]) => isNewer(left, right))).toEqual(rows.map(([, , newer]) => newer))
})
