import { describe, expect, it } from 'vitest'
import { AROUND, before, recorded, shell } from '../../../../../test/support/events.ts'
import {
  after,
  editTool,
  entriesOf,
  ledgerEvent,
  ledgerOf,
  POLICY,
  playLedger,
  policyWith,
  said,
  shellTool,
} from '../../../../../test/support/ledger.ts'
import { agentId } from '../../../model/ids.ts'
import { EMPTY_RECORD, type LedgerRecord, NO_ATTENTION } from '../../../model/ledger.ts'
import { INITIAL_STATE } from '../../../model/state.ts'
import type { ToolCall } from '../../../model/tool.ts'
import { NO_MEMORY } from '../../../model/tool.ts'
import { assess } from '../../../rules/assess.ts'
import { attentionOf, evolveLedger } from '../evolve.ts'
import { gateAttention } from '../gate-tool.ts'

const P = AROUND.project
/** One call after which the context holds so many tokens. */
const at = (tokens: number, window?: number) =>
  after(shellTool('ls'), '', { sight: { usage: { tokens, ...(window && { window }) } } })
const SESSION = at(0).session
const deltasOf = (outcome: { effects: readonly { kind: string }[] } | undefined) =>
  (outcome?.effects ?? []).filter(({ kind }) => kind === 'ledger.delta')

