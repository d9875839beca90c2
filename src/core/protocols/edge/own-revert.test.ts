import { describe, expect, it } from 'vitest'
import { AROUND, after, before, PROJECT, shell } from '../../../../test/support/events.ts'
import { play } from '../../../../test/support/history.ts'
import type { BackupReport } from '../../model/backup.ts'
import { DEFAULT_POLICY, type Policy } from '../../model/policy.ts'
import { INITIAL_STATE } from '../../model/state.ts'
import type { PathKnowledge } from '../../model/surroundings.ts'

const FILE = `${PROJECT}/src/a.ts`
const CHANGED: PathKnowledge = { path: FILE, exists: true, kind: 'file', tracked: true, dirty: true }
const MINE = { ...CHANGED, added: [['const a = 2', 'const b = 3'], ['export { a }']] }
const TAKEN: BackupReport = {
  kind: 'taken',
  id: '20260101-000000-abcdef',
  root: PROJECT,
  tree: 'abc',
  files: 1,
  bytes: 1,
  leftOut: 0,
  leftNames: [],
  whole: true,
  covered: [FILE],
}

interface Case {
  readonly command?: string
  readonly known?: readonly PathKnowledge[]
  readonly policy?: Policy
  readonly backups?: readonly BackupReport[] | 'unasked'
  readonly edits?: readonly string[]
  readonly commands?: readonly string[]
}

function verdict({
  command = 'git checkout -- src/a.ts',
  known = [MINE],
  policy = DEFAULT_POLICY,
  backups = [TAKEN],
  edits = ['const a = 2\nconst b = 3', 'export { a }'],
  commands = [],
}: Case) {
  const calls = edits.map((text) =>
    before({ kind: 'edit', name: 'Edit', changes: [{ op: 'edit', path: FILE, before: 'x', after: text }] }),
  )
  const shells = commands.map((text) => shell(text))
  const revert = shell(command, { around: { ...AROUND, paths: known, dirty: true, backups } })
  const done = [...calls, ...shells].flatMap((call) => [call, after(call, { outcome: { ok: true, output: '' } })])
  return play([...done, revert], INITIAL_STATE, policy).decisions.at(-1)?.kind
}

/** What a shell wrote shows no lines, and what another file holds says nothing of this one. */
const WRITTEN_OTHERWISE = ['date > src/a.ts', 'echo "const a = 2" > src/b.ts']

const with_ = (edge: object, backup: object = {}): Policy => ({
  ...DEFAULT_POLICY,
  edge: { ...DEFAULT_POLICY.edge, ...edge },
  backup: { ...DEFAULT_POLICY.backup, ...backup },
})

describe('a session that takes back its own edits', () => {
  it.each([
    ['as it was', {}],
    ['of the last commit', { command: 'git checkout HEAD -- src/a.ts' }],
    ['with restore', { command: 'git restore src/a.ts' }],
    ['with restore and a dash', { command: 'cd src && git restore -- a.ts' }],
    [
      'beside a file that nobody changed',
      {
        command: 'git restore src/a.ts src/b.ts',
        known: [MINE, { ...CHANGED, path: `${PROJECT}/src/b.ts`, dirty: false }],
      },
    ],
  ] satisfies readonly (readonly [string, Case])[])('[EDGE-34] passes: %s', (_what, how) => {
    expect(verdict(how)).toBe('allow')
  })

  it.each([
    ['a line that somebody else put in', { known: [{ ...MINE, added: [['const a = 2', 'const mine = 1']] }] }],
    ['lines that somebody took away', { known: [{ ...MINE, added: [[]] }] }],
    ['what git could not tell', { known: [CHANGED] }],
    ['a file that the session never wrote', { edits: [] }],
    ['another commit', { command: 'git checkout main -- src/a.ts' }],
    ['a staged source', { command: 'git restore --source=HEAD~1 src/a.ts' }],
    ['everything', { command: 'git checkout -- .' }],
    ['a pattern', { command: "git restore -- ':(glob)src/*.ts'" }],
    ['a reset', { command: 'git reset --hard' }],
    ['no copy', { backups: [{ kind: 'failed', root: PROJECT, why: 'no room' }] }],
    ['the rule to the letter', { policy: with_({ ownWork: 'hold' }) }],
    ['a policy that copies nothing', { policy: with_({}, { before: 'nothing' }) }],
    ['lines that a program wrote', { edits: [], commands: WRITTEN_OTHERWISE }],
    ['another program', { command: 'hg revert src/a.ts' }],
  ] satisfies readonly (readonly [string, Case])[])('[EDGE-34] is held: %s', (_what, how) => {
    expect(verdict(how)).toBe('hold')
  })
})
