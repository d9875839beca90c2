import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'
import { callId, eventId, projectRoot, sessionId } from '../../../core/model/ids.ts'
import { gapsFileOf } from '../../../wiring/wire-gate.ts'
import { wired } from '../open-project.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome(['.claude', '.codex']))
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('fairlead doctor', () => {
  const report = async (env: Record<string, string> = {}) =>
    JSON.parse((await typed({ ...seat, env: { ...seat.env, ...env } }, ['doctor', '--json'])).out)

  it('finds a fresh installation live', async () => {
    await bashCall(seat, 'ls')
    const { code, out } = await typed(seat, ['doctor', '--verbose'])
    expect(code).toBe(0)
    expect(out).toMatch(/claude-code live, blocked the test call in \d+ ms/)
    expect(out).toMatch(/codex live, blocked the test call in \d+ ms/)
    expect(out).toContain('✓ trust            12 hooks, all trusted')
    expect(out).toContain('✓ our files        4 files unchanged since `fairlead init`')
    expect(out).not.toContain('Elicitation')
    expect(out).not.toContain('write_stdin')
    expect(await report()).toMatchObject({
      governed: [seat.cwd],
      runtimes: [
        { runtime: 'claude-code', live: true },
        { runtime: 'codex', live: true },
      ],
    })
  })

  it('says what typing `fairlead` reaches: the installed one, the copy of npm, or something else', async () => {
    const command = async (path: string) =>
      (await report({ PATH: `${path}:/usr/bin:/bin` })).checks.filter(
        ({ what }: Record<string, string>) => what === 'command',
      )
    expect(await command(dirname(paths.cliCommand))).toEqual([])
    const copy = join(root, 'npm/lib/node_modules/fairlead')
    const bin = join(root, 'npm/bin')
    mkdirSync(join(copy, 'bin'), { recursive: true })
    mkdirSync(bin)
    writeFileSync(join(copy, 'bin/fairlead'), '#!/bin/sh\n', { mode: 0o755 })
    symlinkSync(join(copy, 'bin/fairlead'), join(bin, 'fairlead'))
    const found = async () =>
      (await command(bin)).map(({ verdict, found: text }: Record<string, string>) => [verdict, text])
    expect(await found()).toEqual([['odd', expect.stringContaining("which isn't ours; type ~/.fairlead/bin/fairlead")]])
    const is = (version: string) =>
      writeFileSync(join(copy, 'package.json'), JSON.stringify({ name: 'fairlead', version }))
    is('1.2.2')
    expect(await found()).toEqual([['odd', expect.stringContaining('is 1.2.2, the installed one 1.2.3')]])
    is('1.2.3')
    expect(await found()).toEqual([['odd', expect.stringContaining("isn't what was installed from it")]])
    cpSync(seat.bundle, join(copy, 'dist'), { recursive: true })
    expect(await found()).toEqual([['good', expect.stringContaining('has the same 1.2.3 and hands over')]])
  })

  it('writes a report without commands, secrets and the name of the home', async () => {
    await bashCall(seat, 'curl -H "Authorization: Bearer sk-ant-abcdefghijklmnopqrstuvwxyz" https://example.com')
    const { code, out } = await typed(seat, ['doctor', '--report'])
    expect(code).toBe(0)
    const [name = ''] = readdirSync(seat.cwd).filter((file) => file.startsWith('fairlead-report-'))
    expect(out).toContain(name)
    const text = readFileSync(join(seat.cwd, name), 'utf8')
    expect(JSON.parse(text)).toMatchObject({ doctor: { runtimes: [{ live: true }, {}] }, gaps: [] })
    expect(JSON.parse(text).facts.at(-1)).toMatchObject({ kind: expect.any(String), runtime: 'claude-code' })
    for (const secret of ['curl', 'sk-ant', String(seat.env['HOME'])]) expect(text).not.toContain(secret)
    expect(statSync(join(seat.cwd, name)).mode & 0o777).toBe(0o600)
  })

  it('names records that a package or an image would carry, and the line that keeps them out', async () => {
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: seat.cwd })
    for (const name of ['package.json', 'Dockerfile', 'src/index.js', 'test/index.js']) {
      mkdirSync(dirname(join(seat.cwd, name)), { recursive: true })
      writeFileSync(join(seat.cwd, name), '{}')
    }
    git('add', '-A')
    const found = async () =>
      (await report()).checks.flatMap(({ what, found }: Record<string, string>) =>
        ['package', 'image'].includes(what ?? '') ? [found] : [],
      )
    expect(await found()).toEqual([])
    await typed(seat, ['init', '--yes', '--in-repo'])
    mkdirSync(join(seat.cwd, '.proof'))
    const names = '.proof'
    const where = seat.cwd
    expect(await found()).toEqual([
      expect.stringMatching(
        new RegExp(
          `^\`npm pack\` in ${where} would carry .*${names}.*; put \`"files": \\["Dockerfile","src"\\]\` into package.json`,
        ),
      ),
      expect.stringMatching(
        new RegExp(`^an image built in ${where} would carry .*${names}.*; list them in .dockerignore$`),
      ),
    ])
    expect(existsSync(join(seat.cwd, '.npmignore'))).toBe(false)
    writeFileSync(join(seat.cwd, 'package.json'), '{"files":["src"]}')
    writeFileSync(join(seat.cwd, '.dockerignore'), '**/.proof\n/.claude/\nactive_context.yaml\n')
    expect(await found()).toEqual([])
  })

  const ills: readonly { name: string; make: () => void; line: RegExp }[] = [
    {
      name: 'hooks that are gone',
      make: () => writeFileSync(paths.claude.settings, '{}'),
      line: /^claude-code isn't protected: its settings no longer contain our hook; run `fairlead init`$/,
    },
    {
      name: 'settings that are broken',
      make: () => writeFileSync(paths.claude.settings, '{"hooks": [}'),
      line: /^claude-code isn't protected: `~\/\.claude\/settings\.json`: .+; fix it$/,
    },
    {
      name: 'hooks that are switched off',
      make: () => {
        mkdirSync(join(seat.cwd, '.claude'), { recursive: true })
        writeFileSync(join(seat.cwd, '.claude/settings.local.json'), '{"disableAllHooks":true}')
      },
      line: /^claude-code isn't protected: `.*settings\.local\.json`: `disableAllHooks` is on; fix it$/,
    },
    {
      name: 'a neighbour that disables the file',
      make: () =>
        writeFileSync(
          paths.claude.settings,
          readFileSync(paths.claude.settings, 'utf8').replace(
            '"PreToolUse": [',
            '"PreToolUse": [{"hooks":[{"type":"x"}]},',
          ),
        ),
      line: /an invalid entry in `hooks\.PreToolUse` disables the whole file; fix it$/,
    },
    {
      name: 'trust that is void',
      make: () => writeFileSync(paths.codex.config, ''),
      line: /^codex isn't protected: 12 of 12 hooks are not trusted and don't run; run `fairlead init`$/,
    },
    {
      name: 'a feature that is off',
      make: () =>
        writeFileSync(
          paths.codex.config,
          readFileSync(paths.codex.config, 'utf8').replace('[features]', '[features]\nhooks = false'),
        ),
      line: /`hooks = false` under `\[features\]` turns hooks off; remove it$/,
    },
    {
      name: 'a silent hook',
      make: () => writeFileSync(join(paths.current, 'hook.cjs'), ''),
      line: /^claude-code isn't protected: it let `rm -rf \/` pass; run `fairlead init` again$/,
    },
    {
      name: 'a readable key',
      make: () => chmodSync(paths.key, 0o644),
      line: /^approval key: `~\/.*approval\.key` has mode 644; run `chmod 600 /,
    },
    {
      name: 'a missing key',
      make: () => rmSync(paths.key),
      line: /^approval key: .* is missing, so nothing can be approved; run `fairlead init`$/,
    },
    {
      name: 'a broken database',
      make: () => writeFileSync(paths.database, 'x'.repeat(5_000)),
      line: /^audit: can't read `~\/.*hooks\.db` /,
    },
    {
      name: 'a list that is gone with its database',
      make: () => rmSync(paths.database),
      line: /^audit: .*(?:missing|gone)/,
    },
  ]
  it.each(ills)('finds $name and ends with 1', async ({ make, line }) => {
    make()
    const ran = await typed(seat, ['doctor'])
    expect(ran.code).toBe(1)
    expect(ran.line).toMatch(line)
    // It is running: it sends nobody to itself.
    expect(`${ran.out}\n${ran.line}`).not.toContain('run `fairlead doctor')
  })

  it('tells gaps, changed files and a state file that cannot be read, without failing', async () => {
    await bashCall(seat, 'ls')
    writeFileSync(
      gapsFileOf(paths),
      `${JSON.stringify({ atMs: Date.now(), runtime: 'codex', project: '/p', problem: 'disk full', outcome: 'allow' })}\n`,
    )
    writeFileSync(paths.claude.settings, `${readFileSync(paths.claude.settings, 'utf8')} `)
    rmSync(join(homeOf(seat), 'active_context.yaml'), { force: true })
    mkdirSync(join(homeOf(seat), 'active_context.yaml'))
    const { code, out } = await typed(seat, ['doctor', '--verbose'])
    expect(code).toBe(0)
    expect(out).toContain('! gaps             1 call answered without stored state, the last 0 s ago: disk full')
    expect(out).toContain('! our files        `~/.claude/settings.json` changed since `fairlead init`')
    expect(out).toContain("active_context.yaml`: it isn't a file; Fairlead works from its own records until you fix it")
  })

  it('tells that the daemon was killed, and what ran meanwhile', async () => {
    await bashCall(seat, 'ls')
    const { gate } = await wired(paths, seat.env)
    const ran = { session: sessionId('session-1'), call: callId('call-1'), tool: 'Bash', preview: 'sh tidy.sh' }
    const times = { fromMs: Date.now(), toMs: Date.now() }
    const report = { of: 'daemon-end', how: 'killed', pid: 7, ...times, calls: [ran] } as const
    const event = { id: eventId('end'), atMs: Date.now(), runtime: 'fairlead', session: sessionId('daemon') }
    await gate.submit({ ...event, cwd: seat.cwd, kind: 'report', report }, projectRoot(seat.cwd))
    await gate.close()
    const { code, out } = await typed(seat, ['doctor', '--verbose'])
    expect(code).toBe(0)
    expect(out).toMatch(
      /! daemon {11}.*it was killed or crashed \d+ s ago, while Bash `sh tidy\.sh` ran; hooks decided without it/,
    )
  })

  it('tells what is wrong in the policy files', async () => {
    writeFileSync(join(seat.cwd, 'fairlead.yaml'), 'edge: { level: steer }\nfilesystem: { rm_rf: block-some }\n')
    const { code, out } = await typed(seat, ['doctor', '--verbose'])
    expect(code).toBe(0)
    expect(out).toMatch(/! policy {11}.*fairlead\.yaml:1: .*stays `gate`/)
    expect(out).toMatch(/! policy {11}.*fairlead\.yaml:2: `filesystem\.rm_rf` is `block-some`/)
    writeFileSync(join(seat.cwd, 'fairlead.yaml'), 'filesystem: { rm_rf: block-all }\n')
    expect((await typed(seat, ['doctor', '--verbose'])).out).toContain('✓ policy           no problems')
  })

  it('[PLANE-L15c] says that the client lacks a tool when a director was named after `init`', async () => {
    const tools = async () => (await typed(seat, ['doctor'])).out.split('\n').filter((line) => /! tools /.test(line))
    expect(await tools()).toEqual([])
    ownPolicy(seat.env, 'roles: { director: lead }\n')
    expect(await tools()).toEqual([expect.stringMatching(/! tools .*was not given; run `fairlead init` again/)])
    await typed(seat, ['init', '--yes'])
    expect(await tools()).toEqual([])
  })

  it('finds nothing to do in the hooks when `edge.park_seconds` changes after `init`', async () => {
    ownPolicy(seat.env, 'edge: { park_seconds: 540 }\n')
    expect((await typed(seat, ['doctor'])).out).not.toContain('park_seconds')
    expect((await typed(seat, ['config', 'check'])).out).toBe('1 policy file, no errors')
    expect((await typed(seat, ['init', '--yes'])).out).toContain('already')
  })

  it('asks in a governed project when called elsewhere, and forgives a project that is gone', async () => {
    const elsewhere = { ...seat, cwd: root }
    expect((await typed(elsewhere, ['doctor'])).out).toMatch(/claude-code live/)
    rmSync(seat.cwd, { recursive: true })
    expect((await typed(elsewhere, ['doctor'])).out).toContain('is gone; it stays set up in case it comes back')
  })

  it('does not miss what was never wanted', async () => {
    await typed(seat, ['uninstall', '--yes'])
    const none = await typed(seat, ['doctor'])
    expect([none.code, none.out.split('\n')[0]]).toEqual([0, 'projects none; run `fairlead init` in a project'])
    await typed(seat, ['init', '--yes', '--runtime', 'claude-code'])
    const one = await typed(seat, ['doctor'])
    expect(one.code).toBe(0)
    expect(one.out).toContain('codex not set up; run `fairlead init` in a project')
  })
})
