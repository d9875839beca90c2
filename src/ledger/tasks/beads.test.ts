import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type FakeBd, installFakeBd } from '../../../test/support/fake-bd.ts'
import type { TaskDecision } from '../../core/model/citation.ts'
import { IN_REPO } from '../../core/model/homes.ts'
import { projectRoot } from '../../core/model/ids.ts'
import type { BeadHandoff } from './bead.ts'
import { forkOf } from './bead.ts'
import { openBeads } from './open-beads.ts'

let base: string
let root: string
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-beads-')))
  root = join(base, 'project')
  mkdirSync(root)
})
afterEach(() => rmSync(base, { recursive: true, force: true }))

const AT = Date.parse('2026-01-15T10:00:00Z')
const beads = () =>
  openBeads({
    root,
    homes: IN_REPO(projectRoot(root)),
    folder: join(base, 'state'),
    env: { PATH: `${join(base, 'bin')}:/usr/bin:/bin` },
  })
const decision = (text: string): TaskDecision => ({
  ts: '2026-01-15T10:30:00Z',
  decision: text,
  rationale: 'because',
  evidence: [{ path: '${PROJECT_ROOT}/src/a.ts', line: 12, quote: 'export const a = 1' }],
})
const handoff: BeadHandoff = {
  session_id: 'sess-001',
  ended: '2026-01-15T12:00:00Z',
  notes_ref: 'loa-grimoire/NOTES.md:45-67',
  trajectory_ref: 'trajectory/impl-2026-01-15.jsonl:span-abc',
  grounding_ratio: 0.97,
  notes_heading: 'Decision Log',
  notes_hash: 'abc',
}
const useBd = (fake: FakeBd) => installFakeBd(join(base, 'bin'), root, fake)

async function make(title = 'Rotate refresh tokens'): Promise<string> {
  const made = await beads().create({ title, type: 'feature', priority: 1, atMs: AT })
  return made.ok ? made.bead.id : ''
}

