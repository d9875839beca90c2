import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import { pathsOf } from '../../../config/paths.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import { wired } from '../open-project.ts'
import type { Context } from '../terminal.ts'
import { edgeMigrate, type MigrateOptions } from './migrate.ts'

let root: string
let seat: Seat

beforeEach(async () => {
  ;({ root, seat } = freshHome())
  await typed(seat, ['init', '--yes', '--in-repo'])
  await bashCall(seat, 'ls')
  put(OLDER)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const OLDER: Readonly<Record<string, string>> = {
  'active_context.yaml': [
    '# what we do',
    'objective: "ship the parser"',
    'current_step: 0',
    'constraints: [no new dependencies] # mine',
    'plan:',
    '  - { description: read it, status: completed, proof: notes }',
    '  - step: write it',
    '    status: in-progress',
    '  - test it',
    '  - { status: pending }',
    'lessons:',
    '  - run the tests',
    '',
  ].join('\n'),
  '.claude/state/junction_state.json': JSON.stringify({
    schema_version: 1,
    pending: { id: 'x', type: 'dangerous', payload: { reason: 'git push' } },
    suppression: [{ fingerprint: 'abc', expires_at: '2099-01-01' }],
  }),
  '.claude/state/gear_state.json': JSON.stringify({ current_gear: 'active' }),
  '.claude/state/dispatch_state.json': '{"enabled": true',
  '.claude/hooks/junction_utils.py': 'pass\n',
  '.claude/hooks/dispatch_utils.py': 'pass\n',
  '.claude/hooks/mine.py': 'pass\n',
}

function put(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(seat.cwd, name)), { recursive: true })
    writeFileSync(join(seat.cwd, name), text)
  }
}

const now = (name: string) => readFileSync(join(seat.cwd, name), 'utf8')
const older = () =>
  Object.fromEntries(Object.keys(OLDER).map((name) => [name, existsSync(join(seat.cwd, name)) ? now(name) : null]))

async function state() {
  const { store } = await wired(pathsOf(seat.env), seat.env)
  const open = await store()
  const read = await open.read(projectRoot(seat.cwd))
  await open.close()
  return read.edge
}

/** A person who is there, and says yes. */
async function migrate(options: MigrateOptions, answer: boolean | null = true) {
  const command = (context: Context) => edgeMigrate(context, options, asPerson)
  const { code, out, line } = await ranAt(seat, command, { answers: [answer] })
  return code === 0 ? out.replace(/^\? .*\n/, '') : `refused: ${line}`
}

