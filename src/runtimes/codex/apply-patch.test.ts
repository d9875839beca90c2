import { expect, it } from 'vitest'
import { readPatch } from './apply-patch.ts'

const CWD = '/home/dev/project'
const patch = (...lines: readonly string[]) => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n')

it('tells every file of a patch, with the texts that it gives', () => {
  const text = patch(
    '*** Add File: src/new.ts',
    '+one',
    '+',
    '+two',
    '*** Update File: src/old.ts',
    '@@ function f()',
    ' kept',
    '-gone',
    '+come',
    '@@',
    '+last',
    '*** End of File',
    '*** Delete File: /etc/hosts',
    '*** Update File: a.ts',
    '*** Move to: lib/../b.ts',
    '@@',
    '-x',
    '+y',
  )
  expect(readPatch(text, CWD)).toEqual([
    { op: 'write', path: `${CWD}/src/new.ts`, after: 'one\n\ntwo\n' },
    { op: 'edit', path: `${CWD}/src/old.ts`, before: 'kept\ngone', after: 'kept\ncome\nlast' },
    { op: 'delete', path: '/etc/hosts' },
    { op: 'move', path: `${CWD}/a.ts`, to: `${CWD}/b.ts`, before: 'x', after: 'y' },
  ])
})

// Accepted by the real `codex --codex-run-as-apply-patch` of 0.166.0; the names come out the same.
it.each([
  ['  *** Delete File: old.txt  '],
  ['\t*** Delete File: old.txt\r'],
  ['\u0085*** Delete File: old.txt\u0085'],
  ['\u00a0*** Delete File: old.txt\u3000'],
])('forgives the blanks that Codex forgives: %j', (line) => {
  expect(readPatch(patch(line), CWD)).toEqual([{ op: 'delete', path: `${CWD}/old.txt` }])
})

it('reads a patch wrapped in a heredoc, with a preamble, without an end', () => {
  const bare = '*** Begin Patch\n*** Environment ID: x\n*** Delete File: a'
  for (const text of [bare, `<<'EOF'\n${bare}\n*** End Patch\nEOF`]) {
    expect(readPatch(text, CWD)).toEqual([{ op: 'delete', path: `${CWD}/a` }])
  }
})

it('takes added and removed lines for content, whatever they say', () => {
  const text = patch('*** Update File: doc.md', '@@', '-*** Delete File: a', '+*** Delete File: b')
  expect(readPatch(text, CWD)).toEqual([
    { op: 'edit', path: `${CWD}/doc.md`, before: '*** Delete File: a', after: '*** Delete File: b' },
  ])
})

it('moves only what says so before its first change', () => {
  const text = patch('*** Update File: doc.md', '@@', '-a', '*** Move to: other.md', '+b')
  expect(readPatch(text, CWD)).toEqual([{ op: 'edit', path: `${CWD}/doc.md`, before: 'a', after: 'b' }])
})

it('finds nothing in what is no patch', () => {
  for (const text of ['', 'hello', '*** Begin Patch\n*** End Patch', '*** delete file: a', '*** Delete File:a']) {
    expect(readPatch(text, CWD)).toEqual([])
  }
})
