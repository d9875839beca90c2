import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFakeBundle } from '../../../../test/support/fake-bundle.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { govern } from '../../../../test/support/govern.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'
import { rootsIn } from '../../../core/model/homes.ts'
import { governedIn } from '../../../wiring/wire-gate.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(() => {
  ;({ root, seat, paths } = freshHome(['.claude', '.codex']))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

function filesOf(folder: string): Readonly<Record<string, string>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    // SQLite's side files come and go with who looks.
    (entry) => entry.isFile() && !/-(?:wal|shm)$/.test(entry.name),
  )
  return Object.fromEntries(
    entries.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name), 'utf8')]),
  )
}

/** Which of the published files git was told not to see. */
function ignored(): readonly string[] {
  const asked = ['active_context.yaml', '.proof/x', '.claude/state/y']
  const { stdout } = spawnSync('git', ['-C', seat.cwd, 'check-ignore', ...asked], { encoding: 'utf8' })
  return stdout.split('\n').filter((line) => line !== '')
}

describe('fairlead init', () => {
  it('shows every change, installs, and proves that the hooks are live', async () => {
    put(paths.claude.settings, '{ "model": "x" }\n')
    const { code, out, line } = await typed(seat, ['init', '--yes'])
    expect({ code, line }).toEqual({ code: 0, line: '' })
    expect(out).toContain('~/.claude/settings.json (changed: hooks for Claude Code)')
    expect(out).toContain('~/.claude/skills/edge/SKILL.md (new: the command `/edge`)')
    expect(out).toContain('~/.codex/hooks.json (new: hooks for Codex)')
    expect(out).toMatch(/claude-code {2}live: blocks `rm -rf \/`\ncodex {8}live: /)
    expect(JSON.parse(readFileSync(paths.claude.settings, 'utf8'))).toMatchObject({
      model: 'x',
      hooks: {
        PreToolUse: [
          {
            matcher: '*',
            hooks: [
              { type: 'command', command: paths.hookCommand, args: ['claude-code', '--wait', '600'], timeout: 600 },
            ],
          },
        ],
      },
    })
    expect(rootsIn(governedIn(paths))).toEqual([join(root, 'project')])
    expect(statSync(paths.key).mode & 0o777).toBe(0o600)
    expect(ignored()).toEqual([])
  })

  it('[EDGE-1, LEDGER-111] keeps the files of the project at its home, and in its work tree when asked to, from then on', async () => {
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    expect([homeOf(seat).startsWith(`${paths.projects}/project-`), ignored()]).toEqual([true, []])
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code', '--in-repo'])
    expect([homeOf(seat), ignored()]).toEqual([seat.cwd, ['active_context.yaml', '.proof/x', '.claude/state/y']])
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code', '--strict'])
    expect(homeOf(seat)).toBe(seat.cwd)
  })

  it('[EDGE-1, LEDGER-103] copies what is kept when another home is chosen, and deletes nothing', async () => {
    put(join(seat.cwd, '.beads/bd-9.yaml'), 'of somebody else\n')
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    const home = homeOf(seat)
    expect(readdirSync(home)).not.toContain('.beads')
    const kept = [
      '.beads/bd-1.yaml',
      '.hestai/sessions/active/a1/anchor.json',
      'loa-grimoire/NOTES.md',
      '.proof/archive.jsonl',
    ]
    for (const name of kept) put(join(home, name), `${name} of before\n`)
    put(join(home, 'fairlead.yaml'), '# mine\n')
    const { out } = await typed(seat, ['init', '--yes', '--runtime', 'claude-code', '--in-repo'])
    expect(out).toMatch(/copied .*`\.proof`, `\.hestai\/sessions`, `loa-grimoire`, `\.beads` to /)
    for (const name of kept)
      expect([readFileSync(join(seat.cwd, name), 'utf8'), existsSync(join(home, name))]).toEqual([
        `${name} of before\n`,
        true,
      ])
    expect(existsSync(join(seat.cwd, 'fairlead.yaml'))).toBe(false)
    put(join(seat.cwd, '.beads/bd-1.yaml'), 'newer\n')
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code', '--no-in-repo'])
    expect([homeOf(seat), readFileSync(join(home, '.beads/bd-1.yaml'), 'utf8')]).toEqual([home, 'newer\n'])
  })

  it('[EDGE-1] leaves them where they were in a project that was set up before, or that brings a state file of ours', async () => {
    govern(paths, seat.cwd)
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    expect(homeOf(seat)).toBe(seat.cwd)
    const other = { ...seat, cwd: join(root, 'other') }
    put(join(other.cwd, 'active_context.yaml'), '# ours\nschema_version: 4\nmode: plan\n')
    execFileSync('git', ['init', '-q', other.cwd])
    await typed(other, ['init', '--yes', '--runtime', 'claude-code'])
    expect(homeOf(other)).toBe(other.cwd)
  })

  it('does nothing the second time', async () => {
    await typed(seat, ['init', '--yes'])
    const before = filesOf(root)
    expect(await typed(seat, ['init', '--yes'])).toEqual({
      code: 0,
      out: `already installed: Fairlead protects ${join(root, 'project')} in claude-code and codex`,
      line: '',
    })
    expect(filesOf(root)).toEqual(before)
  })

  it('changes nothing with --dry-run, or when the person says no', async () => {
    const before = filesOf(root)
    const dry = await typed(seat, ['init', '--dry-run'])
    expect([dry.code, dry.out.split('\n').at(-1)]).toEqual([0, 'nothing was changed (`--dry-run`)'])
    expect((await typed(seat, ['init'], [null])).line).toBe('cancelled; nothing was changed')
    expect(filesOf(root)).toEqual(before)
  })

  it('asks one question, after saying what it is about, and respects a no', async () => {
    const { code, out } = await typed(seat, ['init', '--runtime', 'codex', '--verbose'], [false])
    expect(code).toBe(0)
    expect(out).toMatch(
      /^Codex runs only hooks that you trust\. Fairlead's 12 see .*\n(?: {2}\w+ +sha256:[0-9a-f]{64}\n)+\? Trust/,
    )
    expect(out.match(/^\? .*$/gm)).toEqual(['? Trust these hooks in Codex?'])
    expect(out).toContain('codex        not live: Codex runs these hooks only once you trust them')
    expect(existsSync(paths.codex.config)).toBe(false)
    const again = await typed(seat, ['init', '--runtime', 'codex'], [true])
    expect(again.out).toContain('codex        live')
    const config = readFileSync(paths.codex.config, 'utf8')
    expect(config.match(/trusted_hash/g)).toHaveLength(12)
    expect(config).toContain('unified_exec_tty = false')
    expect((await typed(seat, ['init', '--runtime', 'codex'], [])).out).toContain('already installed')
  })

  it('tells in ten lines what it changes', async () => {
    const { out } = await typed(seat, ['init', '--yes'])
    expect(out.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(10)
    expect(out.split('\n').filter((line) => line.length > 200)).toEqual([])
  })

  it('[EDGE-36] holds in every repository with --everywhere, and ends that with uninstall --everywhere', async () => {
    const other: Seat = { ...seat, cwd: join(root, 'other') }
    execFileSync('git', ['init', '-q', other.cwd])
    const held = async (at: Seat) => (await bashCall(at, 'git push')).includes('deny')
    expect((await typed(seat, ['init', '--everywhere', '--in-repo', '--yes'])).code).toBe(2)
    const { code, out } = await typed(seat, ['init', '--everywhere', '--yes'])
    expect([code, out.split('\n')[0]]).toEqual([0, 'fairlead will protect every repository in claude-code and codex'])
    expect([await held(seat), await held(other)]).toEqual([true, true])
    expect((await typed(other, ['status', '--json'])).out).toContain('"governed": true')
    expect((await typed(other, ['doctor'])).out).toMatch(/^projects every repository$/m)
    expect((await typed(other, ['uninstall', '--here', '--yes'])).line).toBe(
      'every repository is set up, this one with them; end that with `fairlead uninstall --everywhere`',
    )
    await typed(other, ['init', '--yes'])
    expect((await typed(seat, ['uninstall', '--everywhere', '--yes'])).code).toBe(0)
    expect(rootsIn(governedIn(paths))).toEqual([other.cwd])
    expect([await held(seat), await held(other)]).toEqual([false, true])
  })

  it('stays strict in the next project until told otherwise', async () => {
    await typed(seat, ['init', '--yes', '--strict', '--runtime', 'claude-code'])
    const other = { ...seat, cwd: join(root, 'other') }
    put(join(root, 'other/fairlead.yaml'), '')
    const settings = () => JSON.parse(readFileSync(paths.claude.settings, 'utf8')).hooks.PreToolUse[0].hooks[0]
    await typed(other, ['init', '--yes', '--runtime', 'claude-code'])
    expect(settings()).toMatchObject({ onFailure: 'block', args: ['claude-code', '--strict', '--wait', '600'] })
    await typed(other, ['init', '--yes', '--no-strict', '--runtime', 'claude-code'])
    expect(settings()).toEqual({
      type: 'command',
      command: paths.hookCommand,
      args: ['claude-code', '--wait', '600'],
      timeout: 600,
    })
    expect(rootsIn(governedIn(paths))).toEqual([join(root, 'other'), join(root, 'project')])
  })

  it('[EDGE-111, EDGE-112] installs the layout of the repository with --scope project', async () => {
    const { code, out } = await typed(seat, ['init', '--yes', '--scope', 'project'])
    expect(code).toBe(0)
    expect(out).toContain('claude-code  live')
    expect(readdirSync(join(seat.cwd, '.claude/hooks')).toSorted()).toEqual([
      'fairlead.pin',
      'fairlead.sh',
      'post_tool.sh',
      'pre_tool.sh',
      'session_start.sh',
      'stop.sh',
    ])
    // Only the way of `/edge` is in the user's settings: a port belongs to one machine.
    expect(Object.keys(JSON.parse(readFileSync(paths.claude.settings, 'utf8')).hooks)).toEqual(['UserPromptExpansion'])
    expect(readFileSync(join(seat.cwd, '.claude/settings.json'), 'utf8')).not.toContain('127.0.0.1')
    for (const shim of ['session_start', 'pre_tool', 'post_tool', 'stop']) {
      const lines = readFileSync(join(seat.cwd, `.claude/hooks/${shim}.sh`), 'utf8')
        .trim()
        .split('\n')
      expect(lines.filter((line) => !line.startsWith('#'))).toEqual([
        '[ -f "${0%/*}/fairlead.sh" ] || exit 0',
        '. "${0%/*}/fairlead.sh"',
      ])
    }
    await typed(seat, ['uninstall', '--yes'])
    expect(existsSync(paths.claude.settings)).toBe(false)
    expect(existsSync(join(seat.cwd, '.claude'))).toBe(false)
  })

  const refused: readonly { name: string; make: () => void; args?: readonly string[]; code: number; line: RegExp }[] = [
    {
      name: 'an unknown runtime',
      make: () => {},
      args: ['--runtime', 'emacs'],
      code: 2,
      line: /^unknown runtime `emacs`; use claude-code or codex$/,
    },
    {
      name: 'an unknown scope',
      make: () => {},
      args: ['--scope', 'all'],
      code: 2,
      line: /^unknown scope `all`; one of user, project$/,
    },
    {
      name: 'half of an option',
      make: () => {},
      args: ['--claude-md'],
      code: 2,
      line: /^`--claude-md` needs `--ledger`; add it$/,
    },
    {
      name: 'nobody to ask',
      make: () => {},
      args: [],
      code: 2,
      line: /^nothing was changed: there is no terminal to ask in; add `--yes`/,
    },
    {
      name: 'no project',
      make: () => rmSync(join(root, 'project/.git'), { recursive: true }),
      code: 1,
      line: /isn't in a project; run `git init` or/,
    },
    {
      name: 'no runtime',
      make: () => rmSync(join(root, 'home'), { recursive: true }),
      code: 1,
      line: /^neither Claude Code nor Codex was found; install one, or name it with `--runtime`$/,
    },
    {
      name: 'broken settings',
      make: () => put(paths.claude.settings, '{ "a": ]'),
      code: 1,
      line: /^`~\/\.claude\/settings\.json`: line 1, column 8: a value was expected; nothing was changed; fix/,
    },
    {
      name: 'no build',
      make: () => rmSync(join(seat.bundle, 'manifest.json')),
      code: 1,
      line: /contains no build; run `npm run build` in your clone of Fairlead$/,
    },
    {
      name: 'a running init',
      make: () =>
        put(
          join(paths.backups, 'lock'),
          String(
            readFileSync('/proc/self/stat', 'utf8').replace(
              /^(\d+) \(.*\) (.*)$/s,
              (_, pid, rest) => `${pid} ${rest.split(' ')[19]}`,
            ),
          ),
        ),
      code: 1,
      line: /^another init or uninstall is running \(process \d+\); wait for it, then retry$/,
    },
  ]
  it.each(refused)('refuses $name in one line and writes no settings', async ({ make, args, code, line }) => {
    make()
    const before = filesOf(root)
    const ran = await typed(seat, ['init', ...(args ?? ['--yes'])])
    expect(ran.code).toBe(code)
    expect(ran.line).toMatch(line)
    expect(ran.line).not.toContain('\n')
    expect(filesOf(root)).toEqual(before)
  })

  it('says so when the hook does not answer', async () => {
    makeFakeBundle(seat.bundle, { 'hook.cjs': '' })
    const { code, out, line } = await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    expect([code, line]).toEqual([1, 'installed, but not live; run `fairlead doctor`'])
    expect(out).toContain('claude-code  not live: it let `rm -rf /` pass; run `fairlead init` again')
  })

  it('warns about strictness that an old client does not know', async () => {
    put(join(root, 'bin/claude'), '#!/bin/sh\necho 2.1.200\n')
    chmodSync(join(root, 'bin/claude'), 0o755)
    const old = { ...seat, env: { ...seat.env, PATH: `${join(root, 'bin')}:/usr/bin:/bin` } }
    const { out } = await typed(old, ['init', '--yes', '--strict', '--runtime', 'claude-code'])
    expect(out).toContain('version 2.1.200 lets the call run when a hook times out; 2.1.295 or newer blocks it')
  })
})

describe('what only a person does to an installation', () => {
  it.each([['init', '--yes', '--no-seal'], ['init', '--yes', '--port', '45678'], ['down']])(
    '[EDGE-118] `fairlead %s %s %s` is not for agents, and is on record',
    async (...words) => {
      await typed(seat, ['init', '--yes'])
      const before = filesOf(join(root, 'home/.claude'))
      const agent: Seat = { ...seat, env: { ...seat.env, CLAUDECODE: '1' } }
      const { code, line } = await typed(agent, words)
      expect([code, line]).toEqual([
        1,
        `not accepted: an agent started this; run \`fairlead ${words[0]}\` yourself, in a terminal that no agent started`,
      ])
      expect(filesOf(join(root, 'home/.claude'))).toEqual(before)
      const { out } = await typed(seat, ['audit', 'export'])
      expect(out).toMatch(new RegExp(`"refused":true,"source":"fairlead ${words[0]}, process `))
    },
  )

  it('an agent may install what is not there yet', async () => {
    const agent: Seat = { ...seat, env: { ...seat.env, CLAUDECODE: '1' } }
    expect((await typed(agent, ['init', '--yes'])).code).toBe(0)
  })
})

describe('fairlead uninstall', () => {
  it('is not for agents, and is on record whoever does it', async () => {
    await typed(seat, ['init', '--yes'])
    const agent: Seat = { ...seat, env: { ...seat.env, CLAUDECODE: '1' } }
    const { code, line } = await typed(agent, ['uninstall', '--yes'])
    expect([code, line]).toEqual([
      1,
      'not accepted: an agent started this; run `fairlead uninstall` yourself, in a terminal that no agent started',
    ])
    expect(rootsIn(governedIn(paths))).toEqual([join(root, 'project')])
    expect((await typed(seat, ['uninstall', '--yes'])).code).toBe(0)
    const { out } = await typed(seat, ['audit', 'export'])
    const changed = out.split('\n').filter((row) => row.includes('"config.changed"'))
    expect(changed.map((row) => JSON.parse(row).fact)).toEqual(
      [true, false].map((refused) => ({
        kind: 'config.changed',
        source: expect.stringMatching(/^fairlead uninstall, process \d+ below \d+$/),
        path: paths.hookCommand,
        refused,
      })),
    )
  })

  it('gives everything back and keeps the audit until --purge', async () => {
    put(paths.claude.settings, '{ "model": "x" }')
    const before = { ...filesOf(join(root, 'home')), ...filesOf(seat.cwd) }
    await typed(seat, ['init', '--yes'])
    const { code, out } = await typed(seat, ['uninstall'], [true])
    expect(code).toBe(0)
    expect(out).toContain(`no longer protected: ${join(root, 'project')}`)
    expect(out).toContain('uninstalled; your settings are as they were')
    const now = { ...filesOf(join(root, 'home')), ...filesOf(seat.cwd) }
    const ours = Object.keys(now).filter((path) => path.startsWith(paths.folder))
    expect(Object.fromEntries(Object.entries(now).filter(([path]) => !ours.includes(path)))).toEqual(before)
    expect(readFileSync(paths.hookCommand, 'utf8')).toContain('exit 0')
    expect((await typed(seat, ['uninstall', '--purge'], [null])).line).toBe(
      'uninstalled; the audit log and the program were kept',
    )
    expect(await typed(seat, ['uninstall', '--purge', '--yes'])).toEqual({
      code: 0,
      out: 'your settings contain nothing of Fairlead\ndeleted ~/.fairlead',
      line: '',
    })
    expect(await typed(seat, ['uninstall', '--yes'])).toEqual({ code: 0, out: "fairlead isn't installed", line: '' })
  })

  it('[PLANE-O2] keeps the policies that a person wrote with --purge, also at the home of a project, and says so', async () => {
    await typed(seat, ['init', '--yes'])
    const [home = ''] = readdirSync(paths.projects)
    const own = join(paths.projects, home, 'fairlead.yaml')
    put(paths.userPolicy, 'edge: { warn: never }\n')
    put(own, 'rules: []\n')
    const { out } = await typed(seat, ['uninstall', '--purge', '--yes'])
    expect(out.split('\n').at(-1)).toMatch(/^deleted ~\/\.fairlead, but for what you wrote: /)
    expect(out).toContain('~/.fairlead/policy/policy.yaml')
    expect(out).toContain(`~/.fairlead/projects/${home}/fairlead.yaml`)
    expect(Object.keys(filesOf(paths.folder)).toSorted()).toEqual([paths.userPolicy, own])
  })

  it('asks first, and needs somebody to ask', async () => {
    await typed(seat, ['init', '--yes'])
    const before = filesOf(root)
    expect((await typed(seat, ['uninstall'])).code).toBe(2)
    expect((await typed(seat, ['uninstall'], [false])).line).toBe('cancelled; nothing was changed')
    expect(filesOf(root)).toEqual(before)
  })

  it('leaves a file alone that it cannot read, and says which', async () => {
    await typed(seat, ['init', '--yes'])
    put(paths.codex.hooks, '{ broken')
    const { code, line } = await typed(seat, ['uninstall', '--yes'])
    expect([code, line]).toEqual([
      1,
      '`~/.codex/hooks.json` was left as it is: line 1, column 3: a key in quotes was expected; fix it and run `fairlead uninstall` again',
    ])
    put(paths.codex.hooks, '{}')
    expect((await typed(seat, ['uninstall', '--yes'])).code).toBe(0)
  })

  it('gives back one project with --here, and leaves the others governed', async () => {
    const other: Seat = { ...seat, cwd: join(root, 'other') }
    const nested: Seat = { ...seat, cwd: join(seat.cwd, 'nested') }
    for (const { cwd } of [other, nested]) execFileSync('git', ['init', '-q', cwd])
    const before = filesOf(seat.cwd)
    await typed(seat, ['init', '--yes', '--scope', 'project'])
    await typed(other, ['init', '--yes'])
    await typed(nested, ['init', '--yes'])
    const withNested = filesOf(nested.cwd)
    const settings = readFileSync(paths.claude.settings, 'utf8')

    expect(await typed(seat, ['uninstall', '--here', '--purge', '--yes'])).toEqual({
      code: 2,
      out: '',
      line: '`--purge` is for all projects; leave out `--here` and `--everywhere`',
    })
    const { code, out } = await typed(seat, ['uninstall', '--here'], [true])
    expect([code, out.split('\n').at(-1)]).toEqual([0, 'still protected: 2 other projects'])
    expect(rootsIn(governedIn(paths))).toEqual([nested.cwd, other.cwd].sort())
    expect(readFileSync(paths.claude.settings, 'utf8')).toBe(settings)
    expect(filesOf(nested.cwd)).toEqual(withNested)
    expect(Object.keys(filesOf(seat.cwd)).filter((path) => !(path in before) && !path.startsWith(nested.cwd))).toEqual(
      [],
    )

    expect((await typed(seat, ['uninstall', '--here', '--yes'])).line).toBe(
      `\`${seat.cwd}\` isn't set up; \`fairlead doctor\` shows which projects are`,
    )
    for (const one of [nested, other]) expect((await typed(one, ['uninstall', '--here', '--yes'])).code).toBe(0)
    expect(rootsIn(governedIn(paths))).toEqual([])
    expect((await typed(seat, ['uninstall', '--yes'])).out).toContain('uninstalled; your settings are as they were')
    expect(filesOf(seat.cwd)).toMatchObject(before)
  })

  it('names the project around it where --here is inside another one', async () => {
    await typed(seat, ['init', '--yes'])
    const inner: Seat = { ...seat, cwd: join(seat.cwd, 'inner') }
    execFileSync('git', ['init', '-q', inner.cwd])
    expect((await typed(inner, ['uninstall', '--here', '--yes'])).line).toBe(
      `this folder belongs to another project; run this in \`${seat.cwd}\``,
    )
    writeFileSync(paths.database, 'x'.repeat(5_000))
    expect((await typed(seat, ['uninstall', '--here', '--yes'])).line).toBe(
      "can't use the list of projects (file is not a database); run `fairlead doctor`",
    )
  })
})
