import type { NotedDecision, NotesContent } from '../../../model/ledger.ts'
import { DELTA_TITLE } from '../record/delta.ts'
import { type Heading, headingsNamed, outlineOf } from './outline.ts'

/** Test outcomes among them are not told as decisions, so a few more are looked at. */
const LAST_DECISIONS = 8
const MAX_SECTION_CHARS = 65_536
const MAX_LINE_CHARS = 1_000

/** Parsed by headings wherever they stand; what is missing is empty. */
export function readNotes(text: string): NotesContent {
  const outline = outlineOf(text)
  const section = (name: string) =>
    headingsNamed(outline, name)
      .map((heading) => bodyOf(text, heading))
      .join('')
  const context = section('Active Context')
  return {
    bead: fieldIn(context, 'Current Bead'),
    checkpoint: fieldIn(context, 'Last Checkpoint'),
    reasoning: fieldIn(context, 'Reasoning State'),
    isOurs: context.includes(stateMark(fieldIn(context, 'Reasoning State'))),
    decisions: lastDecisions(text, outline),
    identifiers: rowsOf(section('Lightweight Identifiers')),
    questions: uncheckedIn(section('Pending Questions')),
  }
}

/**
 * Every decision of the log, oldest first.
 * @internal
 */
export function decisionsIn(text: string): readonly NotedDecision[] {
  const outline = outlineOf(text)
  return entriesOf(outline).map((heading) => noted(text, heading))
}

function lastDecisions(text: string, outline: readonly Heading[]): readonly NotedDecision[] {
  return entriesOf(outline)
    .filter(({ title }) => !title.endsWith(` - ${DELTA_TITLE}`))
    .slice(-LAST_DECISIONS)
    .map((heading) => noted(text, heading))
}

/** Deeper headings belong to the entry they stand in. */
function entriesOf(outline: readonly Heading[]): readonly Heading[] {
  return headingsNamed(outline, 'Decision Log').flatMap((log) => {
    const inside = outline.filter(({ start }) => start > log.start && start < log.end)
    const level = Math.min(...inside.map((heading) => heading.level))
    return inside.filter((heading) => heading.level === level)
  })
}

const ENTRY_TITLE = /^(\S+)\s+-\s+(.*)$/
const ENTRY_ID = /<!-- (d-\S{1,64}) /

function noted(text: string, heading: Heading): NotedDecision {
  const [, ts = '', title = heading.title] = ENTRY_TITLE.exec(heading.title) ?? []
  const body = bodyOf(text, heading)
  const [, id = ''] = ENTRY_ID.exec(body) ?? []
  return { ts, title: title.slice(0, MAX_LINE_CHARS), decision: fieldIn(body, 'Decision'), id }
}

function bodyOf(text: string, { body, end }: Heading): string {
  return text.slice(body, Math.min(end, body + MAX_SECTION_CHARS))
}

/** `- **Name**: value` or `**Name**: value`. */
export function fieldIn(body: string, name: string): string {
  const mark = `**${name}**:`
  const at = body.indexOf(mark)
  if (at < 0) return ''
  const from = at + mark.length
  const newline = body.indexOf('\n', from)
  return body
    .slice(from, newline < 0 ? undefined : newline)
    .trim()
    .slice(0, MAX_LINE_CHARS)
}

const CELL = /^\|([^|]*)\|/

function rowsOf(body: string): readonly string[] {
  const cells = body.split('\n').map((line) => CELL.exec(line)?.[1]?.trim() ?? '')
  return cells.filter((cell) => cell !== '' && cell !== 'Identifier' && !/^[-: ]+$/.test(cell))
}

function uncheckedIn(body: string): readonly string[] {
  return body.split('\n').flatMap((line) => (line.startsWith('- [ ] ') ? [line.slice('- [ ] '.length).trim()] : []))
}

/** Stands in Active Context: a digest of the Reasoning State that we wrote there. */
export const STATE_MARK = /<!-- state [0-9a-f]{8} -->/

/** FNV-1a over UTF-16 units: it tells an edit from our own words, and nothing relies on it beyond that. */
export function stateMark(reasoning: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < reasoning.length; at += 1) hash = Math.imul(hash ^ reasoning.charCodeAt(at), 0x01000193)
  return `<!-- state ${(hash >>> 0).toString(16).padStart(8, '0')} -->`
}
