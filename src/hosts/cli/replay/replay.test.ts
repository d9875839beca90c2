import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { genericTool } from './generic-tool.ts'
import { guessProject } from './rows.ts'

let folder: string
let seat: Seat
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-replay-'))
  const cwd = join(folder, 'work')
  mkdirSync(cwd)
  seat = { env: { HOME: folder }, cwd, bundle: '', node: process.execPath }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, rows: readonly unknown[]) => {
  writeFileSync(
    join(seat.cwd, name),
    rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'),
  )
  return name
}
const at = (index: number) => new Date(Date.UTC(2026, 10, 15, 9, index)).toISOString()
const event = (tool: string, target: string, index: number, over = {}) => ({
  kind: 'tool',
  tool,
  target,
  input: `i${index}`,
  result: `r${index}`,
  failed: false,
  at: at(index),
  ...over,
})
const many = (times: number, make: (index: number) => unknown) =>
  Array.from({ length: times }, (_, index) => make(index))
const session = {
  session: 's1',
  runtime: 'codex',
  events: [
    { kind: 'prompt', at: at(0) },
    ...many(6, (index) => event('Read', `/w/p/src/a${index}.ts`, index)),
    ...many(4, (index) => event('Edit', '/w/p/src/a.ts', 10 + index)),
    event('exec_command', 'git push', 20),
    ...many(3, () => event('exec_command', 'npm test', 30, { failed: true })),
  ],
}
const json = async (args: readonly string[]) => {
  const { out } = await typed(seat, ['replay', ...args, '--json'])
  return out.split('\n').map((line) => JSON.parse(line))
}

