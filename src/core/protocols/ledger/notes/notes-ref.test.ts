import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entriesOf, playLedger, recordOf, said } from '../../../../../test/support/ledger.ts'
import type { LedgerAct } from '../../../model/event.ts'
import type { LedgerEntry } from '../../../model/ledger.ts'
import { editNotes, notesChange } from './edit-notes.ts'
import { decisionRef, formatRef, handoffRefs, parseRef, placesIn, resolveRef } from './notes-ref.ts'

const cite = (id: string, title: string): LedgerEntry => ({
  phase: 'cite',
  decision_id: id,
  title,
  claim: `${title} it is`,
  rationale: 'because',
  grounding: 'citation',
  evidence: [{ path: '${PROJECT_ROOT}/a.ts', line: 3, quote: 'const a = `1`', status: 'verified', blob: '' }],
  bead_id: '',
  supersedes: '',
  notes_ref: '',
})
const asked: LedgerEntry = { phase: 'intent', intent: 'rotate the tokens', bead_id: '', bead_title: '', previous: '' }
const observed: LedgerEntry = {
  phase: 'result',
  supersedes: '',
  decision_id: 'd-9',
  what: 'commit',
  title: 'Committed',
  detail: '',
  ok: true,
}
const RECORD = recordOf(asked, cite('d-1', 'Expiry'), cite('d-2', 'Storage'), observed)
const NOTES = editNotes(undefined, notesChange(RECORD, []))
const PLACES = placesIn(NOTES, ['d-1', 'd-2', 'd-7'])
const [CONTEXT = '', EXPIRY = '', STORAGE = ''] = handoffRefs(RECORD, PLACES)
const found = (text: string, ref: string) => {
  const parsed = parseRef(ref)
  return parsed && resolveRef(text, parsed)
}
const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1

