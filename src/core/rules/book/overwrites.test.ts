import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../test/support/events.ts'
import type { PathKnowledge } from '../../model/surroundings.ts'
import { NO_MEMORY, type SessionMemory } from '../../model/tool.ts'
import { assess } from '../assess.ts'

const HOME = AROUND.home

const file = (name: string, more: Partial<PathKnowledge> = {}): PathKnowledge => ({
  path: `${HOME}/${name}`,
  exists: true,
  kind: 'file',
  bornAtMs: 1,
  ...more,
})

const around = {
  ...AROUND,
  paths: [
    file('notes.md'),
    file('fresh.md', { bornAtMs: 900 }),
    file('shelf', { kind: 'directory' }),
    file('gone.md', { exists: false }),
  ],
}

const familyOf = (command: string, memory: SessionMemory = { ...NO_MEMORY, sinceMs: 500 }): string | undefined =>
  assess({ kind: 'shell', name: 'Bash', command }, around, memory).findings[0]?.family

describe('[EDGE-36] a file outside the project that was there before', () => {
  it.each([
    'date > ~/notes.md',
    'date >| ~/notes.md',
    'exec 1> ~/notes.md',
    'tee ~/notes.md < a',
    'sponge ~/notes.md',
    'cp a ~/notes.md',
    'mv -f a ~/notes.md',
    'install a ~/notes.md',
    'rsync -aI a ~/notes.md',
    'ln -sf /dev/null ~/notes.md',
    'dd if=a of=$HOME/notes.md',
    'sed -i d ~/notes.md',
    "perl -i -ne '' ~/notes.md",
    "gawk -i inplace 'NR<0' ~/notes.md",
    "ex -sc '%d|x' ~/notes.md",
    'sort -o ~/notes.md /dev/null',
    'curl -so ~/notes.md file:///dev/null',
    'wget -qO ~/notes.md http://localhost/',
    'openssl rand -out ~/notes.md 64',
    "find . -fprintf ~/notes.md '%p'",
    'uniq a ~/notes.md',
    'patch ~/notes.md a.diff',
    "rename -f 's/a/b/' ~/notes.md",
    'fallocate -p -o 0 -l 9 ~/notes.md',
  ])('is not replaced without a person: %s', (command) => {
    expect(familyOf(command)).toBe('overwrite')
  })

  it('is not deleted without a person, be it that it was moved away first', () => {
    expect(
      ['rm ~/notes.md', 'mv ~/Music/s.mp3 /tmp && rm /tmp/s.mp3', 'mv -t /tmp ~/a.txt; rm /tmp/a.txt'].map((each) =>
        familyOf(each),
      ),
    ).toEqual(['rm', 'rm', 'rm'])
  })

  it.each([
    'date >> ~/notes.md',
    'date > ~/gone.md',
    'date > ~/fresh.md',
    'cp a ~/shelf',
    'cp -n a ~/notes.md',
    'cp ~/notes.md a',
    'dd if=a of=$HOME/notes.md conv=notrunc',
    "sed -i 's/a/b/' ~/notes.md",
    'tee -a ~/notes.md < a',
    'ln -s ~/notes.md',
    'uniq ~/notes.md',
    'patch --dry-run ~/notes.md a.diff',
    'cat < ~/notes.md',
    'nano ~/notes.md',
  ])('is left as it is, or added to: %s', (command) => {
    expect(familyOf(command)).toBeUndefined()
  })

  it('may be replaced by what this session wrote, or where it wrote it', () => {
    const wrote = { ...NO_MEMORY, written: [{ path: `${HOME}/notes.md`, text: 'a' }] }
    expect(['date > ~/notes.md', 'tee ~/notes.md < a'].map((each) => familyOf(each, wrote))).toEqual([
      undefined,
      undefined,
    ])
  })
})
