// The contract of the published script, one observed behaviour a row; defects of the original are left out.
import { chmodSync, existsSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type LoaProject, loaProject, today } from '../../../../test/support/loa-project.ts'
import { NOTES_OUTLINE } from './notes-outline.ts'

const NOTES = 'loa-grimoire/NOTES.md'
const LINE = '='.repeat(46)
const START = ['[SELF-HEAL] Starting State Zone health check...', '[SELF-HEAL] Project root: ROOT', '']

interface Summary {
  readonly checkOnly?: boolean
  readonly status?: string
  readonly repairable?: number
}

/** The whole output; a line with a mark in front stands at the margin. */
function output(
  lines: readonly string[],
  { checkOnly = false, status = 'State Zone is healthy', repairable = 0 }: Summary = {},
) {
  return [
    ...START,
    ...lines.map((line) =>
      /^(?:Checking: |Attempting )/.test(line) ? `[SELF-HEAL] ${line}` : `[SELF-HEAL]   ${line}`,
    ),
    '',
    LINE,
    '  SELF-HEALING SUMMARY',
    LINE,
    checkOnly ? '  Mode: Check only (no changes made)' : '  Mode: Heal',
    '  Timestamp: NOW',
    `  Status: ${status}`,
    ...(repairable > 0 ? [`  Repairable: ${repairable} (run without --check-only to repair)`] : []),
    LINE,
  ]
}

const CHECKS = [
  'Checking: loa-grimoire/',
  'Checking: NOTES.md',
  'Checking: .beads/',
  'Checking: trajectory/',
  'Checking: .ck/ (search index)',
] as const
const NO_CK = '.ck/ is missing (search index)'
const QUIET = [...CHECKS, NO_CK]
const LOG = `loa-grimoire/a2a/trajectory/system-${today()}.jsonl`
const ENTRY =
  '{"timestamp": "NOW", "phase": "self_heal", "status": "complete", "message": "State Zone self-healing completed"}'

function healthy(inGit = true): LoaProject {
  const project = loaProject({ inGit })
  project.write(NOTES, '# mine\n')
  project.write('.beads/bd-1.yaml', 'id: bd-1\n')
  mkdirSync(join(project.root, 'loa-grimoire/a2a/trajectory'), { recursive: true })
  return project
}

function commit(project: LoaProject): void {
  project.git('add', '-f', '.')
  project.git('commit', '-qm', 'all')
}

const ran = (out: readonly string[], status = 0, err: readonly string[] = []) => ({ status, out, err })