describe('fairlead edge migrate', () => {
  it('[EDGE-113] in shadow logs where old and new differ, and changes nothing', async () => {
    const out = await migrate({})
    expect(out).toContain('mode        active → plan')
    expect(out).toContain('objective   ship the parser → none')
    expect(out).toContain('plan        1 of 3 steps completed → 0 of 0 steps completed')
    expect(out).toContain('junction    dangerous: git push → none')
    expect(out).toContain('suppressed  1 → 0')
    expect(JSON.parse(now('.proof/migration.jsonl'))).toMatchObject({
      files: [
        'active_context.yaml',
        '.claude/state/junction_state.json',
        '.claude/state/gear_state.json',
        '.claude/state/dispatch_state.json',
      ],
      differences: expect.arrayContaining([{ what: 'mode', older: 'active', newer: 'plan' }]),
    })
    expect(older()).toEqual(OLDER)
    expect((await state()).mode).toBe('plan')
  })

  it('[EDGE-114] applied leaves one state file with the claims of the older one, and carries no approval over', async () => {
    expect(await migrate({ apply: true })).toBe(
      [
        'there is one state file now: operator mode active, 1 of 3 steps completed',
        'not carried over: dangerous: git push; it is held again when an agent tries it',
        'not carried over: 1 suppression, unsigned',
        'undo this with `fairlead edge migrate --undo`, or finish with `--clean`',
      ].join('\n'),
    )
    await bashCall(seat, 'ls')
    expect(await state()).toMatchObject({
      mode: 'active',
      pinned: true,
      holds: [],
      dismissals: [],
      claims: {
        objective: 'ship the parser',
        currentStep: 1,
        plan: [
          { description: 'read it', status: 'completed', proof: 'notes' },
          { description: 'write it', status: 'in_progress' },
          { description: 'test it', status: 'pending' },
        ],
        memory: [{ trigger: '*', lesson: 'run the tests' }],
      },
    })
    expect(now('active_context.yaml')).toMatch(/^# what we do$/m)
    expect(now('active_context.yaml')).toContain('# mine')
    expect(readdirSync(join(seat.cwd, '.claude/state')).filter((name) => name.endsWith('_state.json'))).toEqual([])
    expect(await migrate({ apply: true })).toMatch(/^refused: already applied/)
    expect(await migrate({ shadow: true })).toContain('finish with')
  })

  it('[EDGE-113, EDGE-114] can be taken back until the clean-up, byte for byte', async () => {
    expect(await migrate({ undo: true })).toMatch(/^refused: there is nothing to undo/)
    await migrate({ apply: true })
    expect(await migrate({ undo: true })).toBe('4 older files restored')
    expect(older()).toEqual(OLDER)
    expect(await migrate({ apply: true })).toContain('operator mode active')
  })

  it('[EDGE-115] cleaned up leaves nothing of the older layout, and touches nothing else', async () => {
    expect(await migrate({ clean: true })).toMatch(/^refused: apply it first/)
    await migrate({ apply: true })
    put({ '.claude/settings.json': '{"hooks":"python3 .claude/hooks/junction_utils.py"}' })
    expect(await migrate({ clean: true })).toMatch(
      /^refused: `.claude\/settings.json` still runs `.claude\/hooks\/junction_utils.py`/,
    )
    rmSync(join(seat.cwd, '.claude/settings.json'))
    put({ '.claude/settings.local.json': '{"hooks":"python3 .claude/hooks/junction_utils.py"}' })
    expect(await migrate({ clean: true })).toMatch(/^refused: `.claude\/settings.local.json` still runs /)
    rmSync(join(seat.cwd, '.claude/settings.local.json'))
    mkdirSync(join(seat.cwd, '.claude/settings.local.json'))
    expect(await migrate({ clean: true })).toBe(
      "refused: `.claude/settings.local.json`: it isn't a file; fix this and retry",
    )
    rmSync(join(seat.cwd, '.claude/settings.local.json'), { recursive: true })
    expect(await migrate({ clean: true }, false)).toBe('refused: nothing was deleted; run it again and answer yes')
    expect(await migrate({ clean: true })).toBe(
      'the older layout is deleted, with .claude/hooks/dispatch_utils.py, .claude/hooks/junction_utils.py',
    )
    expect(readdirSync(join(seat.cwd, '.claude/hooks'))).toEqual(['mine.py'])
    expect(existsSync(join(seat.cwd, '.proof/migration'))).toBe(false)
    expect(await migrate({})).toBe('there is no older layout here')
    expect((await state()).claims.objective).toBe('ship the parser')
  })

  it('[EDGE-113] finds the older file also after it was replaced, and reads modes, flags and junctions as they were', async () => {
    rmSync(join(seat.cwd, '.claude/state'), { recursive: true })
    await bashCall(seat, 'git push')
    expect(await migrate({})).toContain('found .claude/state/active_context.unreadable.yaml')
    const modes: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{ 'active_context.yaml': 'mode: done\nobjective: x\n' }, 'review'],
      [{ 'active_context.yaml': 'mode: review\n' }, 'review'],
      [
        {
          'active_context.yaml':
            'objective: x\nplan: [{ task: a, status: done }]\nmemory: [{ lesson: l, trigger: t }, {}]\n',
        },
        'review',
      ],
      [{ 'active_context.yaml': 'objective: x\n', '.claude/state/plan_mode': '' }, 'plan'],
      [
        {
          'active_context.yaml': 'plan: nothing\n',
          '.claude/state/dispatch_state.json': '{"junction":{"type":"blocked"}}',
        },
        'plan',
      ],
    ]
    for (const [files, mode] of modes) {
      rmSync(join(seat.cwd, '.claude/state'), { recursive: true, force: true })
      put(files)
      const out = await migrate({})
      if (mode === 'plan') expect(out).not.toMatch(/^ {2}mode /m)
      else expect(out).toContain(`${mode} → plan`)
    }
  })

  it('takes one step at a time, needs a person, and refuses links', async () => {
    expect(await migrate({ apply: true, clean: true })).toBe(
      'refused: use one of `--shadow`, `--apply`, `--clean` and `--undo`',
    )
    expect(await typed(seat, ['edge', 'migrate', '--apply'])).toMatchObject({
      code: 1,
      line: expect.stringMatching(/^not accepted/),
    })
    expect(await typed(seat, ['edge', 'migrate'])).toMatchObject({ code: 0 })
    for (const name of Object.keys(OLDER)) rmSync(join(seat.cwd, name))
    symlinkSync('/etc/hostname', join(seat.cwd, '.claude/state/gear_state.json'))
    rmSync(join(seat.cwd, '.claude/hooks'), { recursive: true })
    expect(await migrate({ apply: true })).toBe('there is no older layout here')
    mkdirSync(join(seat.cwd, '.proof/migration'), { recursive: true })
    writeFileSync(
      join(seat.cwd, '.proof/migration/list.json'),
      '[{"path":"../x","copied":true},{"path":"/etc/x","copied":false},7]',
    )
    expect(await migrate({ undo: true })).toBe('0 older files restored')
  })

  it('follows no link in place of the folder that keeps the older files', async () => {
    const elsewhere = join(root, 'elsewhere')
    mkdirSync(join(elsewhere, 'migration'), { recursive: true })
    writeFileSync(join(elsewhere, 'migration/list.json'), '[]')
    rmSync(join(seat.cwd, '.proof'), { recursive: true, force: true })
    symlinkSync(elsewhere, join(seat.cwd, '.proof'))
    expect(await migrate({ apply: true })).toBe(
      "refused: `.proof` isn't a folder, so nothing was changed; make it one and retry",
    )
    expect(await migrate({ undo: true })).toMatch(/^refused: there is nothing to undo/)
    expect(older()).toEqual(OLDER)
    expect(readdirSync(join(elsewhere, 'migration'))).toEqual(['list.json'])
  })
})
