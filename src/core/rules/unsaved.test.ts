import { describe, expect, it } from 'vitest'
import { AROUND, PROJECT, START_MS, shell } from '../../../test/support/events.ts'
import { play } from '../../../test/support/history.ts'
import type { Tier } from '../model/assessment.ts'
import type { PathKnowledge } from '../model/surroundings.ts'
import { NO_MEMORY, type SessionMemory, type WrittenFile } from '../model/tool.ts'
import { assess } from './assess.ts'

const known = (name: string, more: Partial<PathKnowledge> = {}): PathKnowledge => ({
  path: `${PROJECT}/${name}`,
  exists: true,
  kind: 'file',
  ignored: false,
  tracked: true,
  dirty: false,
  ...more,
})

const around = {
  ...AROUND,
  paths: [
    known('changed.ts', { dirty: true }),
    known('same.ts'),
    known('new.ts', { tracked: false, dirty: true }),
    known('new.png', { tracked: false, dirty: true }),
    known('secret.ts', { tracked: false, ignored: true }),
    known('link.ts', { kind: 'link', tracked: false, dirty: true }),
    known('gone.ts', { exists: false, tracked: false }),
    known('lib', { kind: 'directory', dirty: true }),
    known('lib/a.ts'),
    known('lib/b.ts', { dirty: true }),
    known('out/a.ts'),
    known('out/b.ts'),
    known('yarn.lock', { dirty: true }),
    known('pnpm-lock.yaml'),
  ],
}

const tierOf = (command: string, memory: SessionMemory = NO_MEMORY): Tier =>
  assess({ kind: 'shell', name: 'Bash', command }, around, memory).tier
const wrote = (...files: readonly WrittenFile[]): SessionMemory => ({ written: files, blocked: [] })

describe('[EDGE-36] work that git does not hold', () => {
  it.each([
    'rm changed.ts',
    'rm -f same.ts changed.ts',
    'unlink new.ts',
    'rm lib/*.ts',
    'rm lib/*',
    'rm elsewhere/*',
    'rm elsewhere/*.py',
    'rm -- ./*.md',
    'rm ~/Documents/thesis.docx',
    'rm ../other/notes.odt',
    'git rm -f changed.ts',
    'cp same.ts changed.ts',
    'cp other/b.ts lib',
    'mv -f same.ts changed.ts',
    'install same.ts changed.ts',
    'date | tee changed.ts',
    'dd if=/dev/zero of=changed.ts',
    'sort -o changed.ts list',
    'sed -i d changed.ts',
    "sed -i '1,$d' changed.ts",
    'ln -sf /dev/null changed.ts',
    'git show HEAD:changed.ts > changed.ts',
    'find . -type f | while read -r f; do rm "$f"; done',
    'for f in $(git ls-files); do rm "$f"; done',
  ])('is kept from %s', (command) => {
    expect(tierOf(command)).toBe('junction')
  })

  it.each(['for f in lib/*; do > "$f"; done', 'for f in lib/*.ts; do : > $f; done'])(
    'is not emptied by %s',
    (command) => {
      expect(tierOf(command)).toBe('catastrophic')
    },
  )

  it.each([
    'rm same.ts',
    'rm -f out/*.ts',
    'rm out/*',
    'rm new.png',
    'rm secret.ts',
    'rm link.ts',
    'rm gone.ts',
    'rm -f src/old.ts',
    'rm *.log',
    'rm build/*.js',
    'rm /tmp/*.ts',
    'rm ~/Downloads/a.zip',
    'rm ~/other/src/a.ts',
    'rm -i changed.ts',
    'git rm changed.ts',
    'git rm -f --cached changed.ts',
    'cp changed.ts same.ts',
    'cp -n same.ts changed.ts',
    'cp same.ts lib',
    'cp "$X" lib/c.ts',
    'mv --backup same.ts changed.ts',
    'date >> changed.ts',
    'cat > changed.ts <<EOF\nx\nEOF',
    'date | tee -a changed.ts',
    "sed -i 's/a/b/' changed.ts",
    'sed d changed.ts',
    'ln -s same.ts changed.ts',
    'sed s/a/b/ changed.ts > t && mv t changed.ts',
    'jq .a changed.ts > t.json; cp t.json changed.ts',
    "ssh host 'rm changed.ts'",
    'find . -name \'*.pyc\' | while read -r f; do rm "$f"; done',
    'for f in $(git ls-files); do wc -l "$f"; done',
    'rm -rf node_modules yarn.lock',
    'rm -rf node_modules pnpm-lock.yaml && pnpm install',
    'rm -rf package-lock.json',
    'git show HEAD:same.ts > same.ts',
    'git show HEAD',
    'for f in none/*; do > "$f"; done',
  ])('does not stand in the way of %s', (command) => {
    expect(tierOf(command)).toBe('routine')
  })

  it('is not what this session wrote itself', () => {
    const own = wrote(
      { path: `${PROJECT}/changed.ts`, text: 'x' },
      { path: `${PROJECT}/new.ts`, text: 'y', part: true },
    )
    expect(tierOf('rm changed.ts new.ts', own)).toBe('routine')
    expect(tierOf('cp same.ts changed.ts', own)).toBe('routine')
    expect(tierOf('rm lib/b.ts', own)).toBe('junction')
    expect(tierOf('rm ~/notes.odt', wrote({ path: '/home/dev/notes.odt', text: 'x' }))).toBe('routine')
    expect(tierOf('cp /tmp/made.ts changed.ts', wrote({ path: '/tmp/made.ts', text: undefined }))).toBe('routine')
  })
})

