import type { DecidedScenario, Identifier, LedgerDecision, LedgerRecord, NotesChange } from '../../../model/ledger.ts'
import { isoTime } from '../../../model/time.ts'
import { identifierText } from '../record/identifier.ts'
import { reasoningOf } from '../record/record.ts'
import { type Heading, headingsNamed, outlineOf } from './outline.ts'
import { fieldIn, STATE_MARK, stateMark } from './read-notes.ts'
import { NOTES_HEADINGS, NOTES_TEMPLATE } from './state-zone.ts'

/** What NOTES.md shall show of the record, and of decisions that the record does not hold any more. */
export function notesChange(record: LedgerRecord, others: readonly LedgerDecision[]): NotesChange {
  const { bead, beadTitle, checkpointMs, identifiers, decisions, scenarios, lists } = record
  const known = new Set(decisions.map(({ id }) => id))
  const earlier = others.filter(({ id }) => !known.has(id))
  return {
    bead: bead === '' || beadTitle === '' ? bead : `${bead} (${beadTitle})`,
    checkpointMs,
    reasoning: reasoningOf(record),
    identifiers,
    decisions: [...earlier, ...decisions].toSorted((left, right) => left.atMs - right.atMs),
    scenarios,
    lists,
  }
}

interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with the change in it. Whatever else stands in the file stays, byte for byte. */
export function editNotes(before: string | undefined, change: NotesChange): string {
  const text = complete(before === undefined || before.trim() === '' ? NOTES_TEMPLATE : before)
  const outline = outlineOf(text)
  const under = (name: string, make: (heading: Heading) => readonly Splice[]) =>
    headingsNamed(outline, name).flatMap(make)
  const checklist = (items: readonly string[]) => (heading: Heading) => checklistSplices(text, heading, items)
  return applied(text, [
    ...under('Active Context', (heading) => contextSplices(text, heading, change)),
    ...under('Lightweight Identifiers', (heading) => tableSplices(text, heading, change.identifiers)),
    ...under('Decision Log', (heading) => logSplices(text, heading, change)),
    ...under('Pending Questions', checklist(change.lists.question)),
    ...under('Active Sub-Goals', checklist(change.lists.next_step)),
    ...under('Blockers & Dependencies', checklist(change.lists.blocker)),
  ])
}

/** Headings that are missing are put in: Session Continuity and its parts in order, the others at the end. */
function complete(text: string): string {
  let whole = text
  let outline = outlineOf(text)
  let elder = ''
  for (const [name, skeleton] of NOTES_HEADINGS) {
    if (headingsNamed(outline, name).length === 0) {
      const place = elder === '' ? placeAtTop(outline) : placeAfter(whole, outline, { elder, skeleton })
      whole = applied(whole, [{ start: place, end: place, text: separated(whole, place, skeleton) }])
      outline = outlineOf(whole)
    }
    elder = name
  }
  return whole
}

function placeAtTop([first]: readonly Heading[]): number {
  return first?.level === 1 ? first.body : 0
}

interface Missing {
  readonly elder: string
  readonly skeleton: string
}

/** A part of Session Continuity follows its elder sibling; the first one follows the heading's own text. */
function placeAfter(text: string, outline: readonly Heading[], missing: Missing): number {
  const { elder, skeleton } = missing
  if (skeleton.startsWith('## ')) return text.length
  const places = headingsNamed(outline, elder).map((heading) => {
    const later = outline.filter(({ start }) => start > heading.start).map(({ start }) => start)
    return elder === 'Session Continuity' ? Math.min(heading.end, ...later.slice(0, 1)) : heading.end
  })
  return Math.max(0, ...places)
}

function separated(text: string, place: number, skeleton: string): string {
  const ahead = text.slice(Math.max(0, place - 2), place)
  return place === 0 || ahead.endsWith('\n\n') ? skeleton : ahead.endsWith('\n') ? `\n${skeleton}` : `\n\n${skeleton}`
}

function contextSplices(text: string, heading: Heading, change: NotesChange): readonly Splice[] {
  const values = [
    ['Current Bead', change.bead],
    ['Last Checkpoint', change.checkpointMs === null ? '' : isoTime(change.checkpointMs)],
    ['Reasoning State', change.reasoning],
  ] as const
  const body = text.slice(heading.body, heading.end)
  const lines = values.flatMap(([name, value]): readonly Splice[] => {
    const line = `- **${name}**: ${oneLine(value) || 'none'}\n`
    const start = body.indexOf(`- **${name}**:`)
    if (start < 0) return [{ start: heading.body, end: heading.body, text: line }]
    if (fieldIn(body.slice(start), name) === (oneLine(value) || 'none')) return []
    const newline = body.indexOf('\n', start)
    const end = newline < 0 ? body.length : newline + 1
    return [{ start: heading.body + start, end: heading.body + end, text: line }]
  })
  return [...markSplices(body, heading, oneLine(change.reasoning) || 'none'), ...lines]
}

/** Tells our own words from a person's, also for a reader who has this file and nothing else. */
function markSplices(body: string, heading: Heading, reasoning: string): readonly Splice[] {
  const mark = stateMark(reasoning)
  const found = STATE_MARK.exec(body)
  if (found?.[0] === mark) return []
  const place = heading.body + (found?.index ?? 0)
  return [{ start: place, end: place + (found?.[0].length ?? 0), text: found ? mark : `${mark}\n` }]
}

