import { describe, expect, it } from 'vitest'
import { AROUND, common } from '../../../../../test/support/events.ts'
import {
  after,
  editTool,
  entriesOf,
  ledgerEvent,
  playLedger,
  policyWith,
  recordOf,
  shellTool,
} from '../../../../../test/support/ledger.ts'
import type { ToolCall } from '../../../model/tool.ts'
import { reasoningOf } from './record.ts'

const P = AROUND.project
const seen = (tool: ToolCall, output = '', ok = true) => entriesOf(playLedger([after(tool, output, { ok })]).last)
const COMMITTED = '[main 1a2b3c4] Rotate tokens\n 2 files changed'
const lines = (count: number) => Array.from({ length: count }, (_, index) => `src/a${index}.ts:1: x`).join('\n')

describe('what is seen at the boundary', () => {
  it('[LEDGER-48] a changed file becomes an identifier below the project, and nothing else does', () => {
    const tool = editTool(`${P}/src/a.ts`, '/etc/passwd', P, `${P}/loa-grimoire/NOTES.md`, `${P}/.proof/x`, `${P}/a\nb`)
    expect(seen(tool)).toEqual([{ phase: 'execute', path: '${PROJECT_ROOT}/src/a.ts', purpose: 'edited', lines: '' }])
    expect(seen(tool, '', false)).toEqual([])
    const moved: ToolCall = { kind: 'edit', name: 'x', changes: [{ op: 'move', path: `${P}/a.ts`, to: `${P}/b.ts` }] }
    expect(seen(moved)).toEqual([{ phase: 'execute', path: '${PROJECT_ROOT}/b.ts', purpose: 'moved here', lines: '' }])
  })

  it('an identifier is written once while it is fresh', () => {
    const edit = () => after(editTool(`${P}/a.ts`))
    const { outcomes } = playLedger([edit(), edit(), ledgerEvent({ kind: 'prompt', text: 'go on' }), edit()])
    expect(outcomes.map((outcome) => entriesOf(outcome).length)).toEqual([1, 0, 1, 1])
    const old = { ...after(editTool(`${P}/a.ts`)), atMs: common().atMs + 700_000 }
    expect(entriesOf(playLedger([edit(), old]).last)).toHaveLength(1)
  })

  it('[LEDGER-131] a commit, a test outcome and a revert become entries of the Decision Log', () => {
    expect(seen(shellTool('git add -A && git commit -m x'), COMMITTED)).toMatchObject([
      {
        phase: 'result',
        supersedes: '',
        what: 'commit',
        title: 'Committed 1a2b3c4: Rotate tokens',
        detail: 'Rotate tokens',
        ok: true,
      },
    ])
    expect(seen(shellTool('git commit -m x'), '[main (root-commit) 1a2b3c4] First')).toMatchObject([
      { title: 'Committed 1a2b3c4: First' },
    ])
    expect(seen(shellTool('npm test'), '')).toMatchObject([{ what: 'tests', title: 'Tests pass', detail: 'npm test' }])
    expect(seen(shellTool('npm test'), '', false)).toMatchObject([{ what: 'tests', title: 'Tests fail', ok: false }])
    for (const command of ['git revert HEAD', 'git reset --hard', 'git -c a=b restore src', 'git checkout -- src/a.ts'])
      expect(seen(shellTool(command))).toMatchObject([
        { what: 'revert', title: expect.stringMatching(/^Undone with git/) },
      ])
  })

  it.each([
    ['git commit -q -m x', ''],
    ['git status', COMMITTED],
    ['echo git', ''],
    ['git', ''],
    ['git $VERB', ''],
    ['if true; then git; fi', ''],
    ['git reset', ''],
    ['git restore --staged a', ''],
    ['git checkout main', ''],
    ['cat digital', ''],
    ['python - <<< "git"', ''],
  ])('[LEDGER-131] `%s` is none of these', (command, output) => {
    expect(seen(shellTool(command), output)).toEqual([])
  })

  it('a test outcome is told when it changes', () => {
    const run = (ok: boolean, command = 'npm test') => after(shellTool(command), '', { ok })
    const { outcomes } = playLedger([run(true), run(true), run(false), run(false), run(false, 'npm test -- a')])
    expect(outcomes.map((outcome) => entriesOf(outcome).length)).toEqual([1, 0, 1, 0, 1])
  })

  it('[LEDGER-13] no secret reaches a line', () => {
    const secret = 'ghp_abcdefghijklmnopqrstuvwxyz0123456789'
    const { outcomes } = playLedger([
      ledgerEvent({ kind: 'prompt', text: `use ${secret} please` }),
      after(shellTool(`TOKEN=${secret} npm test`)),
      after(shellTool('git commit -m x'), `[main 1a2b3c4] ${secret}`),
      after(shellTool(`rg ${secret} src`), lines(60)),
    ])
    expect(outcomes.flatMap(entriesOf)).toHaveLength(4)
    expect(JSON.stringify(outcomes)).not.toContain(secret)
  })

  it('[LEDGER-47] a search with more than 50 results is noticed, up to 50 it is not', () => {
    const grep: ToolCall = { kind: 'read', name: 'Grep', paths: [P], pattern: 'token' }
    expect(seen(grep, lines(51))).toEqual([{ phase: 'search', query: 'token', result_count: 51 }])
    expect(seen(grep, lines(50))).toEqual([])
    expect(seen(shellTool('cd src && rg -n token .'), `${lines(127)}\n\n`)).toEqual([
      { phase: 'search', query: '-n token .', result_count: 127 },
    ])
    expect(seen(shellTool('git grep token'), lines(60))).toMatchObject([{ query: 'token' }])
    expect(seen(shellTool('cat long.txt'), lines(500))).toEqual([])
    expect(seen({ kind: 'read', name: 'Read', paths: [P] }, lines(500))).toEqual([])
    expect(seen({ kind: 'other', name: 'x', input: null }, lines(500))).toEqual([])
  })
})

