import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import type { Surroundings } from '../../model/surroundings.ts'
import { builtInRules } from '../rule-book.ts'
import { pathsInQuestion } from './paths-in-question.ts'

const PROJECT = '/home/dev/project'
const around: Surroundings = { ...AROUND, ownPaths: [] }
const asked = (command: string) => pathsInQuestion({ kind: 'shell', name: 'Bash', command }, around)

describe('the paths in question', () => {
  it.each([
    ['rm -rf src docs', [`${PROJECT}/src`, `${PROJECT}/docs`]],
    ['rm -rf node_modules', [`${PROJECT}/node_modules`]],
    ['bash -c "rm -rf /tmp/x"', ['/tmp/x']],
    ['rm a.txt', [`${PROJECT}/a.txt`]],
    ['rm src/*.ts', [`${PROJECT}/src/*.ts`]],
    ['git rm -f a.txt "$X"', [PROJECT, `${PROJECT}/a.txt`]],
    ['git show HEAD:a.txt > a.txt', [`${PROJECT}/a.txt`]],
    ['git cat-file -p HEAD:a.txt > a.txt 2> "$X"', [`${PROJECT}/a.txt`]],
    ['cp a/x.ts b', [`${PROJECT}/b`, `${PROJECT}/b/x.ts`]],
    ["sed -i '1,$d' a.txt", [`${PROJECT}/1,$d`, `${PROJECT}/a.txt`]],
    ['sort -o a.txt b.txt', [`${PROJECT}/a.txt`]],
    ['dd if=x of=a.txt', [`${PROJECT}/a.txt`]],
    ['x | tee a.txt', [`${PROJECT}/a.txt`]],
    ['truncate -s 0 a.txt', [`${PROJECT}/a.txt`]],
    ['> a.txt', [`${PROJECT}/a.txt`]],
    ['find src -delete', [`${PROJECT}/src`]],
    ['rsync -a --delete a/ b/', [`${PROJECT}/b`]],
    ['git checkout -- .', [PROJECT]],
    ['git reset --hard', [PROJECT]],
    [`python3 -c "import shutil; shutil.rmtree('src')"`, [`${PROJECT}/src`]],
  ])('[EDGE-36] git is asked before %s', (command, paths) => {
    expect(asked(command)).toEqual(paths)
  })

  it.each([
    'ls -la',
    'cp a.txt',
    'cp a.txt "$X"',
    'sed s/a/b/ a.txt',
    'git status',
    'git push',
    'echo x > a.txt',
    'rm -rf "$X"',
    'rm -rf src/*',
    "ssh h 'rm -rf src'",
    'npm test',
  ])('[EDGE-33] nothing is asked for %s', (command) => {
    expect(asked(command)).toEqual([])
  })

  it('[EDGE-36] asks about no more than 64', () => {
    const names = Array.from({ length: 100 }, (_, index) => `d${index}`)
    expect(asked(`rm -rf ${names.join(' ')}`)).toHaveLength(64)
    expect(pathsInQuestion({ kind: 'edit', name: 'Write', changes: [{ op: 'write', path: 'a' }] }, around)).toEqual([])
  })

  it('[EDGE-36] are the same at one glance as after a whole judgement', () => {
    const commands = builtInRules().flatMap(({ examples }) => [...examples.matches, ...examples.not])
    // A line break changes nothing but that the glance is not enough.
    expect(commands.map((command) => [command, asked(command)])).toEqual(
      commands.map((command) => [command, asked(`${command}\n`)]),
    )
  })
})
