import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import type { Surroundings } from '../../model/surroundings.ts'
import type { ToolCall } from '../../model/tool.ts'
import { builtInRules } from '../rule-book.ts'
import { pathsInQuestion } from './paths-in-question.ts'

const PROJECT = '/home/dev/project'
const HERE = `${PROJECT}/.`
const shell = (command: string): ToolCall => ({ kind: 'shell', name: 'Bash', command })
const around: Surroundings = { ...AROUND, ownPaths: [] }
const asked = (command: string) => pathsInQuestion({ kind: 'shell', name: 'Bash', command }, around).asked

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
    ['date > ~/a.txt', [`${AROUND.home}/a.txt`]],
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
    'git diff --output="$X"',
    'echo x > a.txt',
    'echo x > ~/notes/"$X"',
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
    expect(
      pathsInQuestion({ kind: 'edit', name: 'Write', changes: [{ op: 'write', path: 'a' }] }, around).asked,
    ).toEqual([])
  })

  it('[EDGE-36] are the same at one glance as after a whole judgement', () => {
    const commands = builtInRules().flatMap(({ examples }) => [...examples.matches, ...examples.not])
    // A line break changes nothing but that the glance is not enough.
    expect(commands.map((command) => [command, asked(command)])).toEqual(
      commands.map((command) => [command, asked(`${command}\n`)]),
    )
  })

  it.each<[ToolCall, readonly string[]]>([
    [{ kind: 'edit', name: 'Write', changes: [{ op: 'write', path: 'd/../a' }] }, [`${PROJECT}/d/../a`, HERE]],
    [{ kind: 'edit', name: '', changes: [{ op: 'move', path: '/x/a', to: '/x/b' }] }, ['/x/a', '/x/b', HERE]],
    [{ kind: 'read', name: 'Read', paths: ['/x/a'] }, ['/x/a']],
    [
      {
        kind: 'mcp',
        name: '',
        server: 'files',
        tool: 'write_file',
        input: { path: 'file:///x/a', more: ['', 'a\nb', 'x'.repeat(5_000)] },
      },
      ['/x/a', HERE],
    ],
    [{ kind: 'delegate', name: 'Agent', prompt: 'x', agentType: '' }, []],
    [shell('touch d/a --key=e/b'), [`${PROJECT}/d/a`, `${PROJECT}/e/b`]],
    [shell('touch d/a --out=e/b'), [HERE, `${PROJECT}/d/a`, `${PROJECT}/e/b`]],
    [shell('cd d; ./t ../a'), [HERE, `${PROJECT}/d`, `${PROJECT}/d/.`, `${PROJECT}/d/./t`, `${PROJECT}/d/../a`]],
    [shell('cat < ~/in > "$D/out" 2> d/$X'), [HERE, '/home/dev/in', `${PROJECT}/d/`]],
    [shell('A=/x/y tool d/*.json *.md'), [HERE, `${PROJECT}/d/`, '/x/y']],
    [shell('tool "/x/a b" "two\nlines"'), [HERE, '/x/a b']],
    [shell('(cd "$D"; touch a /x/b)'), [HERE, '/x/b']],
  ])('[EDGE-118] a link is looked for in every path that is named: %j', (tool, names) => {
    expect(pathsInQuestion(tool, around).named).toEqual(names)
  })

  it.each<[string, readonly number[]]>([
    ['kill -9 42', [9, 42]],
    ['P=42; strace -p$P; gdb app 43; kill -- -44', [42, 43, 44]],
    ['kill -0 42', []],
    ['lsof -i :42; fuser 43/tcp', [42, 43]],
    ['head -42', []],
    ['sleep 42 && echo 43', []],
  ])('[EDGE-118] processes are looked at that are handled by their numbers: %s', (command, numbers) => {
    expect(pathsInQuestion(shell(command), around).processes).toEqual(numbers)
  })
})
