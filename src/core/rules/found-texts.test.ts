import { describe, expect, it } from 'vitest'
import { AROUND, PROJECT } from '../../../test/support/events.ts'
import { NO_MEMORY } from '../model/tool.ts'
import { assess } from './assess.ts'
import { pathsInQuestion, textsInQuestion } from './targets/paths-in-question.ts'

const judged = (command: string, name: string, text: string) =>
  assess(
    { kind: 'shell', name: 'Bash', command },
    { ...AROUND, texts: [{ path: `${PROJECT}/${name}`, text }] },
    NO_MEMORY,
  ).findings.map(({ rule }) => rule)

const patch = (name: string) => `--- a/${name}\n+++ b/${name}\t2026-01-01\n@@ -1 +1 @@\n-a\n+b\n`

describe('[EDGE-36] a script that was there before is judged by what is in it', () => {
  it.each([
    ['bash p.sh', 'p.sh', 'git push', ['git.push']],
    ['./p.sh', 'p.sh', '#!/bin/sh\ngit push\n', ['git.push']],
    ['. ./p.sh', 'p.sh', 'git push', ['git.push']],
    ['node p.mjs', 'p.mjs', 'require("child_process").execSync("git push")', ['git.push']],
    ['python3 p.py', 'p.py', 'import shutil; shutil.rmtree("/home/dev")', ['filesystem.delete-vital']],
    ['bash p.sh', 'p.sh', 'rm -rf ~', ['filesystem.delete-vital']],
    // What it makes and takes away again, its text does not tell.
    ['bash p.sh', 'p.sh', 'rm -rf "$OUT"; bash -c "$X"', []],
    ['node p.mjs', 'p.mjs', 'fs.rmSync(out, { recursive: true })', []],
    ['bash p.sh', 'p.sh', 'ls; npm test', []],
    ['bash p.sh', 'q.sh', 'git push', []],
    ['bash /tmp/p.sh', 'p.sh', 'ls', ['system.unknown-code']],
  ])('%s with %s: %s', (command, name, text, rules) => {
    expect(judged(command, name, text)).toEqual(rules)
  })

  it('beside what this session wrote there', () => {
    const { findings } = assess(
      { kind: 'shell', name: 'Bash', command: 'bash p.sh' },
      { ...AROUND, texts: [{ path: `${PROJECT}/p.sh`, text: 'git push' }] },
      { ...NO_MEMORY, written: [{ path: `${PROJECT}/p.sh`, text: 'ls' }] },
    )
    expect(findings.map(({ rule }) => rule)).toEqual(['git.push'])
  })
})

describe('[EDGE-36] a script that is too long to be read', () => {
  const run = (command: string, bornAtMs: number, sinceMs?: number) =>
    assess(
      { kind: 'shell', name: 'Bash', command },
      { ...AROUND, texts: [{ path: `${PROJECT}/p.sh`, text: '', bornAtMs }] },
      { ...NO_MEMORY, ...(sinceMs !== undefined && { sinceMs }) },
    ).findings.map(({ rule }) => rule)

  it.each([
    ['bash p.sh', 20, 10, ['system.unread-script']],
    ['./p.sh', 20, 10, ['system.unread-script']],
    ['bash p.sh', 5, 10, []],
    ['bash p.sh', 20, undefined, []],
    // A bundled tool of a project is long, and nobody means it for a shell.
    ['node p.sh', 20, 10, []],
    ['bash q.sh', 20, 10, []],
  ])('%s, made at %i in a session since %s: %s', (command, bornAtMs, sinceMs, rules) => {
    expect(run(command, bornAtMs, sinceMs)).toEqual(rules)
  })
})