describe('self-heal-state.sh', () => {
  it('[LEDGER-19, LEDGER-20] where nothing is wrong it says so, and only a repair is logged', () => {
    const project = healthy()
    const before = project.files()
    expect(project.run('self-heal-state', ['--check-only'])).toEqual(ran(output(QUIET, { checkOnly: true })))
    expect(project.files()).toEqual(before)
    expect(project.run('self-heal-state')).toEqual(ran(output(QUIET)))
    expect(project.files()).toEqual({ ...before, [LOG]: ENTRY })
  })

  it('[LEDGER-19] --verbose names what is there, in any order and by the environment', () => {
    const project = healthy()
    const lines = [
      CHECKS[0],
      'loa-grimoire/ exists',
      CHECKS[1],
      'NOTES.md exists and is not empty',
      CHECKS[2],
      '.beads/ exists and has content',
      CHECKS[3],
      'trajectory/ exists',
      CHECKS[4],
      NO_CK,
      'ck not available, skipping index recovery',
    ]
    const all = ran(output(lines, { checkOnly: true }))
    expect(project.run('self-heal-state', ['--check-only', '--verbose'])).toEqual(all)
    expect(project.run('self-heal-state', ['--verbose', '--check-only', '--verbose'])).toEqual(all)
    expect(project.run('self-heal-state', [], { env: { CHECK_ONLY: 'true', VERBOSE: 'true' } })).toEqual(all)
    expect(project.run('self-heal-state', [], { env: { CHECK_ONLY: '1', VERBOSE: 'yes' } })).toEqual(ran(output(QUIET)))
  })

  it.each(['--help', '-v', '--check-only=1', '', 'x', '--check-only '])(
    '[LEDGER-19] the argument `%s` is refused before all else',
    (argument) => {
      const project = loaProject()
      expect(project.run('self-heal-state', ['--verbose', argument, '--check-only'])).toEqual(
        ran([`Unknown argument: ${argument}`], 2),
      )
      expect(project.files()).toEqual({})
    },
  )

  it.each([[[]], [['--check-only']]])('[LEDGER-15] outside git it fails plainly and writes nothing: %j', (args) => {
    const project = loaProject()
    const told = [
      '[SELF-HEAL ERROR] Not in a git repository. Self-healing requires git.',
      '[SELF-HEAL ERROR] Git is required for self-healing',
    ]
    expect(project.run('self-heal-state', args)).toEqual(ran(START.slice(0, 2).concat(''), 2, told))
    expect(project.files()).toEqual({})
    expect(
      project.run('self-heal-state', args, {
        env: { PROJECT_ROOT: project.root, PATH: '/nonexistent' },
        shell: '/bin/sh',
      }).status,
    ).toBe(2)
  })

  it('[LEDGER-16, LEDGER-17] in a repository without a commit everything is made anew', () => {
    const project = loaProject({ inGit: true })
    const gaps = (done: (text: string) => string) => [
      CHECKS[0],
      'loa-grimoire/ is missing',
      `${done('Will create')} loa-grimoire/ directory structure`,
      CHECKS[1],
      'NOTES.md is missing',
      `${done('Will create')} from template: ROOT/${NOTES}`,
      CHECKS[2],
      '.beads/ is missing',
      `${done('Will create')} empty .beads/ directory`,
      CHECKS[3],
    ]
    const missing = ['trajectory/ is missing', 'Will create trajectory/ directory', CHECKS[4], NO_CK]
    expect(project.run('self-heal-state', ['--check-only'])).toEqual(
      ran(output([...gaps((text) => text), ...missing], { checkOnly: true, repairable: 4 })),
    )
    expect(project.files()).toEqual({})
    expect(project.run('self-heal-state')).toEqual(ran(output([...gaps(() => 'Created'), CHECKS[4], NO_CK])))
    expect(project.files()).toEqual({ [NOTES]: NOTES_OUTLINE.slice(0, -1), [LOG]: ENTRY })
    expect(existsSync(join(project.root, '.beads'))).toBe(true)
    const again = [
      ...CHECKS.slice(0, 3),
      '.beads/ exists but is empty',
      'Created empty .beads/ directory',
      ...CHECKS.slice(3),
      NO_CK,
    ]
    expect(project.run('self-heal-state')).toEqual(ran(output(again)))
    expect(project.files()[LOG]).toBe(`${ENTRY}\n${ENTRY}`)
  })

  it('[LEDGER-88, LEDGER-93] the template has its sections', () => {
    const headings = NOTES_OUTLINE.split('\n').filter((line) => line.startsWith('#'))
    expect(headings).toEqual([
      '# Agent Working Memory (NOTES.md)',
      '## Active Sub-Goals',
      '## Discovered Technical Debt',
      '## Blockers & Dependencies',
      '## Session Continuity',
      '## Decision Log',
    ])
    expect(NOTES_OUTLINE).toContain('| Timestamp | Agent | Summary |')
  })

  it.each(['missing', 'empty', 'blank'])(
    '[LEDGER-15, LEDGER-16] a %s NOTES.md comes back from history, and the index stays',
    (how) => {
      const project = healthy()
      commit(project)
      project.write('staged', 'x')
      project.git('add', 'staged')
      const index = project.git('ls-files', '-s')
      if (how === 'missing') rmSync(join(project.root, NOTES))
      else project.write(NOTES, how === 'empty' ? '' : ' \n\t\n')
      const first = [CHECKS[0], CHECKS[1], how === 'missing' ? 'NOTES.md is missing' : 'NOTES.md exists but is empty']
      const last = [...CHECKS.slice(2, 4), 'trajectory/ exists', CHECKS[4], NO_CK].filter(
        (line) => line !== 'trajectory/ exists',
      )
      expect(project.run('self-heal-state', ['--check-only'])).toEqual(
        ran(output([...first, `Can recover from git history: ${NOTES}`, ...last], { checkOnly: true, repairable: 1 })),
      )
      expect(project.run('self-heal-state')).toEqual(
        ran(output([...first, `Recovered from git history: ${NOTES}`, ...last])),
      )
      expect([project.read(NOTES), project.git('ls-files', '-s')]).toEqual(['# mine\n', index])
      if (how === 'blank') expect(project.read(`${NOTES}.blank`)).toBe(' \n\t\n')
    },
  )

  it('[LEDGER-15] what was only staged comes from the index, and an empty one in history does not come back', () => {
    const project = healthy()
    project.write(NOTES, '')
    commit(project)
    project.write(NOTES, '# staged\n')
    project.git('add', '-f', NOTES)
    rmSync(join(project.root, NOTES))
    const lines = project.run('self-heal-state', ['--verbose']).out.filter((line) => line.includes('NOTES.md'))
    expect(lines).toEqual([
      '[SELF-HEAL] Checking: NOTES.md',
      '[SELF-HEAL]   NOTES.md is missing',
      `[SELF-HEAL] Attempting git history recovery for: ${NOTES}`,
      `[SELF-HEAL] Attempting git checkout recovery for: ${NOTES}`,
      `[SELF-HEAL]   Recovered from git checkout: ${NOTES}`,
    ])
    expect(project.read(NOTES)).toBe('# staged\n')
  })

  it('[LEDGER-16] an empty one in history and in the index gives way to the template, verbosely', () => {
    const project = healthy()
    project.write(NOTES, '')
    commit(project)
    const lines = project.run('self-heal-state', ['--verbose']).out.filter((line) => line.includes('NOTES.md'))
    expect(lines.slice(-2)).toEqual([
      `[SELF-HEAL] Attempting template recovery for: ROOT/${NOTES}`,
      `[SELF-HEAL]   Created from template: ROOT/${NOTES}`,
    ])
    expect(project.read(NOTES)).toBe(NOTES_OUTLINE)
  })

  it('[LEDGER-17] tracked folders come back as they were committed, hooks and filters aside', () => {
    const project = healthy()
    project.write('.beads/deep er/ü x.yaml', 'a\u0000b')
    project.write('.beads/a "b"\t\\c.yaml', 'odd')
    project.write('.beads/run', '#!/bin/sh\n', 0o755)
    project.write('.gitattributes', '* filter=evil\n')
    commit(project)
    project.git('config', 'filter.evil.smudge', 'touch evil-filter; cat')
    project.git('config', 'core.fsmonitor', 'touch evil-monitor; false')
    project.write('.git/hooks/post-checkout', '#!/bin/sh\ntouch evil-hook\n', 0o755)
    const before = project.files()
    rmSync(join(project.root, '.beads'), { recursive: true })
    rmSync(join(project.root, 'loa-grimoire'), { recursive: true })
    const lines = (can: boolean) => [
      CHECKS[0],
      'loa-grimoire/ is missing',
      `${can ? 'Can recover' : 'Recovered'} loa-grimoire/ from git`,
      CHECKS[1],
      ...(can ? ['NOTES.md is missing', `Can recover from git history: ${NOTES}`] : []),
      CHECKS[2],
      '.beads/ is missing',
      `${can ? 'Can recover' : 'Recovered'} .beads/ from git`,
      CHECKS[3],
      'trajectory/ is missing',
      can ? 'Will create trajectory/ directory' : 'Created trajectory/ directory',
      CHECKS[4],
      NO_CK,
    ]
    expect(project.run('self-heal-state', ['--check-only'])).toEqual(
      ran(output(lines(true), { checkOnly: true, repairable: 4 })),
    )
    expect(project.run('self-heal-state')).toEqual(ran(output(lines(false))))
    expect(project.files()).toEqual({ ...before, [LOG]: ENTRY })
    expect(statSync(join(project.root, '.beads/run')).mode & 0o111).toBe(0o111)
  })

  it('[LEDGER-15] git is asked in the project, wherever the script is started', () => {
    const project = healthy()
    commit(project)
    rmSync(join(project.root, NOTES))
    const other = loaProject({ inGit: true })
    other.write(NOTES, '# of another\n')
    commit(other)
    const env = { PROJECT_ROOT: project.root }
    expect(project.run('self-heal-state', [], { cwd: other.root, env }).status).toBe(0)
    expect(project.read(NOTES)).toBe('# mine\n')
    rmSync(join(project.root, '.beads'), { recursive: true })
    project.run('self-heal-state', [], { cwd: join(project.root, 'loa-grimoire') })
    expect(project.read('.beads/bd-1.yaml')).toBe('id: bd-1\n')
  })

  it('[LEDGER-15] a project inside a larger repository gets its own', () => {
    const outer = healthy()
    const inner = join(outer.root, 'inner')
    outer.write('inner/loa-grimoire/NOTES.md', '# inner\n')
    commit(outer)
    rmSync(join(inner, 'loa-grimoire'), { recursive: true })
    expect(outer.run('self-heal-state', [], { env: { PROJECT_ROOT: inner } }).status).toBe(0)
    expect(outer.read('inner/loa-grimoire/NOTES.md')).toBe('# inner\n')
  })

  it.each<[title: string, spoil: (project: LoaProject) => void, error: string]>([
    [
      'a folder named NOTES.md',
      (project) => {
        rmSync(join(project.root, NOTES))
        mkdirSync(join(project.root, NOTES))
      },
      `${NOTES} is not a file`,
    ],
    [
      'a link in place of NOTES.md that leads to nothing',
      (project) => {
        rmSync(join(project.root, NOTES))
        symlinkSync('../../elsewhere', join(project.root, NOTES))
      },
      `${NOTES} is a link to nothing`,
    ],
    [
      'a file named .beads',
      (project) => {
        rmSync(join(project.root, '.beads'), { recursive: true })
        project.write('.beads', 'x')
      },
      '.beads is not a folder',
    ],
  ])('[LEDGER-19] %s is an issue, told and left alone', (_, spoil, error) => {
    const project = healthy()
    spoil(project)
    const told = [`[SELF-HEAL ERROR] ${error}`]
    const status = '1 issues found'
    expect(project.run('self-heal-state', ['--check-only'])).toEqual(
      ran(output(QUIET, { checkOnly: true, status }), 1, told),
    )
    expect(project.run('self-heal-state')).toEqual(ran(output(QUIET, { status }), 1, told))
    expect(project.read(LOG)).toContain('"status": "incomplete"')
  })

  it('[LEDGER-19] what cannot be written is told', () => {
    const project = healthy()
    rmSync(join(project.root, 'loa-grimoire'), { recursive: true })
    project.write('loa-grimoire', 'in the way')
    const { status, out, err } = project.run('self-heal-state')
    expect([status, out.includes('  Status: State Zone is healthy'), err[0], err.at(-1)]).toEqual([
      1,
      false,
      '[SELF-HEAL ERROR] loa-grimoire is not a folder',
      '[SELF-HEAL ERROR] the log entry could not be written',
    ])
  })

  it.each<
    [title: string, changed: number | undefined, checked: readonly string[], healed: readonly string[], called: string]
  >([
    [
      'none known',
      undefined,
      ['Will perform delta reindex (0 files)'],
      ['Performing full reindex', 'Full reindex started in background'],
      '--reindex',
    ],
    ['few', 2, ['Will perform delta reindex (2 files)'], ['Performing delta reindex (2 files)'], '--index'],
    [
      'many',
      100,
      ['Will perform full reindex (100 files)'],
      ['Performing full reindex', 'Full reindex started in background'],
      '--reindex',
    ],
  ])('[LEDGER-18] the search index, files changed: %s', async (_, changed, checked, healed, called) => {
    const project = healthy()
    commit(project)
    mkdirSync(join(project.root, '.ck'))
    if (changed !== undefined) project.write('.ck/.last_indexed', project.git('rev-parse', 'HEAD'))
    for (let n = 0; n < (changed ?? 0); n += 1) project.write(`src/f${n}`, 'x')
    if (changed !== undefined) {
      project.git('add', 'src')
      project.git('commit', '-qm', 'more')
    }
    project.write(
      'bin/ck',
      '#!/bin/sh\necho "$1" > "$2/ck-called.tmp"; mv "$2/ck-called.tmp" "$2/ck-called"; exit 1\n',
      0o755,
    )
    const env = { PATH: `${project.root}/bin:/usr/bin:/bin` }
    const lines = [...CHECKS, '.ck/ exists but may be corrupted']
    expect(project.run('self-heal-state', ['--check-only'], { env })).toEqual(
      ran(output([...lines, ...checked], { checkOnly: true })),
    )
    expect(project.run('self-heal-state', [], { env })).toEqual(ran(output([...lines, ...healed])))
    for (let n = 0; n < 100 && !existsSync(join(project.root, 'ck-called')); n += 1)
      await new Promise((done) => setTimeout(done, 20))
    expect(project.read('ck-called').trim()).toBe(called)
  })

  it('[LEDGER-18] what is no commit in .last_indexed is no option of git either', () => {
    const project = healthy()
    commit(project)
    project.write('.ck/.last_indexed', '--output=written\n')
    project.write('bin/ck', '#!/bin/sh\n', 0o755)
    const env = { PATH: `${project.root}/bin:/usr/bin:/bin` }
    expect(project.run('self-heal-state', ['--check-only'], { env }).out).toContain(
      '[SELF-HEAL]   Will perform delta reindex (0 files)',
    )
    expect(existsSync(join(project.root, 'written'))).toBe(false)
  })

  it.each(['index.db', 'config.yaml', 'manifest.json'])('[LEDGER-18] an index with its %s is one', (name) => {
    const project = healthy()
    project.write(`.ck/${name}`, 'x')
    expect(project.run('self-heal-state', ['--check-only'])).toEqual(ran(output(CHECKS, { checkOnly: true })))
  })

  it.each(['sh', 'bash', 'dash'])('[LEDGER-127] runs under %s, without jq', (shell) => {
    const project = healthy()
    const bin = join(project.root, '../bin')
    mkdirSync(bin)
    for (const tool of ['git', 'sed', 'grep', 'date', 'cat', 'mkdir', 'dirname', 'ls', 'cp'])
      symlinkSync(`/usr/bin/${tool}`, join(bin, tool))
    rmSync(join(project.root, NOTES))
    chmodSync(project.root, 0o755)
    expect(project.run('self-heal-state', [], { shell: `/bin/${shell}`, env: { PATH: bin } }).status).toBe(0)
    expect(project.read(NOTES)).toBe(NOTES_OUTLINE)
  })
})