describe('a reference to NOTES.md', () => {
  it('[LEDGER-46, LEDGER-98, LEDGER-104] names lines, heading and digest of Active Context and of every ruling since the last handoff', () => {
    expect(handoffRefs(RECORD, PLACES)).toHaveLength(3)
    const from = lineOf(NOTES, '### Active Context')
    expect(CONTEXT).toMatch(new RegExp(`^loa-grimoire/NOTES\\.md:${from}-${from + 4}#Active Context@[0-9a-f]{16}$`))
    expect(EXPIRY).toMatch(/^loa-grimoire\/NOTES\.md:\d+-\d+#\S+Z - Expiry@[0-9a-f]{16}$/)
    expect([CONTEXT, EXPIRY, STORAGE].map((ref) => found(NOTES, ref)?.kind)).toEqual(['same', 'same', 'same'])
    const handed = playLedger([said({ do: 'handoff', reason: '' }, { places: PLACES })], undefined, {
      record: RECORD,
      attention: {},
      trouble: null,
      shown: '',
    })
    expect(entriesOf(handed.last).find(({ phase }) => phase === 'session_handoff')).toMatchObject({
      notes_refs: [CONTEXT, EXPIRY, STORAGE],
    })
    expect(handed.ledger.record.handoff?.refs).toEqual([CONTEXT, EXPIRY, STORAGE])
    const { handoff } = handed.ledger.record
    const later = { ...RECORD, handoff: handoff && { ...handoff, atMs: Number.MAX_SAFE_INTEGER } }
    expect(handoffRefs(later, undefined)).toHaveLength(1)
  })

  it('[LEDGER-98] knows its heading and digest also where no lines are known', () => {
    const [context = '', ruling = ''] = handoffRefs(RECORD, undefined)
    expect(context).toMatch(/^loa-grimoire\/NOTES\.md#Active Context@/)
    expect([context, ruling].map((ref) => found(NOTES, ref)?.kind)).toEqual(['same', 'same'])
    expect(found('', ruling)).toEqual({ kind: 'gone' })
  })

  const EXPIRY_LINES = { from: lineOf(NOTES, '- Expiry'), to: lineOf(NOTES, '<!-- d-1') }
  const shifted = (by: number) => ({ from: EXPIRY_LINES.from + by, to: EXPIRY_LINES.to + by })
  const heading = parseRef(EXPIRY)?.heading ?? ''
  it.each([
    ['as it was', NOTES, { kind: 'same', heading, lines: EXPIRY_LINES }],
    ['with CRLF', NOTES.replaceAll('\n', '\r\n'), { kind: 'same', heading, lines: EXPIRY_LINES }],
    ['lines above it', `one\ntwo\n${NOTES}`, { kind: 'moved', heading, lines: shifted(2) }],
    ['a scenario more', NOTES.replace('**Test Scenarios**: none', '**Test Scenarios**:\n1. a -> b'), { kind: 'same' }],
    [
      'another heading',
      NOTES.replace('- Expiry', '- Lifetime'),
      { kind: 'moved', heading: expect.stringMatching(/Lifetime$/) },
    ],
    ['other words', NOTES.replace('Expiry it is', 'Expiry it was'), { kind: 'changed', heading, lines: EXPIRY_LINES }],
    [
      'no heading any more',
      NOTES.replace(`#### ${heading}`, heading),
      { kind: 'changed', heading, lines: EXPIRY_LINES },
    ],
    ['cut out', NOTES.replace(/#### \S+ - Expiry[\s\S]*?<!-- d-1[^\n]*\n/, ''), { kind: 'gone' }],
    ['an empty file', '', { kind: 'gone' }],
    [
      'twice, the first one edited',
      NOTES.replace(/(#### \S+ - Expiry)\n/, '$1\nedited\n\n$1\n'),
      { kind: 'moved', heading },
    ],
  ])('[LEDGER-98] finds its place again: %s', (_, text, resolved) => {
    expect(found(text, EXPIRY)).toMatchObject(resolved)
  })

  it('[LEDGER-98] to Active Context is about the state, not about the time of the checkpoint', () => {
    expect(found(NOTES.replace('**Last Checkpoint**: none', '**Last Checkpoint**: now'), CONTEXT)?.kind).toBe('same')
    expect(found(NOTES.replace('rotate the tokens', 'something else'), CONTEXT)?.kind).toBe('changed')
  })

  it('survives being written and read, whatever the heading', () => {
    const lines = fc.option(fc.record({ from: fc.nat(999_999_999), to: fc.nat(999_999_999) }), { nil: null })
    const title = fc.string({ minLength: 1, maxLength: 80 }).filter((text) => !text.includes('\n'))
    fc.assert(
      fc.property(lines, title, (span, name) => {
        const ref = { lines: span, heading: name, digest: '0123456789abcdef' }
        expect(parseRef(formatRef(ref))).toEqual(ref)
      }),
    )
    for (const text of ['', 'NOTES.md:1-2', 'loa-grimoire/NOTES.md', 'src/a.ts#x@0123456789abcdef'])
      expect(parseRef(text)).toBeUndefined()
  })

  it('has no places in a text without headings', () => {
    expect(placesIn('nothing', ['d-1'])).toEqual({ context: null, entries: {}, next: null })
    expect(placesIn('## Decision Log', []).next).toBe(3)
    expect(placesIn('## Decision Log\n', []).next).toBe(3)
    expect(placesIn('## Decision Log\n\n', []).next).toBe(3)
  })
})

describe('a decision', () => {
  const decide: LedgerAct = {
    do: 'decide',
    title: 'Third',
    decision: 'so it is',
    rationale: '',
    evidence: [],
    isAssumption: true,
    supersedes: '',
    scenarios: [{ name: 's', type: 'edge_case', expected: 'x' }],
    notes: [{ list: 'next_step', text: 'ship' }],
  }
  const ledger = { record: RECORD, attention: {}, trouble: null, shown: '' }

  it('[LEDGER-98] says where it will stand in the log, to the line', () => {
    const told = playLedger([said(decide, { places: PLACES })], undefined, ledger)
    const [ref = ''] = entriesOf(told.last).flatMap((entry) => (entry.phase === 'cite' ? [entry.notes_ref] : []))
    const text = editNotes(NOTES, notesChange(told.ledger.record, []))
    expect(found(text, ref)).toMatchObject({ kind: 'same', lines: { from: parseRef(ref)?.lines?.from } })
    const [last] = told.ledger.record.decisions.slice(-1)
    expect(last && decisionRef(last, parseRef(ref)?.lines ?? null)).toBe(ref)
  })

  it('[LEDGER-98] has heading and digest where NOTES.md could not be read', () => {
    const told = playLedger([said(decide)], undefined, ledger)
    expect(entriesOf(told.last)).toContainEqual(
      expect.objectContaining({ notes_ref: expect.stringMatching(/^loa-grimoire\/NOTES\.md#\S+Z - Third@/) }),
    )
  })
})