describe('fairlead replay', () => {
  it('prints one object a session, in the documented shape', async () => {
    const [report] = await json([put('sessions.jsonl', [session])])
    expect(Object.keys(report)).toEqual([
      'session',
      'actions',
      'boundaries',
      'loops',
      'windows',
      'steers',
      'holds',
      'gaps',
    ])
    expect(report).toEqual({
      session: 's1',
      actions: [
        ...many(6, () => ({ kind: 'explore' })),
        ...many(4, () => ({ kind: 'edit' })),
        { kind: 'ship' },
        ...many(3, () => ({ kind: 'verify' })),
      ],
      boundaries: [
        { at: 9, from: 'explore', to: 'edit', signals: ['work-shift'], why: 'explore to edit, held 4 actions' },
      ],
      loops: [{ at: 13, how: 'same-result', times: 3 }],
      windows: [
        { number: 1, at: 0, kind: 'explore', evidence: 'none' },
        { number: 2, at: 9, kind: 'edit', evidence: 'partial-evaluation' },
      ],
      steers: [{ at: 10, signal: 'first-protected', text: expect.stringMatching(/^Fairlead: /), delivered: true }],
      holds: [
        { at: 10, decision: 'hold', tier: 'junction', rules: expect.arrayContaining(['git.push']), call: 'git push' },
      ],
      gaps: [],
    })
  })

  it('reads labelled rows, and names their run', async () => {
    const steps = [
      ...many(21, (index) => ({ tool: 'str_replace_editor', command: 'view', path: `/w/p/lib/${index}.py` })),
      { tool: 'str_replace_editor', command: 'create', path: '/w/p/reproduce.py' },
      { tool: 'execute_bash', command: 'cd /w/p && python reproduce.py', path: '' },
    ]
    const [report] = await json([put('labelled.jsonl', [{ run: 'r1', steps }])])
    expect([report.session, report.run, report.actions.slice(-3)]).toEqual([
      'r1',
      'r1',
      [{ kind: 'explore' }, { kind: 'verify' }, { kind: 'verify' }],
    ])
    expect(report.gaps).toEqual([
      { signal: 'time-budget', missing: 'time' },
      { signal: 'failure-loop', missing: 'result' },
    ])
  })

  it('reads rows with other field names, without losing a call', async () => {
    const steps = [
      { tool: 'bash', command: 'npm test', path: '/w/p' },
      { tool: 'str_replace_editor', command: 'view', path: '' },
      { tool_name: 'edit_file', command: 'make it better', file_path: '/w/p/lib/a.py' },
      { name: 'Read', file_path: '/w/p/lib/a.py' },
      { tool: 'exec', cmd: ['git', 'status'] },
      null,
      'odd',
      {},
    ]
    const events = [
      { tool: 'Read', target: '/w/p/a.ts', timestamp: 1_794_733_200 },
      { type: 'tool_use', tool: 'Bash', target: 'npm test', is_error: true, ts: 1_794_733_260_000 },
      { type: 'message', tool: 'Bash', target: 'ls' },
      { kind: 'tool', tool: 'str_replace_editor', target: 'create /w/p/test_a.py', at: 'long ago' },
      { kind: 'tool', tool: 'str_replace_editor', target: '/w/p/a.py', at: null },
      7,
    ]
    const rows = [
      { instance_id: 'r1', steps },
      { session_id: 7, events },
      { run: 'r2', session: 's2', events: [] },
    ]
    const told = (await json([put('other.jsonl', rows)])).map(({ session: id, run, actions }) => ({
      id,
      run,
      kinds: actions.map(({ kind }: { readonly kind: string }) => kind).join(' '),
    }))
    expect(told).toEqual([
      { id: 'r1', run: 'r1', kinds: 'verify explore edit explore explore other other other' },
      { id: '7', run: undefined, kinds: 'explore verify verify edit' },
      { id: 's2', run: 'r2', kinds: '' },
    ])
  })

  it('reads a list of rows as well as rows', async () => {
    const rows = [session, { ...session, session: 's2' }]
    put('list.json', [rows])
    writeFileSync(join(seat.cwd, 'spread.json'), JSON.stringify(rows, null, 2))
    const told = await json(['list.json', 'spread.json'])
    expect(told.map(({ session: id }) => id)).toEqual(['s1', 's2', 's1', 's2'])
  })

  it("continues after a file that can't be read", async () => {
    const told = await typed(seat, ['replay', 'nothing.jsonl', '.', put('sessions.jsonl', [session])])
    expect(told).toMatchObject({
      code: 1,
      out: expect.stringContaining('14 calls'),
      line: "can't read `nothing.jsonl` (no such file or folder); check the path",
    })
  })

  it('reads the transcripts of both clients', async () => {
    const use = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })
    const base = { sessionId: 'c1', cwd: '/w/p', timestamp: at(1) }
    const claude = put('claude.jsonl', [
      { ...base, type: 'assistant', message: { content: [use('a', 'ls')] } },
      { ...base, type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'a', content: 'x' }] } },
      { ...base, type: 'assistant', message: { content: [use('b', 'rm -rf /')] } },
    ])
    const codex = put('codex.jsonl', [
      { timestamp: at(0), type: 'session_meta', payload: { id: 't1', cwd: '/w/p' } },
      {
        timestamp: at(1),
        type: 'response_item',
        payload: { type: 'function_call', name: 'exec_command', arguments: '{"cmd":"npm test"}', call_id: 'a' },
      },
    ])
    const reports = await json([claude, codex])
    expect(reports.map(({ session: id, actions }) => [id, actions.length])).toEqual([
      ['c1', 2],
      ['t1', 1],
    ])
    expect(reports[0].holds).toMatchObject([{ at: 1, decision: 'block', tier: 'catastrophic' }])
  })

  it('places a loop at its last call, also among parallel calls', async () => {
    const base = { sessionId: 'c2', cwd: '/w/p', timestamp: at(1) }
    const use = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })
    const done = (id: string, content: string) => ({ type: 'tool_result', tool_use_id: id, content })
    const rounds = many(3, (round) => [
      {
        ...base,
        type: 'assistant',
        message: { content: [use(`a${round}`, 'make x'), use(`b${round}`, `cat ${round}`)] },
      },
      { ...base, type: 'user', message: { content: [done(`a${round}`, 'same'), done(`b${round}`, `${round}`)] } },
    ]).flat()
    const [report] = await json([put('beside.jsonl', rounds)])
    expect([report.actions.length, report.loops]).toEqual([6, [{ at: 4, how: 'same-result', times: 3 }]])
  })

  it('shows what another policy would change', async () => {
    writeFileSync(join(seat.cwd, 'try.yaml'), 'edge: { level: observe }\nplane: { routine: steer, persist_calls: 3 }\n')
    const [report] = await json([put('sessions.jsonl', [session]), '--policy', 'try.yaml'])
    expect(report.differences).toEqual([
      { at: 8, what: 'boundary', before: 'none', after: 'explore to edit (work-shift)' },
      { at: 8, what: 'steer', before: 'none', after: 'work-shift' },
      { at: 9, what: 'boundary', before: 'explore to edit (work-shift)', after: 'none' },
      { at: 10, what: 'decision', before: 'hold', after: 'allow' },
      { at: 10, what: 'steer', before: 'first-protected', after: 'none' },
      { at: 13, what: 'boundary', before: 'none', after: 'edit to verify (work-shift)' },
      { at: 13, what: 'steer', before: 'none', after: 'work-shift' },
    ])
    const same = await typed(seat, ['replay', 'sessions.jsonl', '--policy', put('empty.yaml', [''])])
    expect(same.out).toContain('this policy changes nothing here')
    const other = await typed(seat, ['replay', 'sessions.jsonl', '--policy', 'try.yaml'])
    expect(other.out).toContain('verdict: hold becomes allow')
  })

  it('is readable for people', async () => {
    const { out } = await typed(seat, ['replay', put('sessions.jsonl', [session])])
    expect(out).toContain('14 calls, 1 change of work, 1 loop, 1 hint, 1 hold')
    expect(out).toContain('change    explore to edit, held 4 actions')
    expect(out).toContain('loop      same-result, 3 times')
    expect(out).toContain('hold      git push (')
  })

  it("names what it can't read, and continues", async () => {
    const mixed = put('mixed.jsonl', ['{torn', session, { neither: 1 }, ''])
    const told = await typed(seat, ['replay', mixed])
    expect(told).toMatchObject({ code: 1, out: expect.stringContaining('14 calls') })
    expect(told.line).toBe('2 lines could not be replayed; the first: `mixed.jsonl` line 1: not JSON')
    expect(await typed(seat, ['replay', 'nothing.jsonl'])).toMatchObject({
      code: 1,
      line: "can't read `nothing.jsonl` (no such file or folder); check the path",
    })
    expect(await typed(seat, ['replay', put('empty.jsonl', [''])])).toMatchObject({
      code: 1,
      line: expect.stringContaining('no session found'),
    })
    expect(await typed(seat, ['replay', mixed, '--policy', 'no.yaml'])).toMatchObject({
      code: 1,
      line: expect.stringContaining("can't read `no.yaml`"),
    })
    expect(
      await typed(seat, ['replay', mixed, '--policy', put('bad.yaml', ['plane: { routine: gate }'])]),
    ).toMatchObject({
      code: 1,
      line: expect.stringContaining('`bad.yaml` line 1'),
    })
  })
})

