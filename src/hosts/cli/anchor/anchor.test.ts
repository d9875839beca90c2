import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { hookCall } from '../../../../test/support/hook-call.ts'

let root: string
let seat: Seat
beforeEach(() => {
  ;({ root, seat } = freshHome())
  put('README.md', '# A project\n')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const put = (name: string, text: string) => {
  mkdirSync(dirname(join(root, 'project', name)), { recursive: true })
  writeFileSync(join(root, 'project', name), text)
}
const run = (...args: string[]) => typed(seat, ['anchor', ...args])

describe('roles', () => {
  it('[ANCHOR-22] are listed with what they are for, also before they are written', async () => {
    const { code, out } = await run('roles')
    expect([code, out.split('\n')[0]]).toEqual([
      0,
      '  implementer   worker: Make the change that was asked for, no larger than it has to be, and leave proof that it works',
    ])
    put('.claude/agents/odd.oct.md', 'ROLE::X')
    const all = JSON.parse((await run('roles', '--json')).out)
    expect(all).toContainEqual({
      name: 'odd',
      mission: 'cannot be read',
      trust: 'worker',
      path: '.claude/agents/odd.oct.md',
    })
  })

  it('are shown with everything they hold an agent to', async () => {
    const { code, out } = await run('show', 'Reviewer')
    expect([code, out]).toEqual([0, expect.stringContaining('REVIEWER (.hestai-sys/agents/reviewer.oct.md)')])
    expect(out).toMatch(/trust {7}reader/)
    expect(out).toContain('EVIDENCE_OVER_OPINION')
    put('.claude/agents/odd.oct.md', 'ROLE::X')
    expect([(await run('show', '../x')).line, (await run('show', 'odd')).line]).toEqual([
      'there is no role `../x` here; `fairlead anchor roles` lists them',
      '`.claude/agents/odd.oct.md` lacks COGNITION and PRINCIPLES, MUST_ALWAYS or MUST_NEVER; `fairlead anchor lint .claude/agents/odd.oct.md` shows where',
    ])
  })

  it('[ANCHOR-35] are checked, each problem with its place', async () => {
    put('good.oct.md', 'ROLE::X\nCOGNITION::LOGOS\nPRINCIPLES::[A]\n')
    put('bad.oct.md', 'ROLE: X\nCOGNITION::LOGOS\nPRINCIPLES::[A]\n')
    put('odd.oct.md', 'ROLE::X\nCOGNITION::LOGOS\nPRINCIPLES::[A]\nwhat\n')
    expect(await run('lint', 'good.oct.md')).toMatchObject({
      code: 0,
      out: 'good.oct.md: X can be bound to; 1 constraint',
    })
    expect(await run('lint', 'bad.oct.md')).toEqual({
      code: 1,
      out: 'bad.oct.md: line 1, column 5: expected `::` between a key and its value; for example `ROLE::"X"`',
      line: '`bad.oct.md` lacks ROLE; no agent can bind to it',
    })
    expect((await run('lint', 'odd.oct.md')).line).toBe(
      "`odd.oct.md` has 1 problem; those lines are ignored until they're fixed",
    )
    put('typo.oct.md', 'ROLE::X\nCOGNITION::HAPPY\nPRINCIPLES::[A]\nTRUST::raeder\n')
    expect(await run('lint', 'typo.oct.md')).toEqual({
      code: 1,
      out: [
        'typo.oct.md: line 2, column 1: expected ETHOS, LOGOS, PATHOS; for example `COGNITION::LOGOS`',
        'typo.oct.md: line 4, column 1: expected reader, worker, director; for example `TRUST::worker`',
      ].join('\n'),
      line: "`typo.oct.md` has 2 problems; those lines are ignored until they're fixed",
    })
    expect((await run('lint', 'absent')).line).toBe("`absent` isn't a readable text file; name another")
  })

  it('are those of a project', async () => {
    seat = { ...seat, cwd: '/' }
    expect([(await run('roles')).line, (await run('show', 'x')).line]).toEqual(
      Array(2).fill("`/` isn't in a project; go to one where you ran `fairlead init`"),
    )
  })
})

describe('[ANCHOR-14, ANCHOR-50] who is bound', () => {
  beforeEach(async () => {
    put('fairlead.yaml', 'anchor: { required: true }\n')
    mkdirSync(join(root, 'home/.fairlead/policy'), { recursive: true })
    writeFileSync(join(root, 'home/.fairlead/policy/policy.yaml'), 'anchor: { express: ["main=tester"] }\n')
    await typed(seat, ['init', '--yes'])
    const stdout = await hookCall(seat, { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' })
    expect(stdout).toContain('you are bound to the role `tester`')
  })

  it('is told, and taken away by the first letters of the token', async () => {
    const { required, anchors } = JSON.parse((await run('status', '--json')).out)
    expect([required, anchors]).toMatchObject([
      true,
      [{ state: 'BOUND', role: 'tester', runtime: 'claude-code', session: 's1', agent: 'main' }],
    ])
    const token: string = anchors[0].token
    expect((await run('status')).out).toMatch(
      new RegExp(
        `^agents must bind to a role here\n  ${token.slice(0, 8)}  BOUND tester, main agent of claude-code session s1, `,
      ),
    )
    expect((await run('revoke', 'nothing-like-it')).line).toContain('no agent holds the role token `nothing-like-it`')
    expect((await run('revoke', token.slice(0, 8))).out).toBe(
      `${token} is revoked; the agent that held it must bind again`,
    )
    expect((await run('status')).out.split('\n')).toEqual([
      'agents must bind to a role here',
      'no agent is bound',
      '1 folder below `.hestai/sessions` that no agent holds; old ones are removed after 30 days (`anchor.keep_days`)',
    ])
  })

  it('[ANCHOR-60] is told apart from whose session is over, and from folders that nobody holds', async () => {
    await hookCall(seat, { session_id: 's1', hook_event_name: 'SessionEnd', reason: 'exit' })
    mkdirSync(join(homeOf(seat), '.hestai/sessions/active/left-over'))
    const { out } = await run('status')
    expect(out).toMatch(/BOUND tester, main agent of claude-code session s1, .* ago; its session ended, last seen /)
    expect(out.split('\n').at(-1)).toBe(
      '1 folder below `.hestai/sessions` that no agent holds; old ones are removed after 30 days (`anchor.keep_days`)',
    )
    const { anchors, unheld, keepDays } = JSON.parse((await run('status', '--json')).out)
    expect([anchors[0].silentSinceMs > 0, unheld, keepDays]).toEqual([true, 1, 30])
  })

  it('[ANCHOR-56] is lost with its file', async () => {
    rmSync(join(homeOf(seat), '.hestai'), { recursive: true })
    expect((await run('status')).out).toContain('its file is gone or was changed, so it unlocks nothing')
  })

  it('registers the server where an anchor is demanded', async () => {
    const file = join(root, 'home/.claude.json')
    const { mcpServers } = JSON.parse(readFileSync(file, 'utf8'))
    expect(mcpServers.fairlead).toMatchObject({ args: ['mcp', 'claude-code'] })
    await typed(seat, ['uninstall', '--yes'])
    expect(existsSync(file)).toBe(false)
  })
})

describe('[ANCHOR-43, ANCHOR-61] the example of the guide: one agent may more than another', () => {
  const guide = readFileSync(new URL('../../../../docs/guides/bind-an-agent.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n(# ~\/\.fairlead\/policy\/policy\.yaml\nanchor:[^`]*)```/.exec(guide) ?? []
  const use = async (type: string | undefined, tool: 'Write' | 'Bash') => {
    const input = tool === 'Write' ? { file_path: join(seat.cwd, 'a.txt'), content: 'x' } : { command: 'touch a.txt' }
    const who = type === undefined ? {} : { agent_id: `id-${type}`, agent_type: type }
    const call = { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input }
    const stdout = await hookCall(seat, { session_id: 's1', ...call, ...who })
    const reason: string = stdout === '' ? '' : JSON.parse(stdout).hookSpecificOutput.permissionDecisionReason
    return reason.replace(/^Fairlead blocked .*\n/, '').replace(/ \(ANCHOR-\d+\)$/, '')
  }

  const rows: readonly (readonly [string | undefined, string, string])[] = [
    [undefined, '', ''],
    [
      'checker',
      'you are bound to the role `tester`, which opens shell and not edit; give the change to an agent with another role',
      '',
    ],
    ...['general-purpose', 'lead'].map((type) => {
      const why =
        'you are bound to the role `reviewer`, which can only read; give the change to an agent with another role'
      return [type, why, why] as const
    }),
    ['Explore', '', ''],
  ]
  it.each(rows)('agent type %s', async (type, edit, shell) => {
    mkdirSync(join(root, 'home/.fairlead/policy'), { recursive: true })
    writeFileSync(join(root, 'home/.fairlead/policy/policy.yaml'), example)
    await typed(seat, ['init', '--yes'])
    await hookCall(seat, { session_id: 's1', hook_event_name: 'SessionStart', source: 'startup' })
    if (type !== undefined)
      await hookCall(seat, {
        session_id: 's1',
        hook_event_name: 'SubagentStart',
        agent_id: `id-${type}`,
        agent_type: type,
      })
    expect([await use(type, 'Write'), await use(type, 'Bash')]).toEqual([edit, shell])
  })
})

it('without a demand it says so', async () => {
  await typed(seat, ['init', '--yes'])
  await hookCall(seat, { hook_event_name: 'Stop', stop_hook_active: false })
  expect((await run('status')).out).toBe(
    "agents don't have to bind to a role here (`anchor.required: false`)\nno agent is bound",
  )
  seat = { ...seat, cwd: '/' }
  expect([(await run('status')).code, (await run('revoke', 'x')).code]).toEqual([1, 1])
})
