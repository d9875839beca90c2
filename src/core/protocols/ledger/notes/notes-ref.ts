import type { LedgerDecision, LedgerRecord, Lines, NotesPlaces } from '../../../model/ledger.ts'
import { digestOf } from '../../../rules/text/fingerprint.ts'
import { shownReasoning } from '../record/record.ts'
import { entryHead, entryTitle } from './edit-notes.ts'
import { type Heading, outlineOf } from './outline.ts'
import { fieldIn } from './read-notes.ts'
import { NOTES_PATH } from './state-zone.ts'

const CONTEXT_HEADING = 'Active Context'

/** C30: lines drift, so heading and a digest of what stood there go with them. */
export interface NotesRef {
  readonly lines: Lines | null
  readonly heading: string
  readonly digest: string
}

const DIGEST_CHARS = 16
const REF = /^loa-grimoire\/NOTES\.md(?::(\d{1,9})-(\d{1,9}))?#(.{1,400})@([0-9a-f]{16})$/

/** @internal */
export function formatRef({ lines, heading, digest }: NotesRef): string {
  const span = lines === null ? '' : `:${lines.from}-${lines.to}`
  return `${NOTES_PATH}${span}#${heading}@${digest}`
}

export function parseRef(text: string): NotesRef | undefined {
  const [, from, to, heading, digest] = REF.exec(text) ?? []
  if (heading === undefined || digest === undefined) return undefined
  return { lines: from === undefined ? null : { from: Number(from), to: Number(to) }, heading, digest }
}

/** LEDGER-46: what a handoff points at: Active Context, and the decisions made since the last one. */
export function handoffRefs(record: LedgerRecord, places: NotesPlaces | undefined): readonly string[] {
  const since = record.handoff?.atMs ?? 0
  const context = {
    lines: places?.context ?? null,
    heading: CONTEXT_HEADING,
    digest: digestText(shownReasoning(record)),
  }
  const ruled = record.decisions.filter(({ atMs, grounding }) => atMs > since && grounding !== 'observed')
  return [formatRef(context), ...ruled.map((one) => decisionRef(one, places?.entries[one.id] ?? null))]
}

/** Where a decision stands in the Decision Log. */
export function decisionRef(decision: LedgerDecision, lines: Lines | null): string {
  const digest = digestText(entryHead(decision).join('\n'))
  return formatRef({ lines, heading: entryTitle(decision), digest })
}

/** What became of a place. */
export type Resolved =
  | { readonly kind: 'same' | 'moved' | 'changed'; readonly heading: string; readonly lines: Lines }
  | { readonly kind: 'gone' }

/** By heading and digest first, then by digest alone, then by heading, then by the lines. */
export function resolveRef(text: string, ref: NotesRef): Resolved {
  const outline = outlineOf(text)
  const named = outline.filter(({ title }) => title === ref.heading)
  const holds = (heading: Heading) => digestIn(text, heading) === ref.digest
  const found = named.find(holds) ?? outline.find(holds)
  if (found !== undefined) return resolved(text, found, ref)
  const [changed] = named
  if (changed !== undefined) return { kind: 'changed', heading: changed.title, lines: linesOf(text, changed) }
  return byLines(text, ref)
}

function resolved(text: string, heading: Heading, ref: NotesRef): Resolved {
  const lines = linesOf(text, heading)
  const isSame = heading.title === ref.heading && (ref.lines === null || ref.lines.from === lines.from)
  return { kind: isSame ? 'same' : 'moved', heading: heading.title, lines }
}

/** Its heading is no heading any more; what it said may stand there still. */
function byLines(text: string, { lines, digest }: NotesRef): Resolved {
  if (lines === null) return { kind: 'gone' }
  const [title = '', ...body] = text.split('\n').slice(lines.from - 1, lines.to)
  const isThere = digestText(contentOf('', body.join('\n'))) === digest
  return isThere ? { kind: 'changed', heading: title.trim(), lines } : { kind: 'gone' }
}

function digestIn(text: string, { title, body, end }: Heading): string {
  return digestText(contentOf(title, text.slice(body, Math.min(end, body + MAX_CONTENT_CHARS))))
}

const MAX_CONTENT_CHARS = 16_384

/** What counts: of Active Context the state, of a decision all but its scenarios, which may grow. */
function contentOf(title: string, body: string): string {
  if (title === CONTEXT_HEADING) return fieldIn(body, 'Reasoning State')
  const [head = ''] = body.split('**Test Scenarios**')
  return head
}

function digestText(text: string): string {
  return digestOf(text.replaceAll(/\s+/g, ' ').trim()).slice(0, DIGEST_CHARS)
}

/** Where things stand in a NOTES.md that shows the record: Active Context, these decisions, and the next one. */
export function placesIn(text: string, ids: readonly string[]): NotesPlaces {
  const outline = outlineOf(text)
  const named = (name: string) => outline.find(({ title }) => title === name)
  const context = named(CONTEXT_HEADING)
  const log = named('Decision Log')
  const entries = ids.flatMap((id) => {
    const at = text.lastIndexOf(`<!-- ${id} `)
    const heading = at < 0 ? undefined : outline.findLast(({ start }) => start < at)
    return heading === undefined ? [] : [{ id, heading }]
  })
  const starts = [...entries.map(({ heading }) => heading), ...(context ? [context] : [])].map(({ start }) => start)
  const lineAt = lineCounter(text, [...starts, ...(log ? [log.end] : [])])
  return {
    context: context ? stretch(text, context, lineAt(context.start)) : null,
    entries: Object.fromEntries(entries.map(({ id, heading }) => [id, stretch(text, heading, lineAt(heading.start))])),
    next: log ? lineAt(log.end) + leadAt(text, log.end) : null,
  }
}

/** Entries are set apart by an empty line. */
function leadAt(text: string, end: number): number {
  const ahead = text.slice(Math.max(0, end - 2), end)
  return ahead === '\n\n' ? 0 : ahead.endsWith('\n') ? 1 : 2
}

function linesOf(text: string, heading: Heading): Lines {
  return stretch(text, heading, lineCounter(text, [heading.start])(heading.start))
}

/** From the heading to the last line that says something. */
function stretch(text: string, { start, end }: Heading, from: number): Lines {
  return { from, to: from + text.slice(start, end).trimEnd().split('\n').length - 1 }
}

/** The lines of these offsets, in one pass over the text. */
function lineCounter(text: string, offsets: readonly number[]): (offset: number) => number {
  const lines = new Map<number, number>()
  let line = 1
  let newline = text.indexOf('\n')
  for (const offset of offsets.toSorted((left, right) => left - right)) {
    for (; newline >= 0 && newline < offset; newline = text.indexOf('\n', newline + 1)) line += 1
    lines.set(offset, line)
  }
  return (offset) => Number(lines.get(offset))
}