describe('where the work stands', () => {
  it('[LEDGER-29, LEDGER-89] is what was asked and what was seen since; the old value is logged with it', () => {
    const events = [
      ledgerEvent({ kind: 'prompt', text: '  rotate\nthe tokens ' }),
      ...['a', 'b', 'c', 'd'].map((name) => after(editTool(`${P}/src/${name}.ts`))),
      after(shellTool('npm test')),
      after(shellTool('git commit -m x'), COMMITTED),
    ]
    const { ledger } = playLedger(events)
    const text =
      'rotate the tokens — tests pass; Committed 1a2b3c4: Rotate tokens; changed src/d.ts, src/c.ts, src/b.ts and 1 more'
    expect(reasoningOf(ledger.record)).toBe(text)
    const next = playLedger([ledgerEvent({ kind: 'prompt', text: 'now the docs' })], undefined, ledger)
    expect(entriesOf(next.last)).toMatchObject([{ phase: 'intent', intent: 'now the docs', previous: text }])
    expect(reasoningOf(next.ledger.record)).toBe('now the docs')
    const failing = { ...ledger.record, tests: { ok: false, detail: '', atMs: ledger.record.intentMs } }
    expect(reasoningOf({ ...failing, reasoning: 'x'.repeat(400) })).toHaveLength(300)
    expect(reasoningOf(failing)).toContain('tests fail')
  })

  it('[LEDGER-24, LEDGER-131] tests count until a file changes, by an edit or by a shell, and the same outcome is one entry of the log', () => {
    const passed = playLedger([
      ledgerEvent({ kind: 'prompt', text: 'go' }),
      after(editTool(`${P}/a.ts`)),
      after(shellTool('npm test')),
    ]).ledger
    expect(reasoningOf(passed.record)).toBe('go — tests pass; changed a.ts')
    const edited = playLedger([after(editTool(`${P}/b.ts`))], undefined, passed).ledger
    expect(reasoningOf(edited.record)).toBe('go — changed b.ts, a.ts')
    const written = playLedger([after(shellTool('echo x > c.ts'))], undefined, passed).ledger
    expect(reasoningOf(written.record)).toBe('go — changed c.ts, a.ts')
    const again = playLedger([after(shellTool('npm test'))], undefined, edited)
    expect(entriesOf(again.last)).toMatchObject([{ phase: 'result', what: 'tests', decision_id: '', ok: true }])
    expect(reasoningOf(again.ledger.record)).toBe('go — tests pass; changed b.ts, a.ts')
    expect(again.ledger.record.decisionCount).toBe(1)
  })

  it('[LEDGER-131] an amended commit replaces the one before', () => {
    const first = after(shellTool('git commit -m x'), COMMITTED)
    const amended = after(shellTool('git commit --amend -m y'), '[main 5d6e7f8] Rotate all tokens')
    const { ledger } = playLedger([first, amended])
    expect(ledger.record.decisions.map(({ title, superseded }) => [title, superseded])).toEqual([
      ['Committed 1a2b3c4: Rotate tokens', true],
      ['Committed 5d6e7f8: Rotate all tokens', false],
    ])
    expect(entriesOf(playLedger([amended]).last)).toMatchObject([{ what: 'commit', supersedes: '' }])
  })

  it.each(['', '   ', '/clear it all', '<task-notification>done</task-notification>'])(
    '`%s` asks for nothing',
    (text) => {
      expect(playLedger([ledgerEvent({ kind: 'prompt', text })]).last).toBeUndefined()
    },
  )

  it('the same words twice are one intent', () => {
    const again = () => ledgerEvent({ kind: 'prompt', text: 'go' })
    expect(playLedger([again(), again()]).last).toBeUndefined()
  })
})

it('[LEDGER-114] with `ledger.record: false` nothing is heard', () => {
  const event = after(editTool(`${P}/a.ts`))
  expect(playLedger([event], policyWith({ record: false })).outcomes).toEqual([undefined])
})

it('[LEDGER-118] the lines are in the files with the event that made them', () => {
  const { last } = playLedger([after(shellTool('git commit -m x'), COMMITTED)])
  expect(last?.effects).toMatchObject([
    { kind: 'ledger.sync', agent: 'claude-code', notes: true, redo: false, lines: [{ n: 1, phase: 'result' }] },
  ])
})

it('[LEDGER-103] the agent names the file, and is a plain name', () => {
  const of = (over: object) => playLedger([{ ...after(editTool(`${P}/a.ts`)), ...over }]).last?.effects[0]
  expect([
    of({ agent: { id: 'x', type: 'implementing-tasks' } }),
    of({ agent: { id: 'x', type: '../../etc/x' } }),
    of({ runtime: 'a..b' }),
  ]).toMatchObject([{ agent: 'implementing-tasks' }, { agent: 'claude-code' }, { agent: 'agent' }])
})

it('other doorways are not the ledger’s', () => {
  expect(playLedger([ledgerEvent({ kind: 'other', name: 'Notification' })]).last).toBeUndefined()
})

it('every act and every phase is known', () => {
  const odd = { do: 'new' } as never
  expect(() => playLedger([ledgerEvent({ kind: 'ledger', act: odd })])).toThrow('unreachable')
  expect(() => recordOf({ phase: 'new' } as never)).toThrow('unreachable')
})
