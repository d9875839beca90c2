import { describe, expect, it } from 'vitest'
import {
  after,
  editTool,
  entriesOf,
  ledgerEvent,
  playLedger,
  recordOf,
  said,
} from '../../../../../test/support/ledger.ts'
import type { Event } from '../../../model/event.ts'
import type { LedgerEntry, NotesChange } from '../../../model/ledger.ts'
import { editNotes } from '../notes/edit-notes.ts'
import { decisionsIn, readNotes } from '../notes/read-notes.ts'
import { decisionsOf, deltaEntry } from './delta.ts'

const SYNCED = { do: 'synced', tokens: 5_000, beadUpdated: false, notesUpdated: true } as const

const asked = ledgerEvent({ kind: 'prompt', text: 'rotate the tokens' })
const at = (tokens: number, tool = editTool('/home/dev/project/src/jwt.ts')): Event =>
  after(tool, '', { sight: { usage: { tokens } } })
const placed = { atMs: 5, session: asked.session }

describe('delta-synthesis', () => {
  it('[LEDGER-73] finds what was asked, changed and searched since the last one, and nothing twice', () => {
    const first = [asked, at(1_000), at(7_000), said(SYNCED)]
    const second = [at(13_000, editTool('/home/dev/project/b.ts')), said(SYNCED)]
    const { outcomes } = playLedger([...first, ...second])
    const deltas = outcomes.flatMap(entriesOf).filter(({ phase }) => phase === 'delta_sync')
    expect(deltas).toMatchObject([
      { findings: ['asked: rotate the tokens', 'changed src/jwt.ts'] },
      { findings: ['changed b.ts'] },
    ])
  })

  it('[LEDGER-73] names the newest files and counts the others', () => {
    const edits = Array.from(
      { length: 10 },
      (_, index): LedgerEntry => ({
        phase: 'execute',
        path: `\${PROJECT_ROOT}/f${index}.ts`,
        purpose: 'edited',
        lines: '',
      }),
    )
    const search: LedgerEntry = { phase: 'search', query: 'token', result_count: 70 }
    const { findings } = deltaEntry(recordOf(...edits, search), asked, SYNCED)
    expect(findings).toEqual([
      'changed f2.ts, f3.ts, f4.ts, f5.ts, f6.ts, f7.ts, f8.ts, f9.ts and 2 more',
      'searched token: 70 results, no pivot yet',
    ])
  })

  it('[LEDGER-73] appends its findings to the Decision Log, and the packet does not take them for decisions', () => {
    const delta = deltaEntry(playLedger([asked]).ledger.record, asked, SYNCED)
    const decisions = decisionsOf({ ...placed, n: 1, agent: 'a', entry: delta })
    const change: NotesChange = {
      bead: '',
      checkpointMs: null,
      reasoning: '',
      identifiers: [],
      decisions,
      scenarios: [],
      lists: { next_step: [], blocker: [], question: [] },
    }
    const text = editNotes(undefined, change)
    expect(decisionsIn(text)).toEqual([
      {
        ts: '1970-01-01T00:00:00.005Z',
        title: 'Delta synthesis',
        decision: 'asked: rotate the tokens',
        id: delta.decision_id,
      },
    ])
    expect(readNotes(text).decisions).toEqual([])
    expect(editNotes(text, change)).toBe(text)
  })

  it('[LEDGER-73] is one of the lines that add to the log; the record written down whole is none', () => {
    const line = { n: 3, ...placed, agent: 'a' }
    const entry = deltaEntry(playLedger([asked]).ledger.record, asked, SYNCED)
    expect(decisionsOf({ ...line, entry }).map(({ title }) => title)).toEqual(['Delta synthesis'])
    expect(decisionsOf({ ...line, entry: { phase: 'snapshot', record: recordOf() } })).toEqual([])
    const seen = {
      phase: 'result',
      supersedes: '',
      decision_id: 'd',
      what: 'commit',
      title: 'T',
      detail: '',
      ok: true,
    } as const
    expect(decisionsOf({ ...line, entry: seen }).map(({ title }) => title)).toEqual(['T'])
  })

  it('[LEDGER-73] writes no empty entry', () => {
    const delta = deltaEntry(recordOf(), asked, SYNCED)
    expect([delta.findings, decisionsOf({ ...placed, n: 1, agent: 'a', entry: delta })]).toEqual([[], []])
    expect(decisionsOf({ ...placed, n: 1, agent: 'a', entry: { ...delta, decision_id: '', findings: ['x'] } })).toEqual(
      [],
    )
  })
})
