import { expect, it } from 'vitest'
import { isInside } from './inside.ts'

it('a folder holds itself and what is below it, not what merely begins alike', () => {
  const rows = [
    ['/a/b', '/a/b', true],
    ['/a/b/c', '/a/b', true],
    ['/a/bc', '/a/b', false],
    ['/a', '/', true],
    ['/', '/a', false],
  ] as const
  expect(rows.map(([path, folder]) => isInside(path, folder))).toEqual(rows.map(([, , inside]) => inside))
})
