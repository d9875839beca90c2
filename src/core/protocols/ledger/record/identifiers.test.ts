import { describe, expect, it } from 'vitest'
import { AROUND } from '../../../../../test/support/events.ts'
import { after, entriesOf, ledgerEvent, playLedger, recordOf, said } from '../../../../../test/support/ledger.ts'
import type { Lines } from '../../../model/ledger.ts'
import type { ToolCall } from '../../../model/tool.ts'
import { identifierRow } from '../notes/edit-notes.ts'
import { identifierText, joinSpans, spanOf, spanText } from './identifier.ts'

const edit = (...names: readonly string[]): ToolCall => ({
  kind: 'edit',
  name: 'Edit',
  changes: names.map((name) => ({ op: 'edit', path: `${AROUND.project}/${name}` })),
})
const edited = (lines: readonly (Lines | null)[], ...names: readonly string[]) =>
  after(edit(...names), '', { sight: { edited: lines } })
const identifiers = (...events: Parameters<typeof playLedger>[0]) =>
  playLedger(events).ledger.record.identifiers.map(({ atMs: _, ...one }) => one)
const JWT = '${PROJECT_ROOT}/src/jwt.ts'

describe('lines', () => {
  it('are written as they are read', () => {
    expect([spanText({ from: 4, to: 9 }), spanText(null)]).toEqual(['4-9', ''])
    expect([spanOf('4-9'), spanOf(''), spanOf('4-x')]).toEqual([{ from: 4, to: 9 }, null, null])
    expect(joinSpans({ from: 4, to: 9 }, { from: 2, to: 5 })).toEqual({ from: 2, to: 9 })
    expect([joinSpans(null, { from: 2, to: 5 }), joinSpans({ from: 1, to: 1 }, null), joinSpans(null, null)]).toEqual([
      { from: 2, to: 5 },
      { from: 1, to: 1 },
      null,
    ])
  })
})

describe('an identifier', () => {
  it('[LEDGER-81] is path with lines, purpose and last verified', () => {
    const one = { path: JWT, lines: '45-67', purpose: 'token | validation', atMs: Date.UTC(2026, 10, 15, 14, 25, 59) }
    expect(identifierRow(one)).toBe(`| ${JWT}:45-67 | token / validation | 2026-11-15T14:25Z |`)
    expect(identifierText({ ...one, lines: '' })).toBe(JWT)
  })

  it('[LEDGER-81] names the stretch in which a file was changed, over one call and several', () => {
    const first = edited(
      [
        { from: 10, to: 12 },
        { from: 40, to: 41 },
      ],
      'src/jwt.ts',
      'src/jwt.ts',
    )
    expect(identifiers(first)).toEqual([{ path: JWT, lines: '10-41', purpose: 'edited' }])
    const again = edited([{ from: 5, to: 6 }], 'src/jwt.ts')
    expect(identifiers(first, again)).toEqual([{ path: JWT, lines: '5-41', purpose: 'edited' }])
    expect(identifiers(first, edited([null], 'src/jwt.ts'))).toEqual([{ path: JWT, lines: '10-41', purpose: 'edited' }])
  })

  it('[LEDGER-81] is not said twice for what it covers already', () => {
    const whole = edited([{ from: 1, to: 90 }], 'src/jwt.ts')
    const { last } = playLedger([whole, edited([{ from: 30, to: 31 }], 'src/jwt.ts')])
    expect(entriesOf(last)).toEqual([])
  })

  it('[LEDGER-81] of new work begins with new lines', () => {
    const old = edited([{ from: 1, to: 90 }], 'src/jwt.ts')
    const asked = ledgerEvent({ kind: 'prompt', text: 'something else' })
    expect(identifiers(old, asked, edited([{ from: 30, to: 31 }], 'src/jwt.ts'))).toEqual([
      { path: JWT, lines: '30-31', purpose: 'edited' },
    ])
  })
})

describe('the identifiers of a session', () => {
  const weighed = {
    phase: 'savings',
    identifiers: 1,
    identifier_tokens: 30,
    block_tokens: 500,
    file_tokens: 7_000,
  } as const
  const ends = [
    () => ledgerEvent({ kind: 'session.end', reason: 'clear' }),
    () => said({ do: 'handoff', reason: '' }),
    () => said({ do: 'clear', reason: '' }),
  ]

  it.each(ends)('[LEDGER-121] are weighed when it is handed on', (end) => {
    const { outcomes, ledger } = playLedger([edited([{ from: 1, to: 50 }], 'src/jwt.ts', 'b.ts'), end(), end()])
    const weighs = outcomes.map((one) => one?.effects.filter(({ kind }) => kind === 'ledger.weigh'))
    const [jwt] = ledger.record.identifiers
    expect(weighs[1]).toEqual([
      {
        kind: 'ledger.weigh',
        named: [
          { path: JWT, lines: '1-50', row: jwt && identifierRow(jwt) },
          { path: '${PROJECT_ROOT}/b.ts', lines: '', row: expect.stringContaining('b.ts | edited |') },
        ],
      },
    ])
    // What was weighed with one session is not weighed with the next.
    expect(weighs[2]).toEqual([])
  })

  it('[LEDGER-121] are recorded with what they saved', () => {
    const { phase: _, ...savings } = weighed
    const { ledger } = playLedger([said({ do: 'weighed', savings })])
    expect(ledger.record.savings).toEqual(savings)
    expect(recordOf(weighed).savings).toEqual(savings)
  })
})
