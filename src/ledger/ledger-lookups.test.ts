import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { after, editTool, playLedger, said } from '../../test/support/ledger.ts'
import { pathsOf } from '../config/paths.ts'
import type { LedgerAct } from '../core/model/event.ts'
import { projectRoot } from '../core/model/ids.ts'
import { isoTime } from '../core/model/time.ts'
import { ledgerPlaces } from '../wiring/wire-gate.ts'
import { ledgerLookups } from './ledger-lookups.ts'

let folder = ''
const env = () => ({ HOME: join(folder, 'home'), PATH: '/usr/bin:/bin' })
const around = () => ledgerLookups(ledgerPlaces(pathsOf(env()), env()))
const bead = () => readFileSync(join(folder, '.beads/bd-7.yaml'), 'utf8')

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-beads-')))
  mkdirSync(join(folder, '.beads'))
  writeFileSync(
    join(folder, '.beads/bd-7.yaml'),
    'id: bd-7\ntitle: Rotation\ntype: feature\nstatus: in_progress\npriority: 1\ncreated: 2026-11-15T10:00:00Z\nassignee: null\nnext_steps: [skew]\n',
  )
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const decide: LedgerAct = {
  do: 'decide',
  title: 'Expiry',
  decision: 'sliding window',
  rationale: 'no logouts',
  evidence: [{ path: '${PROJECT_ROOT}/a.ts', line: 3, quote: 'const a', status: 'verified', blob: '' }],
  isAssumption: false,
  supersedes: '',
  scenarios: [{ name: 'boundary', type: 'edge_case', expected: 'grace' }],
  notes: [
    { list: 'next_step', text: 'blacklist' },
    { list: 'blocker', text: 'no database' },
  ],
}
const focus: LedgerAct = { do: 'focus', bead: 'bd-7', beadTitle: 'Rotation', reasoning: 'rotating' }

describe('the active task', () => {
  it('[LEDGER-23, LEDGER-31] is the one that is named, or the first in progress', async () => {
    const sight = { id: 'bd-7', title: 'Rotation', status: 'in_progress', decisions: [], nextSteps: ['skew'] }
    expect(await around().activeTask(projectRoot(folder), 'bd-7')).toEqual(sight)
    expect(await around().activeTask(projectRoot(folder), '')).toEqual(sight)
    expect(await around().activeTask(projectRoot(folder), 'bd-8')).toBe('gone')
  })

  it('[LEDGER-33, LEDGER-45, LEDGER-74, LEDGER-96, LEDGER-97, LEDGER-98, LEDGER-99, LEDGER-123] gets what the record says of it, once', async () => {
    const places = { context: { from: 5, to: 9 }, entries: {}, next: null }
    const { ledger } = playLedger([said(focus), said(decide), said({ do: 'handoff', reason: 'done' }, { places })])
    const { updateTasks } = around()
    await updateTasks(projectRoot(folder), ledger.record, { isDelta: true, redo: false })
    const text = bead()
    for (const part of [
      // LEDGER-33, LEDGER-96
      'sliding window',
      'no logouts',
      'const a',
      // LEDGER-97
      'boundary',
      // LEDGER-99, LEDGER-123
      'blacklist',
      'no database',
      // LEDGER-74
      'delta_synced: true',
      // LEDGER-98
      'grounding_ratio: 1',
      'notes_ref: loa-grimoire/NOTES.md:5-9\n',
      'notes_heading: Active Context\n',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/notes_hash: "?[0-9a-f]{16}"?\n/)
    expect(text).toContain(isoTime(ledger.record.handoff?.atMs ?? 0))
    // LEDGER-45: told once.
    await updateTasks(projectRoot(folder), ledger.record, { isDelta: false, redo: false })
    expect(bead().match(/sliding window/g)).toHaveLength(1)
    expect(bead().match(/session_id/g)).toHaveLength(1)
  })

  it('[LEDGER-102] may be absent', async () => {
    const { ledger } = playLedger([said({ ...focus, bead: 'bd-9' }), said(decide)])
    await around().updateTasks(projectRoot(folder), ledger.record, { isDelta: false, redo: false })
    expect(bead()).not.toContain('sliding')
  })

  it('[LEDGER-33, LEDGER-118] is told with the event, and only of what belongs to it', () => {
    const kinds = (...events: Parameters<typeof playLedger>[0]) =>
      playLedger(events).last?.effects.map(({ kind }) => kind)
    expect(kinds(said(focus), said(decide))).toEqual(['ledger.sync', 'ledger.bead'])
    expect(kinds(said(decide))).toEqual(['ledger.sync'])
    expect(kinds(said(focus), after(editTool('/home/dev/project/a.ts')))).toEqual(['ledger.sync'])
  })
})