describe('the attention budget', () => {
  it.each([
    // LEDGER-68
    [4_999, 'green', false, {}],
    // LEDGER-69
    [5_000, 'yellow', true, {}],
    [9_999, 'yellow', true, {}],
    // LEDGER-70
    [10_000, 'orange', true, { steer: 'Context is filling. Consider /clear when ready.' }],
    [14_999, 'orange', true, { steer: 'Context is filling. Consider /clear when ready.' }],
    // LEDGER-72
    [15_000, 'red', true, { notice: 'Attention budget high. Recommend /clear.' }],
  ])(
    '[LEDGER-68, LEDGER-69, LEDGER-70, LEDGER-72, LEDGER-78] %i tokens since the last synthesis are %s',
    (tokens, level, isDue, words) => {
      // LEDGER-78: only what came since the last synthesis counts.
      const { last, ledger } = playLedger([at(20_000), at(20_000 + tokens)])
      expect(attentionOf(ledger, SESSION).level).toBe(level)
      expect([entriesOf(last), deltasOf(last).length === 1]).toEqual([[], isDue])
      expect(last?.decision).toMatchObject({ kind: 'allow', ...words })
      expect('steer' in (last?.decision ?? {})).toBe('steer' in words)
    },
  )

  it.each([
    [59, 'green', 0],
    [60, 'yellow', 1],
    [75, 'orange', 1],
    [90, 'red', 1],
  ])('[LEDGER-78] %i per cent of the whole context are %s', (percent, level, synced) => {
    const { last, ledger } = playLedger([at(100_000 * percent - 1, 10_000_000), at(100_000 * percent, 10_000_000)])
    expect(attentionOf(ledger, SESSION).level).toBe(level)
    expect(deltasOf(last)).toHaveLength(synced)
  })

  it('[LEDGER-75, LEDGER-76] synthesis says what it persisted, and only what comes after counts again', () => {
    const commit = after(shellTool('git commit -m x'), '[main 1a2b3c4] x')
    const { last, ledger } = playLedger([at(20_000), commit, at(26_000), at(30_000)])
    expect(last?.effects).toEqual([])
    expect(attentionOf(ledger, SESSION)).toMatchObject({ tokens: 30_000, syncedTokens: 26_000, level: 'green' })
    const delta = playLedger([at(20_000), commit, at(26_000)])
    expect([entriesOf(delta.last), delta.last?.effects]).toEqual([[], [{ kind: 'ledger.delta', tokens: 26_000 }]])
    const done = said({ do: 'synced', tokens: 26_000, beadUpdated: false, notesUpdated: true })
    const synced = playLedger([done], undefined, delta.ledger)
    expect(entriesOf(synced.last)).toEqual([
      {
        phase: 'delta_sync',
        tokens: 26_000,
        decisions_persisted: 1,
        bead_updated: false,
        notes_updated: true,
        decision_id: expect.stringMatching(/^d-.*-delta$/),
        findings: [],
      },
    ])
    expect(synced.last?.effects).toMatchObject([{ kind: 'ledger.sync', notes: true }])
    expect(synced.ledger.record.checkpointMs).not.toBeNull()
  })

  it('the bead is brought up to date with it', () => {
    const ledger = ledgerOf({
      record: { ...EMPTY_RECORD, n: 1, bead: 'bd-1', claims: { total: 2, grounded: 1, assumptions: 1 } },
    })
    const { outcomes } = playLedger([at(1), at(12_000)], undefined, ledger)
    expect(entriesOf(outcomes[1])).toMatchObject([{ phase: 'grounding_check', grounding_ratio: 0.5, status: 'fail' }])
    expect(deltasOf(outcomes[1])).toHaveLength(1)
  })

  it('[LEDGER-79] a level is said once, and again after the context was emptied', () => {
    const said = (outcome: { decision: object } | undefined) => 'notice' in (outcome?.decision ?? {})
    const { outcomes } = playLedger([at(10_000), at(22_000), at(34_000), at(5_000), at(16_000)])
    expect(outcomes.map(said)).toEqual([false, true, false, false, true])
  })

  it('[LEDGER-78, LEDGER-79, LEDGER-80] one large result silences nothing that is said of the whole context', () => {
    const words = (outcome: { decision: object } | undefined) =>
      outcome && 'notice' in outcome.decision ? outcome.decision.notice : ''
    const shares = [1, 18, 59, 60, 75, 76, 90, 99]
    const { outcomes } = playLedger(shares.map((percent) => at(percent * 2_000, 200_000)))
    expect(outcomes.map(words)).toEqual([
      '',
      'Attention budget high. Recommend /clear.',
      '',
      '',
      'Context is filling. Consider /clear when ready.',
      '',
      'Attention budget high. Recommend /clear.',
      '',
    ])
  })

  it('small changes are no row in the audit', () => {
    const kinds = playLedger([at(10_000), at(10_500), at(12_100), at(12_100)]).outcomes.map((one) => one?.facts.length)
    expect(kinds).toEqual([1, 0, 1, 0])
  })

  it('a subagent has a context of its own', () => {
    const inside = { ...at(90_000), agent: { id: agentId('a'), type: 'explorer' } }
    expect(playLedger([at(1_000), inside]).last?.facts).toEqual([])
  })

  it('[LEDGER-114] `effect: observe` tells the person alone; `red_action` decides about red', () => {
    const words = (tokens: number, over: Parameters<typeof policyWith>[0]) =>
      playLedger([at(1), at(tokens)], policyWith(over)).last?.decision
    const filling = 'Context is filling. Consider /clear when ready.'
    const high = 'Attention budget high. Recommend /clear.'
    expect(words(11_000, { effect: 'observe' })).toEqual({ kind: 'allow', notice: filling })
    expect(words(11_000, {})).toEqual({ kind: 'allow', steer: filling, notice: filling })
    expect(words(16_000, { redAction: 'steer' })).toEqual({ kind: 'allow', steer: high, notice: high })
    expect(words(16_000, { redAction: 'gate' })).toMatchObject({ steer: 'Attention budget exhausted. Please /clear.' })
  })

  it('goes with its session, and only so many are kept', () => {
    const { ledger } = playLedger([at(1_000)])
    const end = (session: typeof SESSION) =>
      evolveLedger(ledger, { ...recorded(at(1), { kind: 'session.ended', reason: '' }), session })
    expect(end(SESSION).attention).toEqual({})
    expect(end('other' as typeof SESSION)).toEqual(ledger)
    expect(evolveLedger(ledger, recorded(at(1), { kind: 'session.stopped' }))).toBe(ledger)
    const many = Array.from({ length: 40 }, (_, index) => ({ ...at(1_000), session: `s${index}` as typeof SESSION }))
    expect(Object.keys(playLedger(many).ledger.attention)).toHaveLength(16)
  })
})

