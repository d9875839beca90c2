import { expect, it } from 'vitest'
import { absolutePath } from './tools.ts'

it.each([
  ['a.txt', '/home/dev', '/home/dev/a.txt'],
  ['/etc/passwd', '/home/dev', '/etc/passwd'],
  ['./a/../b//c/', '/home/dev', '/home/dev/b/c'],
  ['../../../../x', '/home/dev', '/x'],
  ['', '/home/dev', '/home/dev'],
  ['..', '/', '/'],
  ['a', 'no-slash', '/no-slash/a'],
])('%j seen from %s is %s', (path, cwd, expected) => {
  expect(absolutePath(path, cwd)).toBe(expected)
})