describe('a row', () => {
  it.each([
    [
      'exec',
      'const r = await tools.exec_command({"cmd":"npm test","workdir":"x"})',
      { kind: 'shell', command: 'npm test' },
    ],
    ['exec', "await tools.exec_command({ cmd: 'git \\'x\\'' })", { kind: 'shell', command: "git 'x'" }],
    [
      'exec',
      'await tools.apply_patch("*** Begin Patch\\n*** Update File: a.ts\\n@@")',
      { kind: 'edit', changes: [{ path: 'a.ts' }] },
    ],
    ['bash', 'ls', { kind: 'shell', command: 'ls' }],
    ['grep', 'foo', { kind: 'read', paths: ['foo'] }],
    ['Write', '/a', { kind: 'edit', changes: [{ op: 'write', path: '/a' }] }],
    [
      'apply_patch',
      '*** Add File: a\n*** Delete File: b',
      {
        kind: 'edit',
        changes: [
          { op: 'write', path: 'a' },
          { op: 'delete', path: 'b' },
        ],
      },
    ],
    ['apply_patch', 'nobody can read this', { kind: 'edit', changes: [{ op: 'edit', path: '' }] }],
    ['str_replace_editor', 'view /w/a.py', { kind: 'read', name: 'str_replace_editor', paths: ['/w/a.py'] }],
    ['str_replace_editor', 'insert', { kind: 'edit', changes: [{ op: 'edit', path: '' }] }],
    ['text_editor', '/w/a.py', { kind: 'edit', changes: [{ op: 'edit', path: '/w/a.py' }] }],
    ['text_editor', 'text_editor', { kind: 'edit' }],
    ['replace_in_file', '/w/a.py', { kind: 'edit', changes: [{ op: 'edit', path: '/w/a.py' }] }],
    ['delete_file', '/w/a.py', { kind: 'edit', changes: [{ op: 'delete', path: '/w/a.py' }] }],
    ['view_file', '/w/a.py', { kind: 'read', paths: ['/w/a.py'] }],
    ['frobnicate', '/w/a.py', { kind: 'other', input: { path: '/w/a.py' } }],
    ['Read', '', { kind: 'read', paths: [] }],
    ['WebFetch', 'https://x', { kind: 'network', target: 'https://x' }],
    ['Task', 'look', { kind: 'delegate', prompt: 'look' }],
    ['Skill', 'edge', { kind: 'skill', skill: 'edge' }],
    ['mcp__linear__create_issue', '', { kind: 'mcp', server: 'linear', tool: 'create_issue' }],
    ['mcp__x__run_command', '', { kind: 'mcp', server: 'x', tool: 'run_command' }],
    ['functions.exec_command', 'npm test', { kind: 'shell', name: 'functions.exec_command', command: 'npm test' }],
    [
      'default_api:run_shell_command',
      'npm test',
      { kind: 'shell', name: 'default_api:run_shell_command', command: 'npm test' },
    ],
    ['developer__shell', 'npm test', { kind: 'shell', name: 'developer__shell', command: 'npm test' }],
    ['runInTerminal', 'npm test', { kind: 'shell', name: 'runInTerminal', command: 'npm test' }],
    ['bash-tool', 'npm test', { kind: 'shell', name: 'bash-tool', command: 'npm test' }],
    ['functions.read_file', '/w/a.py', { kind: 'read', name: 'functions.read_file', paths: ['/w/a.py'] }],
    ['view_file', 'C:\\w\\a.py', { kind: 'read', paths: ['/c/w/a.py'] }],
    ['edit_file', 'D:/w/a.py', { kind: 'edit', changes: [{ op: 'edit', path: '/d/w/a.py' }] }],
    ['command_status', '7', { kind: 'other', name: 'command_status' }],
    ['execute_code', 'print(1)', { kind: 'other', name: 'execute_code' }],
    ['write_stdin', 'y', { kind: 'other', name: 'write_stdin' }],
    ['str-replace-editor', 'view /w/a.py', { kind: 'read', paths: ['/w/a.py'] }],
    ['run_tests', '/w/a_test.py', { kind: 'other', input: { path: '/w/a_test.py' } }],
    ['TodoWrite', '', { kind: 'other', name: 'TodoWrite' }],
  ])('%s %s', (name, target, tool) => {
    expect(genericTool(name, target)).toMatchObject(tool)
  })

  it.each([
    [['/w/p/src/a.ts', '/w/p/src/b.ts'], '/w/p'],
    [['/w/p/x/a.ts', '/w/p/y/b.ts'], '/w/p'],
    [[...many(9, () => '/w/p/q/a.ts'), '/elsewhere/b.py'] as readonly string[], '/w/p/q'],
    [['relative.ts'], '/'],
    [[], '/'],
  ])('with %j was about %s', (paths, project) => {
    expect(guessProject(paths)).toBe(project)
  })
})
