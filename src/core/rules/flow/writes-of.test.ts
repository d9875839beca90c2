import { expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
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
    { path: '/p/b.ts', text: undefined, part: true },
    { path: '/p/d', text: 'x', from: '/p/c' },
  ])
})

const write = (path: string, after: string) => ({ op: 'write', path, after }) as const
const risks = (...changes: readonly ReturnType<typeof write>[]) =>
  writesOf({ kind: 'edit', name: 'Write', changes }, AROUND).map(({ risk }) => risk)

const PADDING = '# nothing\n'.repeat(2_000)

it.each([
  ['a.sh', 'password=abcdef&&rm -rf src', 'catastrophic'],
  ['a.sh', `#!/bin/sh\n${PADDING}git push`, 'junction'],
  ['a.py', `${PADDING}import os; os.system('rm -rf ~')`, 'catastrophic'],
  ['a', `${PADDING}git push`, 'junction'],
  ['a.sh', `${PADDING}npm test`, undefined],
  ['a.sh', ': ; '.repeat(20_000), 'unread'],
  ['a.sh', 'git push', undefined],
] as const)('[EDGE-36] judges what it cannot keep before it is lost: %s', (name, text, risk) => {
  expect(risks(write(`/p/${name}`, text))).toEqual([risk])
})

it('[PLANE-O3] keeps the risky ones of very many files', () => {
  const harmless = Array.from({ length: 300 }, (_item, index) => write(`/p/${index}`, 'ls'))
  const found = risks(...harmless, write('/p/x.sh', 'password=abcdef&&rm -rf src'))
  expect(found).toHaveLength(256)
  expect(found[0]).toBe('catastrophic')
})

it('[EDGE-36] knows what is added to a file of the session', () => {
  const tool = { kind: 'shell', name: 'Bash', command: 'echo ls >> x.sh' } as const
  const written = [{ path: '/home/dev/project/x.sh', text: 'rm -rf src\n' }]
  expect(writesOf(tool, AROUND, { written, blocked: [] })).toEqual([
    { path: '/home/dev/project/x.sh', text: 'rm -rf src\nls\n' },
  ])
})

it('knows what a shell text writes', () => {
  const command = "cat > x.sh <<'EOF'\necho hi\nEOF"
  expect(writesOf({ kind: 'shell', name: 'Bash', command }, AROUND)).toEqual([
    { path: '/home/dev/project/x.sh', text: 'echo hi\n' },
  ])
  expect(writesOf({ kind: 'read', name: 'Read', paths: ['/a'] }, AROUND)).toEqual([])
})