describe('with `red_action: gate`', () => {
  const policy = policyWith({ redAction: 'gate' })
  const red = playLedger([at(1), at(20_000)], policy).ledger
  const judge = (tool: ToolCall, over: { ledger?: typeof red; policy?: typeof policy; agent?: boolean } = {}) => {
    const event = before(tool, over.agent ? { agent: { id: agentId('a'), type: 't' } } : {})
    const state = { ...INITIAL_STATE, ledger: over.ledger ?? red }
    const assessment = assess(tool, event.around, NO_MEMORY)
    return gateAttention({ state, event, assessment, policy: over.policy ?? policy })?.decision
  }
  const refused = {
    kind: 'block',
    reasons: [{ ruleId: 'LEDGER-71', text: 'Attention budget exhausted. Please /clear.' }],
  }
  const mcp = (server: string, readOnly: boolean): ToolCall => ({
    kind: 'mcp',
    name: 'm',
    server,
    tool: 't',
    input: {},
    readOnly,
  })

  it.each<readonly [ToolCall, boolean]>([
    [editTool(`${P}/a.ts`), true],
    [{ kind: 'delegate', name: 'Agent', agentType: 'x', prompt: 'y' }, true],
    [{ kind: 'schedule', name: 'Cron', prompt: 'y' }, true],
    [shellTool('echo x > a.txt'), true],
    [mcp('other', false), true],
    [mcp('other', true), false],
    [mcp('fairlead', false), false],
    [shellTool('ls'), false],
    [shellTool('fairlead ledger clear'), false],
    [{ kind: 'read', name: 'Read', paths: [P] }, false],
    [{ kind: 'other', name: 'x', input: null }, false],
  ])('[LEDGER-71] new work waits, reading and the ledger do not: %j', (tool, isRefused) => {
    expect(judge(tool)).toEqual(isRefused ? refused : undefined)
  })

  it('[LEDGER-71] it holds workers, and ends when synthesis is persisted', () => {
    const director = { ...policy, roles: { ...policy.roles, main: 'director' as const } }
    expect(judge(editTool('x'), { policy: director })).toBeUndefined()
    expect(judge(editTool('x'), { policy: director, agent: true })).toEqual(refused)
    const done = playLedger([ledgerEvent({ kind: 'ledger', act: { do: 'handoff', reason: '' } })], policy, red)
    expect(judge(editTool('x'), { ledger: done.ledger })).toBeUndefined()
    expect(done.ledger.attention[SESSION]).toMatchObject({ gated: false, told: 'red' })
  })
})

describe('a refined query', () => {
  const broad = { ...EMPTY_RECORD, search: { query: 'token', count: 127, session: SESSION } }
  const judge = (command: string, record: LedgerRecord = broad, policy = POLICY, attention = {}) => {
    const event = shell(command)
    const state = { ...INITIAL_STATE, ledger: ledgerOf({ record, attention }) }
    return gateAttention({ state, event, assessment: assess(event.tool, event.around, NO_MEMORY), policy })
  }

  it('[LEDGER-105] wants its pivot first, and is told so once', () => {
    const told = judge('rg tokenExpiry src')
    expect(told?.decision).toEqual({
      kind: 'allow',
      steer:
        'your last search returned 127 results; before you refine it, record why it was too broad: `fairlead ledger pivot`',
    })
    expect(told?.facts).toEqual([{ kind: 'attention.measured', attention: { ...NO_ATTENTION, pivotTold: true } }])
    expect(judge('rg x', broad, POLICY, { [SESSION]: { ...NO_ATTENTION, pivotTold: true } })).toBeUndefined()
    const later = playLedger(
      [at(90_000)],
      undefined,
      ledgerOf({ attention: { [SESSION]: { ...NO_ATTENTION, pivotTold: true } } }),
    )
    expect(later.ledger.attention[SESSION]).toMatchObject({ level: 'green', pivotTold: true, syncedTokens: 90_000 })
  })

  it.each<readonly [string, string, typeof EMPTY_RECORD, typeof POLICY]>([
    ['another command', 'ls', broad, POLICY],
    ['no broad search', 'rg x', EMPTY_RECORD, POLICY],
    [
      "another session's",
      'rg x',
      { ...broad, search: { ...broad.search, session: 'other' as typeof SESSION } },
      POLICY,
    ],
    ['observing only', 'rg x', broad, policyWith({ effect: 'observe' })],
  ])('[LEDGER-105] is left alone: %s', (_, command, record, policy) => {
    expect(judge(command, record, policy)).toBeUndefined()
  })
})