it('[EDGE-36] a stranger that came after the session began was made by one of its programs', () => {
  const born = (bornAtMs: number) => ({
    ...AROUND,
    paths: [known('new.ts', { tracked: false, dirty: true, bornAtMs })],
  })
  const tierFor = (bornAtMs: number, sinceMs?: number): Tier =>
    assess({ kind: 'shell', name: 'Bash', command: 'rm new.ts' }, born(bornAtMs), {
      ...NO_MEMORY,
      ...(sinceMs !== undefined && { sinceMs }),
    }).tier
  expect([tierFor(5, 10), tierFor(10, 10), tierFor(20, 10), tierFor(20)]).toEqual([
    'junction',
    'routine',
    'routine',
    'junction',
  ])
})

it('[EDGE-36] and the gate knows when the session began', () => {
  const around = (bornAtMs: number) => ({
    ...AROUND,
    paths: [known('new.ts', { tracked: false, dirty: true, bornAtMs })],
  })
  const kinds = (bornAtMs: number) =>
    play([shell('ls'), shell('rm new.ts', { around: around(bornAtMs) })]).decisions.map(({ kind }) => kind)
  expect(kinds(0)).toEqual(['allow', 'hold'])
  expect(kinds(START_MS * 2)).toEqual(['allow', 'allow'])
})

describe('[EDGE-36] what was moved by an earlier call', () => {
  const moved = (path: string, from: string) => wrote({ path, text: undefined, from, moved: true })

  it.each([
    ['/tmp/x', `${PROJECT}/src`, 'rm -rf /tmp/x', 'catastrophic'],
    ['/tmp/x', `${PROJECT}/src`, 'cd /tmp/x && rm -rf *', 'catastrophic'],
    ['/tmp', `${PROJECT}/src`, 'rm -rf /tmp/src', 'catastrophic'],
    ['/tmp', `${PROJECT}/src`, 'rm -rf /tmp/other', 'routine'],
    ['/tmp/x', `${PROJECT}/dist`, 'rm -rf /tmp/x', 'routine'],
    [`${PROJECT}/src`, '/tmp/x', 'rm -rf src', 'catastrophic'],
    [`${PROJECT}/src`, `${PROJECT}/node_modules`, 'rm -rf src', 'catastrophic'],
  ])('to %s from %s: %s is %s', (path, from, command, tier) => {
    expect(tierOf(command, moved(path, from))).toBe(tier)
  })

  it('is told by the reading, so that it can be remembered', () => {
    expect(tierOf('mv /tmp/x src; rm -rf src')).toBe('catastrophic')
    expect(tierOf('mv src /tmp/x; rm -rf /tmp/x')).toBe('catastrophic')
  })
})

it('[EDGE-36] a document outside the project counts when it is there', () => {
  const path = '/home/dev/Documents/thesis.docx'
  const tiers = [true, false].map(
    (exists) =>
      assess(
        { kind: 'shell', name: 'Bash', command: `rm ${path}` },
        { ...around, paths: [{ path, exists, kind: 'file' }] },
        NO_MEMORY,
      ).tier,
  )
  expect(tiers).toEqual(['junction', 'routine'])
})
