import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { START_MS } from '../../../../../test/support/events.ts'
import { sessionId } from '../../../model/ids.ts'
import type { LedgerDecision, NotesChange } from '../../../model/ledger.ts'
import { isoTime } from '../../../model/time.ts'
import { editNotes } from './edit-notes.ts'
import { decisionsIn, readNotes, stateMark } from './read-notes.ts'
import { NOTES_TEMPLATE } from './state-zone.ts'

const DECISION: LedgerDecision = {
  id: 'd-1-ruling',
  atMs: START_MS,
  title: 'Token expiry',
  decision: 'sliding window',
  rationale: 'no logouts',
  grounding: 'citation',
  evidence: [
    {
      path: '${PROJECT_ROOT}/src/jwt.ts',
      line: 52,
      quote: 'export function isExpired(token)',
      status: 'verified',
      blob: '',
    },
    { path: '${PROJECT_ROOT}/src/jwt.ts', line: 60, quote: 'a `b` c', status: 'verified', blob: '' },
  ],
  bead: 'bd-1',
  session: sessionId('s'),
  superseded: false,
}

const NOTHING: NotesChange = {
  bead: '',
  checkpointMs: null,
  reasoning: '',
  identifiers: [],
  decisions: [],
  scenarios: [],
  lists: { next_step: [], blocker: [], question: [] },
}

const CHANGE: NotesChange = {
  bead: 'bd-1 (Rotation)',
  checkpointMs: START_MS,
  reasoning: 'validating\nedge cases',
  identifiers: [
    { path: '${PROJECT_ROOT}/src/jwt.ts', lines: '45-67', purpose: 'edited | twice', atMs: START_MS },
    { path: '${PROJECT_ROOT}/src/new.ts', lines: '', purpose: 'written', atMs: START_MS },
  ],
  decisions: [DECISION],
  scenarios: [
    { name: 'expires at boundary', type: 'edge_case', expected: 'grace applies', decision: DECISION.id },
    { name: 'of another', type: 'edge_case', expected: 'elsewhere', decision: 'd-other' },
  ],
  lists: { next_step: ['add a blacklist'], blocker: ['no database'], question: ['per client?'] },
}

const REST = ['### Lightweight Identifiers', '### Pending Questions', '## Active Sub-Goals']
  .concat(['## Discovered Technical Debt', '## Blockers & Dependencies', ''])
  .join('\n\n')