describe('the embedded store', () => {
  it('[LEDGER-95, LEDGER-96, LEDGER-97, LEDGER-98, LEDGER-99] writes the published shape', async () => {
    const id = await make()
    await beads().update(
      id,
      {
        decisions: [decision('rotate')],
        handoffs: [handoff],
        test_scenarios: [{ name: 'at the boundary', type: 'edge_case', expected: 'grace applies' }],
        next_steps: ['clock skew'],
        questions: ['per client?'],
        delta_synced: true,
      },
      AT,
    )
    // LEDGER-95: what it is; LEDGER-96: decisions; LEDGER-97: scenarios; LEDGER-98: handoffs; LEDGER-99: the other lists.
    expect(readFileSync(join(root, '.beads', `${id}.yaml`), 'utf8')).toBe(`id: ${id}
title: Rotate refresh tokens
type: feature
status: open
priority: 1
created: 2026-01-15T10:00:00.000Z
assignee: null
decisions:
  - ts: 2026-01-15T10:30:00Z
    decision: rotate
    rationale: because
    evidence:
      - path: \${PROJECT_ROOT}/src/a.ts
        line: 12
        quote: export const a = 1
test_scenarios:
  - name: at the boundary
    type: edge_case
    expected: grace applies
handoffs:
  - session_id: sess-001
    ended: 2026-01-15T12:00:00Z
    notes_ref: loa-grimoire/NOTES.md:45-67
    trajectory_ref: trajectory/impl-2026-01-15.jsonl:span-abc
    grounding_ratio: 0.97
    notes_heading: Decision Log
    notes_hash: abc
next_steps:
  - clock skew
blockers: []
questions:
  - per client?
delta_synced: true
`)
  })

  it('[LEDGER-101] reads the published sample, keeps its comments and unknown keys, and old beads keep working', async () => {
    mkdirSync(join(root, '.beads'))
    const text =
      '# a comment\nid: bd-x7y8\ntitle: "Implement JWT refresh"\ntype: feature\nstatus: in_progress\npriority: 1\ncreated: 2024-01-15T10:00:00Z\nextra: { kept: true } # and this\n'
    writeFileSync(join(root, '.beads/bd-x7y8.yaml'), text)
    expect(await beads().show('bd-x7y8')).toMatchObject({
      created: '2024-01-15T10:00:00Z',
      decisions: [],
      blockers: [],
    })
    await beads().update('bd-x7y8', { decisions: [decision('grace')] }, AT)
    const after = readFileSync(join(root, '.beads/bd-x7y8.yaml'), 'utf8')
    expect([
      after.includes('# a comment'),
      after.includes('extra: { kept: true } # and this'),
      after.includes('decision: grace'),
    ]).toEqual([true, true, true])
  })

  it('[LEDGER-96] decisions and handoffs only grow, whatever is written after them', async () => {
    const id = await make()
    const text = fc.string({ maxLength: 20 })
    const change = fc.record({ decisions: fc.array(text, { maxLength: 3 }), next: fc.array(text, { maxLength: 2 }) })
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 4 }), async (changes) => {
        for (const { decisions, next } of changes) {
          const before = (await beads().show(id))?.decisions ?? []
          await beads().update(id, { decisions: decisions.map(decision), next_steps: next }, AT)
          const after = (await beads().show(id))?.decisions ?? []
          expect(after.slice(0, before.length)).toEqual(before)
          expect(after).toHaveLength(before.length + decisions.length)
        }
      }),
      { numRuns: 10 },
    )
  })

  it('[LEDGER-13] no secret reaches a bead', async () => {
    const id = await make('use token ghp_abcdefghijklmnopqrstuvwxyz0123456789')
    await beads().update(
      id,
      { decisions: [decision('password=hunter2hunter2')], next_steps: ['sk-ant-abcdefghijklmnopqrstuvwxyz'] },
      AT,
    )
    const text = readFileSync(join(root, '.beads', `${id}.yaml`), 'utf8')
    expect(text).not.toMatch(/ghp_abc|hunter2|sk-ant-abc/)
    expect(text.match(/\[redacted:/g)).toHaveLength(3)
  })

  it('[LEDGER-21] a malformed file is skipped and named; writing to it sets it aside and loses nothing', async () => {
    const id = await make()
    const file = join(root, '.beads', `${id}.yaml`)
    writeFileSync(file, 'id: [unclosed\n\tbad')
    expect([await beads().ready(), beads().malformed()]).toEqual([[], [id]])
    const answer = await beads().update(id, { decisions: [decision('again')] }, AT)
    expect(answer).toMatchObject({ ok: true, setAside: `.beads/${id}.yaml.broken-1` })
    expect(readFileSync(`${file}.broken-1`, 'utf8')).toBe('id: [unclosed\n\tbad')
  })

  it.each([
    ['an alias bomb', `a: &a [x,x,x]\nb: &b [*a,*a,*a]\nc: [*b,*b,*b]\n`],
    ['a list', '- a\n- b\n'],
    ['nothing', ''],
    ['a scalar', 'hello'],
    ['doubled keys', 'id: a\nid: b\n'],
    ['bytes', '\u0001\u0002'],
    ['a deep pit', '['.repeat(100_000)],
    ['a deep ladder', Array.from({ length: 3_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('[LEDGER-21] %s is malformed, not fatal', async (_, text) => {
    mkdirSync(join(root, '.beads'))
    writeFileSync(join(root, '.beads/bd-1.yaml'), text)
    expect([await beads().ready(), beads().malformed(), await beads().show('bd-1')]).toEqual([[], ['bd-1'], undefined])
  })

  it('[LEDGER-100] lists what is ready: in progress first, nothing that is blocked or closed', async () => {
    const [low, working, blocked, closed] = [
      await make('low'),
      await make('working'),
      await make('blocked'),
      await make('closed'),
    ]
    await beads().update(low, { priority: 0 }, AT)
    await beads().update(working, { status: 'in_progress' }, AT)
    await beads().update(blocked, { blockers: ['waits'] }, AT)
    await beads().update(closed, { status: 'closed' }, AT)
    expect((await beads().ready()).map(({ id }) => id)).toEqual([working, low])
  })

  it('[LEDGER-100] a second writer waits for the first, and both are kept', async () => {
    const id = await make()
    await Promise.all(
      Array.from({ length: 12 }, (_, number) => beads().update(id, { decisions: [decision(`d${number}`)] }, AT)),
    )
    expect((await beads().show(id))?.decisions.map((one) => one.decision).toSorted()).toEqual(
      Array.from({ length: 12 }, (_, number) => `d${number}`).toSorted(),
    )
  })

  it.each(['../escape', '', '.hidden', 'a/b', 'x'.repeat(100), 'a..b', '-rf'])(
    '[LEDGER-14] the id `%s` is refused',
    async (id) => {
      expect([await beads().show(id), (await beads().update(id, { status: 'open' }, AT)).ok]).toEqual([
        undefined,
        false,
      ])
    },
  )

  it('[LEDGER-14] nothing is written through a link', async () => {
    mkdirSync(join(base, 'outside'))
    symlinkSync(join(base, 'outside'), join(root, '.beads'))
    expect((await beads().create({ title: 'x', type: 'task', priority: 2, atMs: AT })).ok).toBe(false)
    expect(readdirSync(join(base, 'outside'))).toEqual([])
  })

  it('an unknown bead is told with the next step', async () => {
    expect(await beads().update('bd-none', { status: 'open' }, AT)).toEqual({
      ok: false,
      problem: 'no task `bd-none`; list tasks with `fairlead ledger bead ready`',
    })
  })
})

describe('a live Beads database', () => {
  it.each([['bare'], ['envelope']] as const)(
    '[LEDGER-100] is read and written by real options (%s), and read back',
    async (manner) => {
      useBd({ manner })
      expect(beads().source).toBe('bd')
      expect((await beads().ready()).map(({ id, type }) => [id, type])).toEqual([['bd-1', 'feature']])
      const answer = await beads().update(
        'bd-1',
        { decisions: [decision('rotate')], note: 'half done', status: 'closed' },
        AT,
      )
      expect(answer).toMatchObject({ ok: true, mirrored: true })
      const [issue] = JSON.parse(readFileSync(join(base, 'bin/issues.json'), 'utf8'))
      expect([
        issue.notes,
        JSON.parse(issue.metadata.loa_decisions)[0].decision,
        issue.metadata['bd:internal'],
      ]).toEqual(['half done\n', 'rotate', 1])
      expect(await beads().show('bd-1')).toMatchObject({ status: 'closed', decisions: [{ decision: 'rotate' }] })
    },
  )

  it('[LEDGER-6, LEDGER-100] gets no YAML from us: our record is a sidecar below the grimoire', async () => {
    useBd({ manner: 'bare' })
    await beads().update('bd-1', { decisions: [decision('rotate')] }, AT)
    expect(readdirSync(join(root, '.beads'))).toEqual(['metadata.json'])
    expect(existsSync(join(root, 'loa-grimoire/beads/bd-1.yaml'))).toBe(true)
  })

  it.each(['metadata.json', 'embeddeddolt', 'dolt', 'beads.db', 'issues.jsonl'])(
    '[LEDGER-6] is known by `%s`, also without a program',
    async (mark) => {
      mkdirSync(join(root, '.beads', mark), { recursive: true })
      const id = await make()
      expect([beads().source, readdirSync(join(root, '.beads')), (await beads().show(id))?.title]).toEqual([
        'embedded',
        [mark],
        'Rotate refresh tokens',
      ])
    },
  )

  it('[LEDGER-100] a program that says yes and forgets is found out, and nothing is lost', async () => {
    useBd({ manner: 'forgetful' })
    expect(await beads().update('bd-1', { decisions: [decision('rotate')] }, AT)).toMatchObject({
      ok: true,
      mirrored: false,
    })
    expect((await beads().show('bd-1'))?.decisions).toHaveLength(1)
  })

  it('[LEDGER-102] a program that fails costs nothing but itself', async () => {
    useBd({ manner: 'broken' })
    const id = await make()
    expect([(await beads().ready()).map((bead) => bead.id), (await beads().show(id))?.title]).toEqual([
      [id],
      'Rotate refresh tokens',
    ])
  })

  it('[LEDGER-100] `br` serves as well, and a program of the repository never does', async () => {
    useBd({ manner: 'bare', name: 'br' })
    expect(beads().source).toBe('br')
    const own = openBeads({
      root,
      homes: IN_REPO(projectRoot(root)),
      folder: join(base, 'state'),
      env: { PATH: join(root, 'node_modules/.bin') },
    })
    installFakeBd(join(root, 'node_modules/.bin'), root, { manner: 'bare' })
    expect(own.source).toBe('embedded')
    expect(
      openBeads({
        root,
        homes: IN_REPO(projectRoot(root)),
        folder: join(base, 'state'),
        env: { PATH: join(root, 'node_modules/.bin') },
      }).source,
    ).toBe('embedded')
  })

  it('[LEDGER-100] `br` has neither metadata nor appended notes: status and comment go there, lists stay with us', async () => {
    useBd({ manner: 'bare', name: 'br' })
    expect((await beads().ready()).map(({ id }) => id)).toEqual(['bd-1'])
    const wanted = { decisions: [decision('rotate')], note: 'half done', status: 'closed' } as const
    expect(await beads().update('bd-1', wanted, AT)).toMatchObject({ ok: true, mirrored: true })
    const [issue] = JSON.parse(readFileSync(join(base, 'bin/issues.json'), 'utf8'))
    expect([issue.status, issue.notes, issue.metadata]).toEqual(['closed', 'half done\n', { 'bd:internal': 1 }])
    expect((await beads().show('bd-1'))?.decisions).toHaveLength(1)
    expect(await make('--title=strange')).toBe('bd-2')
  })

  it('runs no script of the repository, also where the program would', async () => {
    useBd({ manner: 'bare' })
    const [bait, mark] = [join(root, '.beads/hooks/pre-commit'), join(base, 'ran')]
    mkdirSync(join(root, '.beads/hooks'))
    writeFileSync(bait, `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    expect([beads().source, beads().refused]).toEqual(['bd', undefined])
    for (const name of ['on_create', 'on_update']) copyFileSync(bait, join(root, '.beads/hooks', name))
    expect(beads().refused).toBe('`.beads/hooks/on_create` would be run')
    expect(await beads().update('bd-1', { note: 'x' }, AT)).toEqual({ ok: false, problem: expect.any(String) })
    await make('new one')
    // The first look may be older than the script: the program is told as well.
    rmSync(join(root, '.beads/hooks'), { recursive: true })
    const open = beads()
    mkdirSync(join(root, '.beads/hooks'))
    writeFileSync(join(root, '.beads/hooks/on_update'), `#!/bin/sh\ntouch ${mark}\n`, { mode: 0o755 })
    expect(await open.update('bd-1', { note: 'x' }, AT)).toMatchObject({ ok: true, mirrored: true })
    expect(existsSync(mark)).toBe(false)
  })

  it.each([
    ['redirect', '../../other/.beads', '`.beads/redirect` leads elsewhere'],
    ['routes.jsonl', '{"prefix":"bd-","path":"/srv/other"}', '`.beads/routes.jsonl` leads elsewhere'],
    ['config.yaml', 'hooks:\n  on_close:\n    - command: x\n', '`hooks` of `.beads/config.yaml` leads elsewhere'],
    ['config.yaml', 'db: /srv/other.db\n', '`db` of `.beads/config.yaml` leads elsewhere'],
    ['config.yaml', 'dolt: { host: 203.0.113.9 }\n', '`dolt.host` of `.beads/config.yaml` leads elsewhere'],
    ['config.yaml', 'a: [', '`something` of `.beads/config.yaml` leads elsewhere'],
    [
      'metadata.json',
      '{"dolt_server_host":"203.0.113.9"}',
      '`dolt_server_host` of `.beads/metadata.json` leads elsewhere',
    ],
    ['config.yaml', 'issue-prefix: bd\nsync-branch: beads\n', undefined],
    ['metadata.json', '{"dolt_server_host":"127.0.0.1","backend":"dolt"}', undefined],
  ])('is not asked where the repository steers it: %s %j', (file, text, refused) => {
    useBd({ manner: 'bare' })
    writeFileSync(join(root, '.beads', file), text)
    expect([beads().source, beads().refused]).toEqual([refused === undefined ? 'bd' : 'embedded', refused])
  })

  it('is not asked where `.beads` leads out of the project', () => {
    useBd({ manner: 'bare' })
    renameSync(join(root, '.beads'), join(base, 'elsewhere'))
    symlinkSync(join(base, 'elsewhere'), join(root, '.beads'))
    expect([beads().source, beads().refused]).toEqual(['embedded', '`.beads` is a link'])
  })

  it('[LEDGER-100] a new task is made there, and YAML of before is carried over', async () => {
    const old = await make('from before')
    await beads().update(old, { decisions: [decision('kept')] }, AT)
    useBd({ manner: 'bare' })
    expect(await make('new one')).toBe('bd-2')
    expect((await beads().ready()).map(({ id }) => id).toSorted()).toEqual(['bd-1', 'bd-2', old].toSorted())
    await beads().update(old, { next_steps: ['go on'] }, AT)
    expect(await beads().show(old)).toMatchObject({
      title: 'from before',
      decisions: [{ decision: 'kept' }],
      next_steps: ['go on'],
    })
  })
})

describe('a fork', () => {
  it('[LEDGER-34] is where context and task disagree', async () => {
    const id = await make()
    await beads().update(id, { decisions: [decision('Rotate  tokens'), decision('grace of 15 minutes')] }, AT)
    const bead = await beads().show(id)
    if (bead === undefined) throw new Error('no bead')
    expect(forkOf(bead, 'rotate tokens')).toBeUndefined()
    expect(forkOf(bead, 'no rotation')).toEqual({
      topic: 'decision',
      context: 'no rotation',
      bead: 'grace of 15 minutes',
    })
    expect(forkOf({ ...bead, decisions: [] }, 'x')).toEqual({ topic: 'decision', context: 'x', bead: '' })
  })
})

it('git is not needed for any of it', () => {
  expect(() => execFileSync('git', ['-C', root, 'rev-parse'], { stdio: 'ignore' })).toThrow()
})
