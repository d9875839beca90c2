import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFakeBundle } from '../../../test/support/fake-bundle.ts'
import { type Seat, typed } from '../../../test/support/fake-terminal.ts'
import { govern } from '../../../test/support/govern.ts'
import { pathsOf } from '../../config/paths.ts'
import { checkIntegrity } from '../../ledger/heal/integrity.ts'

let root: string
let project: string
let seat: Seat
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-ledger-')))
  project = join(root, 'project')
  mkdirSync(join(root, 'home/.claude'), { recursive: true })
  mkdirSync(project)
  execFileSync('git', ['init', '-q', project])
  const bundle = makeFakeBundle(join(root, 'clone/dist'))
  seat = {
    env: { HOME: join(root, 'home'), PATH: '/usr/bin:/bin' },
    cwd: project,
    bundle: bundle.folder,
    node: bundle.node,
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const read = (path: string) => readFileSync(join(project, path), 'utf8')
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
const tree = () =>
  readdirSync(project, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/.git'))
    .map((entry) => join(entry.parentPath, entry.name).slice(project.length + 1))
    .toSorted()
const init = (...more: string[]) => typed(seat, ['init', '--yes', '--runtime', 'claude-code', '--ledger', ...more])

const INSTALLED = [
  '.claude/checksums.json',
  '.claude/commands/ride.md',
  '.claude/hooks/pre-clear.sh',
  '.claude/protocols/attention-budget.md',
  '.claude/protocols/grounding-enforcement.md',
  '.claude/protocols/jit-retrieval.md',
  '.claude/protocols/session-continuity.md',
  '.claude/protocols/synthesis-checkpoint.md',
  '.claude/scripts/grounding-check.sh',
  '.claude/scripts/self-heal-state.sh',
  '.claude/scripts/synthesis-checkpoint.sh',
  '.loa.config.yaml',
  'loa-grimoire/NOTES.md',
]

describe('fairlead init --ledger', () => {
  it('[LEDGER-111] installs five documents, the command, three scripts and the shim at the published paths', async () => {
    await init()
    expect(tree()).toEqual(INSTALLED)
    const modes = INSTALLED.filter((path) => path.endsWith('.sh')).map(
      (path) => statSync(join(project, path)).mode & 0o777,
    )
    expect(new Set(modes)).toEqual(new Set([0o755]))
    expect(checkIntegrity(project, { enforcement: 'strict' })).toMatchObject({ status: 'intact', checked: 10 })
  })

  it('[LEDGER-112] without the option none of it is there, and a second run changes nothing', async () => {
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    expect(tree()).toEqual([])
    await init()
    expect((await init()).out).toContain('already installed')
  })

  it('[LEDGER-109, LEDGER-124] the command starts with tasks and level 1, writes all along, and ends with synthesis', async () => {
    await init()
    const ride = read('.claude/commands/ride.md')
    for (const step of [
      'bd ready',
      'bd show <active_id>',
      'tiered_recovery: 1',
      'delta_sync_at: 5000',
      'synthesis_checkpoint: true',
      'trajectory_handoff: true',
      'Load no files',
    ])
      expect(ride).toContain(step)
  })

  it('[LEDGER-110] skills that have a list of their own get the names of the five documents', async () => {
    put('.claude/skills/mine/index.yaml', 'name: mine\n')
    put('.claude/skills/listed/index.yaml', 'protocols:\n  - other\n')
    put('.claude/skills/plain/SKILL.md', 'x\n')
    await init()
    const names = [
      'session-continuity',
      'synthesis-checkpoint',
      'jit-retrieval',
      'attention-budget',
      'grounding-enforcement',
    ]
    expect(read('.claude/skills/mine/index.yaml')).toContain(
      ['protocols:', ...names.map((name) => `  - ${name}`)].join('\n'),
    )
    expect(read('.claude/skills/listed/index.yaml')).toBe('protocols:\n  - other\n')
  })

  it('[LEDGER-111, LEDGER-112] files that are there are kept, and told', async () => {
    put('.claude/commands/ride.md', 'my own ride\n')
    put('loa-grimoire/NOTES.md', 'my notes\n')
    put('.loa.config.yaml', 'grounding_enforcement: warn\n')
    const { out } = await init()
    expect([read('.claude/commands/ride.md'), read('loa-grimoire/NOTES.md'), read('.loa.config.yaml')]).toEqual([
      'my own ride\n',
      'my notes\n',
      'grounding_enforcement: warn\n',
    ])
    expect(out).toContain('`.claude/commands/ride.md` was edited and stays as it is')
    expect(JSON.parse(read('.claude/checksums.json')).files).not.toHaveProperty('.claude/commands/ride.md')
  })

  it('[LEDGER-111] a manifest of somebody else is kept', async () => {
    put('.claude/checksums.json', '{"generated":"2026","files":{}}')
    await init()
    expect(read('.claude/checksums.json')).toBe('{"generated":"2026","files":{}}')
  })

  it('[LEDGER-11, LEDGER-12] overrides survive an update, an older version of ours is replaced, an edited one stays', async () => {
    await init()
    put('.claude/overrides/protocols/jit-retrieval.md', 'mine\n')
    put('.claude/protocols/jit-retrieval.md', `${read('.claude/protocols/jit-retrieval.md')}edited in place\n`)
    const { out } = await init()
    expect(out).toContain('`.claude/protocols/jit-retrieval.md` was edited and stays as it is')
    expect([
      read('.claude/overrides/protocols/jit-retrieval.md'),
      read('.claude/protocols/jit-retrieval.md').endsWith('edited in place\n'),
    ]).toEqual(['mine\n', true])
  })

  it('[LEDGER-133] structured-memory.md gets a block where it is, CLAUDE.md only when asked for', async () => {
    put('.claude/protocols/structured-memory.md', '# Memory\n')
    put('CLAUDE.md', '# Mine')
    await init()
    expect([
      read('.claude/protocols/structured-memory.md').startsWith('# Memory\n\n<!-- >>> fairlead'),
      read('CLAUDE.md'),
    ]).toEqual([true, '# Mine'])
    await init('--claude-md')
    expect(read('CLAUDE.md')).toMatch(/^# Mine\n\n<!-- >>> fairlead[^\n]*\n## Ledgers\n[\s\S]*<!-- <<< fairlead -->\n$/)
  })

  it('[LEDGER-111] uninstall gives back: what is untouched goes, what was written in stays', async () => {
    put('CLAUDE.md', '# Mine')
    put('.claude/skills/mine/index.yaml', 'name: mine\n')
    await init('--claude-md')
    put('loa-grimoire/NOTES.md', `${read('loa-grimoire/NOTES.md')}\nsomething worth keeping\n`)
    put('CLAUDE.md', `${read('CLAUDE.md')}more of mine\n`)
    expect((await typed(seat, ['uninstall', '--yes'])).code).toBe(0)
    expect(tree()).toEqual(['.claude/skills/mine/index.yaml', 'CLAUDE.md', 'loa-grimoire/NOTES.md'])
    expect([read('CLAUDE.md'), read('.claude/skills/mine/index.yaml')]).toEqual([
      '# Mine\nmore of mine\n',
      'name: mine\n',
    ])
    expect(read('loa-grimoire/NOTES.md')).toContain('something worth keeping')
  })

  it('[LEDGER-84] doctor says which search answers, and takes a ledger that grew for no damage', async () => {
    await init('--claude-md')
    put('loa-grimoire/NOTES.md', `${read('loa-grimoire/NOTES.md')}\nmore\n`)
    put('CLAUDE.md', `${read('CLAUDE.md')}\nmore\n`)
    const { out } = await typed(seat, ['doctor', '--verbose'])
    expect(out).toContain("ck isn't installed")
    expect(out).not.toContain('` changed since')
    put('.claude/protocols/jit-retrieval.md', 'changed')
    expect((await typed(seat, ['doctor'])).out).toContain('jit-retrieval.md` changed since `fairlead init`')
  })

  it('[LEDGER-111] the repository’s git does not see what we keep there', async () => {
    await init()
    expect(readFileSync(join(project, '.git/info/exclude'), 'utf8')).toContain('/loa-grimoire/')
  })

  describe('the installed scripts', () => {
    const SCRIPT = '.claude/scripts/grounding-check.sh'
    const run = (script: string, ...args: string[]) => {
      const { status, stdout } = spawnSync('sh', [join(project, script), ...args], {
        cwd: join(project, '.claude'),
        env: seat.env,
        encoding: 'utf8',
      })
      return { status, out: stdout.trim().split('\n') }
    }
    const program = (text: string) => {
      const folder = join(root, 'home/.fairlead/bin')
      mkdirSync(folder, { recursive: true })
      writeFileSync(join(folder, 'fairlead'), `#!/bin/sh\necho "$PWD" "$@" >> ${root}/asked\n${text}\n`, {
        mode: 0o755,
      })
    }
    const asked = () => readFileSync(join(root, 'asked'), 'utf8')
    const claim = (day = '2020-01-02') =>
      put(
        `loa-grimoire/a2a/trajectory/an-agent-${day}.jsonl`,
        '{"phase":"cite","grounding":"citation"}\n{"phase":"cite","grounding":"assumption","claim":"x"}\n',
      )

    it('[LEDGER-66] follow the program where it governs', async () => {
      await init()
      claim()
      program("printf '%s\\n' governed=yes enforcement=strict threshold=0.95 verified_ratio=1.00 status=pass")
      const { status, out } = run(SCRIPT, 'an-agent', '0.9', '2020-01-02')
      expect([status, out.slice(6)]).toEqual([
        0,
        [
          'grounding_ratio=0.50',
          'threshold=0.95',
          'status=pass',
          'message=Verified ratio 1.00 meets threshold 0.95',
          'verified_ratio=1.00',
          'enforcement=strict',
        ],
      ])
      expect(asked()).toBe(`${project} ledger ground --shim -- an-agent 0.9 2020-01-02\n`)
    })

    it('[LEDGER-66] and what they see themselves where it does not answer; not where it says that it does not govern', async () => {
      await init()
      claim()
      program('exit 1')
      expect(run(SCRIPT, 'an-agent', '0.4', '2020-01-02')).toMatchObject({
        status: 1,
        out: expect.arrayContaining(['status=fail', 'message=Verified ratio 0.00 below threshold 0.4']),
      })
      program('echo governed=no')
      expect(run(SCRIPT, 'an-agent', '0.4', '2020-01-02')).toMatchObject({
        status: 0,
        out: expect.arrayContaining(['status=pass', 'message=Grounding ratio 0.50 meets threshold 0.4']),
      })
    })

    it('[LEDGER-38] the checkpoint takes the level from the program, and hands over only what is met', async () => {
      await init()
      put('.loa.config.yaml', 'grounding_enforcement: disabled\n')
      program(
        "[ $2 = clear ] || printf '%s\\n' governed=yes enforcement=strict threshold=0.95 verified_ratio=0.50 status=fail",
      )
      const { status, out } = run('.claude/hooks/pre-clear.sh', 'an-agent', '2020-01-02')
      expect([
        status,
        out[5],
        out.includes('  Verified ratio: 0.50'),
        out.includes('  Status: SKIPPED (resolve the issues above first)'),
      ]).toEqual([1, 'Enforcement: strict', true, true])
      program(
        "[ $2 = clear ] || printf '%s\\n' governed=yes enforcement=strict threshold=0.95 verified_ratio=1.00 status=pass",
      )
      expect(run('.claude/scripts/synthesis-checkpoint.sh', 'an-agent', '2020-01-02')).toMatchObject({ status: 0 })
      expect(asked()).toContain(`${project} ledger clear\n`)
      expect(existsSync(join(project, 'loa-grimoire/a2a/trajectory'))).toBe(false)
    })

    it('[LEDGER-38] the checkpoint passes where all that is not confirmed is flagged, and few enough', async () => {
      await init()
      program(
        "[ $2 = clear ] || printf '%s\\n' governed=yes enforcement=strict threshold=0.95 verified_ratio=0.90 status=fail clears=yes",
      )
      const { status, out } = run('.claude/scripts/synthesis-checkpoint.sh', 'an-agent', '2020-01-02')
      expect([status, out.includes('  Status: PASSED (the rest is marked as [ASSUMPTION])')]).toEqual([0, true])
    })

    it('[LEDGER-15] the repair is the program’s', async () => {
      await init()
      program('echo healed: x')
      expect(run('.claude/scripts/self-heal-state.sh').out).toContain('[SELF-HEAL]   healed: x')
      expect(asked()).toBe(`${project} ledger heal\n`)
    })
  })
})

describe('what git does not see', () => {
  const repository = (name: string) => {
    const folder = join(root, name)
    mkdirSync(folder, { recursive: true })
    execFileSync('git', ['init', '-q', folder])
    return folder
  }
  const excluded = (folder: string) => readFileSync(join(folder, '.git/info/exclude'), 'utf8')
  const status = (folder: string) => execFileSync('git', ['-C', folder, 'status', '--porcelain'], { encoding: 'utf8' })
  const install = (cwd: string, ...more: string[]) =>
    typed({ ...seat, cwd }, ['init', '--yes', '--in-repo', '--runtime', 'claude-code', ...more])
  const ledgerFiles = (folder: string) => {
    for (const path of ['loa-grimoire/NOTES.md', 'loa-grimoire/a2a/trajectory/x.jsonl', '.beads/bd-1.yaml']) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), 'x')
    }
  }

  it('[LEDGER-111] are the ledgers, also where no files of the protocol were installed', async () => {
    await install(project)
    ledgerFiles(project)
    expect(status(project)).toBe('')
  })

  it('[LEDGER-111] with user scope the ledgers of every repository that is governed', async () => {
    const older = repository('older')
    govern(pathsOf(seat.env), older, join(root, 'gone'))
    ledgerFiles(older)
    expect(status(older)).not.toBe('')
    await install(project, '--scope', 'user')
    expect(status(older)).toBe('')
    expect((await install(project, '--scope', 'user')).out).toContain('already installed')
    await typed(seat, ['uninstall', '--yes'])
    // Records stay, and so does what hides them.
    expect([excluded(older).includes('loa-grimoire'), status(older)]).toEqual([true, ''])
  })

  it.each(['user', 'project'])(
    '[LEDGER-111] projects of one repository share its list, with scope %s',
    async (scope) => {
      const whole = repository('whole')
      for (const part of ['a', 'b']) {
        mkdirSync(join(whole, part))
        writeFileSync(join(whole, part, 'fairlead.yaml'), '')
        await install(join(whole, part), '--scope', scope)
        ledgerFiles(join(whole, part))
      }
      for (const line of ['/a/loa-grimoire/\n', '/b/loa-grimoire/\n']) expect(excluded(whole)).toContain(line)
      expect(status(whole)).not.toMatch(/grimoire|beads/)
    },
  )

  it('[LEDGER-111] are not those that the user tracks', async () => {
    ledgerFiles(project)
    execFileSync('git', ['-C', project, 'add', '-f', '.beads/bd-1.yaml'])
    await install(project)
    expect(excluded(project)).not.toContain('.beads')
    expect(excluded(project)).toContain('/loa-grimoire/')
  })

  it('[LEDGER-111] a list of another repository that cannot be written is told and stops nothing', async () => {
    const older = repository('older')
    govern(pathsOf(seat.env), older)
    rmSync(join(older, '.git/info/exclude'))
    mkdirSync(join(older, '.git/info/exclude'))
    const { code, out } = await install(project, '--scope', 'user')
    expect([code, out]).toEqual([0, expect.stringContaining('older/.git/info/exclude` stays as it is')])
    expect(excluded(project)).toContain('/loa-grimoire/')
  })
})