/** Rows that others wrote stay; ours are brought up to date. The oldest give way when the table is long. */
function tableSplices(text: string, heading: Heading, identifiers: readonly Identifier[]): readonly Splice[] {
  if (identifiers.length === 0) return []
  const lines = text.slice(heading.body, heading.end).split('\n')
  const last = lines.findLastIndex((line) => line.startsWith('|'))
  const ours = new Map(identifiers.map((one) => [cell(one.path), identifierRow(one)]))
  const kept = lines.slice(0, last + 1).filter((line) => !ours.has(pathIn(line)))
  const rows = [...(last < 0 ? TABLE_HEAD : kept), ...ours.values()]
  const table = rows.length > MAX_TABLE_LINES ? [...rows.slice(0, HEAD_LINES), ...rows.slice(-MAX_TABLE_LINES)] : rows
  const rest = lines.slice(last + 1)
  const whole = [...(last < 0 ? [...table, ...lines] : [...table, ...rest])].join('\n')
  return [{ start: heading.body, end: heading.end, text: whole }]
}

const MAX_TABLE_LINES = 60
const HEAD_LINES = 3
const TABLE_HEAD = ['| Identifier | Purpose | Last Verified |', '|------------|---------|---------------|']

/** Of a row, whatever lines it names. */
function pathIn(line: string): string {
  return (line.split('|')[1] ?? '').trim().replace(/:\d+-\d+$/, '')
}

/** LEDGER-81: to the minute, since every token of it is paid for again and again. */
export function identifierRow(one: Identifier): string {
  const verified = `${isoTime(one.atMs).slice(0, 'YYYY-MM-DDThh:mm'.length)}Z`
  return `| ${cell(identifierText(one))} | ${cell(one.purpose)} | ${verified} |`
}

function cell(text: string): string {
  return oneLine(text).replaceAll('|', '/')
}

const ENTRY_IDS = /<!-- (d-\S{1,64}) /g

function logSplices(text: string, heading: Heading, change: NotesChange): readonly Splice[] {
  const known = new Set(Array.from(text.slice(heading.body, heading.end).matchAll(ENTRY_IDS), ([, id]) => id))
  const fresh = change.decisions.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return []
  const entries = fresh.map((decision) => entryOf(decision, change.scenarios)).join('\n')
  const ahead = text.slice(heading.end - 2, heading.end)
  const lead = ahead === '\n\n' ? '' : ahead.endsWith('\n') ? '\n' : '\n\n'
  return [{ start: heading.end, end: heading.end, text: `${lead}${entries}\n` }]
}

/** LEDGER-91. */
function entryOf(decision: LedgerDecision, scenarios: readonly DecidedScenario[]): string {
  const { id, grounding } = decision
  const own = scenarios.filter((one) => one.decision === id)
  const listed = own.map(({ name, expected }, index) => `${index + 1}. ${oneLine(name)} -> ${oneLine(expected)}`)
  return [
    `#### ${entryTitle(decision)}`,
    ...entryHead(decision),
    `**Test Scenarios**:${listed.length === 0 ? ' none' : ''}`,
    ...listed,
    `<!-- ${id} ${grounding} -->`,
    '',
  ].join('\n')
}

export function entryTitle({ atMs, title }: LedgerDecision): string {
  return `${isoTime(atMs)} - ${oneLine(title)}`
}

/** What an entry says once and for all; scenarios are added after it. */
export function entryHead({ decision, rationale, grounding, evidence }: LedgerDecision): readonly string[] {
  const flag = grounding === 'assumption' ? '[ASSUMPTION] ' : ''
  const why = grounding === 'observed' ? 'observed, not claimed' : oneLine(rationale) || 'none given'
  const cited = evidence.map(({ quote, path, line }) => `- ${quoted(oneLine(quote))} [${oneLine(path)}:${line}]`)
  return [
    `**Decision**: ${flag}${oneLine(decision)}`,
    `**Rationale**: ${why}`,
    `**Evidence**:${cited.length === 0 ? ' none' : ''}`,
    ...cited,
  ]
}

/** Word for word, whatever is in it. */
function quoted(quote: string): string {
  return quote.includes('`') ? `\`\` ${quote} \`\`` : `\`${quote}\``
}

/** LEDGER-92: open items are there unchecked; an item that a person wrote or checked is left as it is. */
function checklistSplices(text: string, heading: Heading, open: readonly string[]): readonly Splice[] {
  const body = text.slice(heading.body, heading.end)
  const fresh = open.map(oneLine).filter((item) => !body.includes(`- [ ] ${item}`) && !body.includes(`- [x] ${item}`))
  if (fresh.length === 0) return []
  const tail = body.length - body.trimEnd().length
  const place = body.trim() === '' ? heading.body : heading.end - tail
  const lead = place === heading.body ? '' : '\n'
  const close = place === heading.body ? '\n' : ''
  return [{ start: place, end: place, text: `${lead}${fresh.map((item) => `- [ ] ${item}`).join('\n')}${close}` }]
}

/** What a terminal would obey, and marks that turn text around, are nobody's notes. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** Splices do not overlap; those at one place keep their order. */
function applied(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let done = 0
  for (const { start, end, text: put } of splices.toSorted((left, right) => left.start - right.start)) {
    parts.push(text.slice(done, start), put)
    done = end
  }
  return [...parts, text.slice(done)].join('')
}