describe('NOTES.md', () => {
  it('[LEDGER-88, LEDGER-89, LEDGER-90, LEDGER-91, LEDGER-92, LEDGER-93] is written in the published form', () => {
    const ts = isoTime(START_MS)
    expect(editNotes(undefined, CHANGE)).toBe(`# Agent Working Memory (NOTES.md)

## Session Continuity
<!-- Read first after a clear; the rest only when it is needed. -->

### Active Context
${stateMark('validating edge cases')}
- **Current Bead**: bd-1 (Rotation)
- **Last Checkpoint**: ${ts}
- **Reasoning State**: validating edge cases

### Lightweight Identifiers
<!-- Where to look, not what is there. -->
| Identifier | Purpose | Last Verified |
|------------|---------|---------------|
| \${PROJECT_ROOT}/src/jwt.ts:45-67 | edited / twice | 2027-01-15T08:00Z |
| \${PROJECT_ROOT}/src/new.ts | written | 2027-01-15T08:00Z |

### Decision Log
<!-- Only ever added to. -->

#### ${ts} - Token expiry
**Decision**: sliding window
**Rationale**: no logouts
**Evidence**:
- \`export function isExpired(token)\` [\${PROJECT_ROOT}/src/jwt.ts:52]
- \`\` a \`b\` c \`\` [\${PROJECT_ROOT}/src/jwt.ts:60]
**Test Scenarios**:
1. expires at boundary -> grace applies
<!-- d-1-ruling citation -->

### Pending Questions
<!-- Carried from session to session. -->
- [ ] per client?

## Active Sub-Goals
- [ ] add a blacklist

## Discovered Technical Debt

## Blockers & Dependencies
- [ ] no database
`)
    const written = editNotes(undefined, CHANGE)
    // LEDGER-88: before anything else.
    expect(/^## .*$/m.exec(written)?.[0]).toBe('## Session Continuity')
    // LEDGER-89
    expect(written).toMatch(
      /### Active Context\n.*\n- \*\*Current Bead.*\n- \*\*Last Checkpoint.*\n- \*\*Reasoning State/,
    )
    // LEDGER-90
    expect(written).toMatch(/### Lightweight Identifiers\n.*\n\|(?: [^|\n]+ \|){3}\n/)
    // LEDGER-91
    expect(written).toMatch(
      /#### .*\n\*\*Decision\*\*.*\n\*\*Rationale\*\*.*\n\*\*Evidence\*\*[\s\S]*\*\*Test Scenarios\*\*/,
    )
    // LEDGER-92
    expect(written).toMatch(/### Pending Questions\n.*\n- \[ \] per client\?/)
    // LEDGER-93
    for (const name of ['Active Sub-Goals', 'Discovered Technical Debt', 'Blockers & Dependencies'])
      expect(written).toContain(`\n## ${name}\n`)
  })

  it('[LEDGER-24, LEDGER-28] is read by its headings', () => {
    expect(readNotes(editNotes(undefined, CHANGE))).toEqual({
      bead: 'bd-1 (Rotation)',
      checkpoint: isoTime(START_MS),
      reasoning: 'validating edge cases',
      isOurs: true,
      decisions: [{ ts: isoTime(START_MS), title: 'Token expiry', decision: 'sliding window', id: 'd-1-ruling' }],
      identifiers: ['${PROJECT_ROOT}/src/jwt.ts:45-67', '${PROJECT_ROOT}/src/new.ts'],
      questions: ['per client?'],
    })
  })

  it('[LEDGER-94] changes nothing a second time, and keeps what others wrote', () => {
    const once = editNotes(undefined, CHANGE)
    expect(editNotes(once, CHANGE)).toBe(once)
    const edited = once
      .replace('### Decision Log', '### Decision Log\n\n#### 2024-01-15T14:30:00Z - By hand\n**Decision**: mine\n')
      .replace('- [ ] per client?', '- [x] per client?\n- [ ] mine')
      .replace(
        '| ${PROJECT_ROOT}/src/new.ts |',
        '| ${PROJECT_ROOT}/docs/a.md:1-9 | mine | never |\n| ${PROJECT_ROOT}/src/new.ts |',
      )
    const next = editNotes(edited, {
      ...CHANGE,
      reasoning: 'further',
      decisions: [DECISION, { ...DECISION, id: 'd-2' }],
    })
    expect(decisionsIn(next).map(({ title, id }) => [title, id])).toEqual([
      ['By hand', ''],
      ['Token expiry', 'd-1-ruling'],
      ['Token expiry', 'd-2'],
    ])
    expect(readNotes(next.replace('further', 'by hand')).isOurs).toBe(false)
    expect(readNotes(next)).toMatchObject({
      isOurs: true,
      reasoning: 'further',
      questions: ['mine'],
      identifiers: ['${PROJECT_ROOT}/docs/a.md:1-9', '${PROJECT_ROOT}/src/jwt.ts:45-67', '${PROJECT_ROOT}/src/new.ts'],
    })
    expect(editNotes(`${next}\n## Mine\n\ntext\n`, CHANGE)).toContain('\n## Mine\n\ntext\n')
  })

  it('[LEDGER-91] marks an assumption, and an observation claims nothing', () => {
    const text = editNotes('', {
      ...NOTHING,
      decisions: [
        { ...DECISION, id: 'd-a', grounding: 'assumption', evidence: [], rationale: '' },
        { ...DECISION, id: 'd-o', grounding: 'observed', evidence: [] },
      ],
    })
    expect(text).toContain(
      '**Decision**: [ASSUMPTION] sliding window\n**Rationale**: none given\n**Evidence**: none\n**Test Scenarios**: none',
    )
    expect(text).toContain('**Rationale**: observed, not claimed')
  })

  it.each([
    ['nothing at all', ''],
    ['another document', 'Just text, no end of line'],
    ['a title alone', '# Notes'],
    ['a title with text', '# Notes\n\nHello.\n'],
    [
      'the log at level 2',
      '# N\n\n## Session Continuity\n\nintro\n\n## Decision Log\n\n### 2024-01-01T00:00:00Z - Old\n**Decision**: old\n',
    ],
    ['half of the parts', '## Session Continuity\n### Active Context\n- **Reasoning State**: x'],
    ['a table elsewhere', '## Session Continuity\n### Lightweight Identifiers\nno table here\n'],
    ['Windows line ends', NOTES_TEMPLATE.replaceAll('\n', '\r\n')],
    ['headings in a fence', '```\n## Session Continuity\n```\n'],
    ['a fence that never ends', 'text\n```\n### Decision Log\n'],
    ['a longer fence', '````\n```\n## Decision Log\n````\n'],
    ['the context last', `${REST}## Session Continuity\n### Active Context\n- **Reasoning State**: x`],
    ['the log last', `${REST}### Active Context\n## Session Continuity\n### Decision Log`],
    ['the log last, with a line end', `${REST}### Active Context\n## Session Continuity\n### Decision Log\n`],
    ['a list that has items', '## Session Continuity\n### Pending Questions\n- [ ] first\n'],
  ])('[LEDGER-91] accepts %s and adds what is missing', (_, before) => {
    const after = editNotes(before, CHANGE)
    expect(readNotes(after)).toMatchObject({ reasoning: 'validating edge cases', bead: 'bd-1 (Rotation)' })
    expect(decisionsIn(after).at(-1)).toMatchObject({ id: 'd-1-ruling' })
    for (const line of before.split(/\r?\n/))
      if (!line.includes('- **') && before.trim() !== '') expect(after).toContain(line)
    expect(editNotes(after, CHANGE)).toBe(after)
  })

  it('reads to the end of the file', () => {
    expect(readNotes('### Active Context\n**Reasoning State**: here').reasoning).toBe('here')
  })

  it('keeps the table short', () => {
    const rows = Array.from({ length: 90 }, (_, index) => `| \${PROJECT_ROOT}/f${index}.ts | x | y |`).join('\n')
    const head =
      '## Session Continuity\n### Lightweight Identifiers\n| Identifier | Purpose | Last Verified |\n|---|---|---|\n'
    expect(readNotes(editNotes(`${head}${rows}\n`, CHANGE)).identifiers.length).toBeLessThan(64)
  })

  it('[LEDGER-94] never loses a line of the log, whatever stands in the file', () => {
    const line = fc.constantFrom(
      '# T',
      '## Decision Log',
      '### Decision Log',
      '#### x - y',
      'text',
      '```',
      '',
      '- [ ] a',
      '## Other',
    )
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const before = lines.join('\n')
        const first = editNotes(before, { ...NOTHING, decisions: [DECISION] })
        const second = editNotes(first, { ...NOTHING, decisions: [{ ...DECISION, id: 'd-2' }] })
        expect(second).toContain('<!-- d-1-ruling citation -->')
        expect(second).toContain('<!-- d-2 citation -->')
        expect(editNotes(second, { ...NOTHING, decisions: [DECISION] })).toBe(second)
      }),
    )
  })
})
