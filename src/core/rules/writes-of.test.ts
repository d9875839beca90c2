import { expect, it } from 'vitest'
import { AROUND } from '../../../test/support/events.ts'
import { writesOf } from './writes-of.ts'

it('remembers the text of what a call wrote, redacted, and forgets what is too long to judge', () => {
  const long = 'x'.repeat(16_385)
  const changes = [
    { op: 'write', path: '/p/a.sh', after: 'token=abcdefghijkl' },
    { op: 'write', path: '/p/long.sh', after: long },
    { op: 'edit', path: '/p/b.ts' },
    { op: 'move', path: '/p/c', to: '/p/d', after: 'x' },
    { op: 'delete', path: '/p/e' },
  ] as const
  expect(writesOf({ kind: 'edit', name: 'Write', changes }, AROUND)).toEqual([
    { path: '/p/a.sh', text: 'token=[redacted:assigned]' },
    { path: '/p/long.sh', text: undefined },
    { path: '/p/b.ts', text: undefined },
    { path: '/p/d', text: 'x', from: '/p/c' },
  ])
})

it('knows what a shell text writes', () => {
  const command = "cat > x.sh <<'EOF'\necho hi\nEOF"
  expect(writesOf({ kind: 'shell', name: 'Bash', command }, AROUND)).toEqual([
    { path: '/home/dev/project/x.sh', text: 'echo hi\n' },
  ])
  expect(writesOf({ kind: 'read', name: 'Read', paths: ['/a'] }, AROUND)).toEqual([])
})