describe('[EDGE-118, EDGE-36] a patch changes the files that it names', () => {
  it.each([
    ['git apply --unsafe-paths x', '../.claude/settings.json', ['self.own-files']],
    ['git am x', '.claude/settings.json', ['self.own-files']],
    ['patch -p1 < x', '.claude/settings.local.json', ['self.own-files']],
    ['patch -p1 -i x', '.codex/hooks.json', ['self.own-files']],
    ['patch -p2 -d .. -i x', 'y/.claude/settings.json', ['self.own-files', 'self.own-neighbourhood']],
    ['cat x | git apply', '.claude/settings.json', ['self.own-files']],
    ['git apply --check x', '.claude/settings.json', []],
    ['git apply x', 'src/a.ts', []],
    ['git apply y', '.claude/settings.json', []],
    ['git status x', '.claude/settings.json', []],
  ])('%s with %s', (command, name, rules) => {
    expect([...new Set(judged(command, 'x', patch(name)))]).toEqual(rules)
  })

  it('given on its input, or by a renaming', () => {
    const text = 'diff --git a/x b/.claude/settings.json\nrename from x\nrename to .claude/settings.json\n'
    expect(judged('git apply x', 'x', text)).toContain('self.own-files')
    expect(judged(`git apply <<'E'\n${patch('.claude/settings.json')}E`, 'x', '')).toContain('self.own-files')
    expect(judged('git apply x', 'x', '--- /dev/null\n+++ /etc/passwd\n')).not.toEqual([])
  })
})

it.each([
  ['ls -la', []],
  ['bash p.sh', ['p.sh']],
  ['./a && . ./b', ['a', 'b']],
  ['git apply x.patch; patch < y', ['x.patch', 'y']],
  ['bash "$X"', []],
  ['ssh host bash p.sh', []],
  ['sh -c "cd sub && sh p.sh"', ['sub/p.sh']],
])('[EDGE-36] what is read for it: %s', (command, names) => {
  expect(textsInQuestion(command, AROUND)).toEqual(names.map((name) => `${PROJECT}/${name}`))
})

describe('[EDGE-118] what a folder or an archive brings along is judged by what is in it', () => {
  const spread = (command: string, from: string) =>
    assess(
      { kind: 'shell', name: 'Bash', command },
      { ...AROUND, bringing: [{ from: `${PROJECT}/${from}`, onto: `${PROJECT}/.claude/settings.json` }] },
      NO_MEMORY,
    ).findings.map(({ rule, targets }) => [rule, ...targets])

  it.each([
    ['cp -r new/. .', 'new'],
    ['cp -rT new .', 'new'],
    ['cp -r new/* .', 'new'],
    ['rsync -a new/ .', 'new'],
    ['tar xf new.tar', 'new.tar'],
    ['tar -x --file=new.tar -C .', 'new.tar'],
    ['unzip -o new.zip', 'new.zip'],
    ['python3 -m tarfile -e new.tar', 'new.tar'],
    [`python3 -c "import shutil; shutil.copytree('new', '.', dirs_exist_ok=True)"`, 'new'],
    [`python3 -c "import shutil; shutil.unpack_archive('new.tar', '.')"`, 'new.tar'],
  ])('%s', (command, from) => {
    expect(spread(command, from)).toEqual([['self.own-files', `${PROJECT}/.claude/settings.json`]])
    expect(spread(command, 'other')).toEqual([])
    const [arrival] = pathsInQuestion({ kind: 'shell', name: 'Bash', command }, AROUND).spreads
    expect(arrival).toEqual({
      from: `${PROJECT}/${from}`,
      into: PROJECT,
      names: expect.arrayContaining(['.claude/settings.json', '.claude/settings.local.json', '.codex/config.toml']),
    })
  })

  it.each(['cp -r new/. other', 'tar xf new.tar -C other', 'tar x < new.tar', 'cp "$X"/. .', 'cpio -i < x'])(
    'asks nothing for %s',
    (command) => {
      expect(pathsInQuestion({ kind: 'shell', name: 'Bash', command }, AROUND).spreads).toEqual([])
    },
  )
})
