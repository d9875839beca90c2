import { expect, it } from 'vitest'
import { doorPathsOf, pathsOf } from './paths.ts'

it('the short way to socket and key leads to the same places', () => {
  const rows = [
    { HOME: '/home/dev' },
    { HOME: `/home/${'x'.repeat(120)}` },
    { HOME: `/home/${'x'.repeat(120)}`, TMPDIR: '/scratch' },
  ]
  for (const env of rows) {
    const { socket, key, state, agentSocket } = pathsOf(env)
    expect(doorPathsOf(env)).toEqual({ socket, key, state, agentSocket })
    expect(Buffer.byteLength(socket)).toBeLessThanOrEqual(100)
  }
})

it('has a home even where nobody says which', () => {
  expect(doorPathsOf({}).key).toBe(pathsOf({}).key)
})
