import { type Citation, type CitationProblem, type PathProblem, ROOT_PREFIX } from '../../../model/citation.ts'

const MAX_PATH_CHARS = 4_096
const MAX_QUOTE_CHARS = 4_000
const MAX_LINE = 10_000_000
/** Fewer letters and digits than this fit anywhere: `}` is no evidence. */
const MIN_QUOTE_WORD_CHARS = 3

type ReadCitation =
  | { readonly ok: true; readonly citation: Citation }
  | { readonly ok: false; readonly problem: CitationProblem }

/** What a ledger or an agent gives as evidence; nothing of it is trusted. */
export interface CitationInput {
  readonly quote?: unknown
  readonly path?: unknown
  readonly line?: unknown
  readonly blob?: unknown
}

/** LEDGER-50: absolute paths below the root are rewritten, relative ones and those outside are no citations. */
export function readCitation(input: CitationInput, root: string): ReadCitation {
  const { quote, path, line, blob } = input
  if (typeof quote !== 'string') return { ok: false, problem: 'no-quote' }
  const problem = quoteProblem(quote)
  if (problem !== undefined) return { ok: false, problem }
  if (typeof path !== 'string' || path === '') return { ok: false, problem: 'no-path' }
  const stored = storedPath(path, root)
  if (!stored.ok) return stored
  const lines = readLines(line)
  if (lines === undefined) return { ok: false, problem: 'no-line' }
  if (blob === undefined || blob === null || blob === '')
    return { ok: true, citation: { quote, path: stored.path, ...lines } }
  if (typeof blob !== 'string' || !isBlobName(blob)) return { ok: false, problem: 'bad-blob' }
  return { ok: true, citation: { quote, path: stored.path, ...lines, blob } }
}

type StoredPath = { readonly ok: true; readonly path: string } | { readonly ok: false; readonly problem: PathProblem }

/** LEDGER-14: one way to write a path, and no way out of the project in it. */
export function storedPath(path: string, root: string): StoredPath {
  if (path.length > MAX_PATH_CHARS || hasControl(path) || path.includes('\\')) return { ok: false, problem: 'bad-path' }
  const inside = belowRoot(path, root)
  if (typeof inside !== 'string') return inside
  const segments = inside.split('/').filter((segment) => segment !== '' && segment !== '.')
  if (segments.includes('..')) return { ok: false, problem: 'traversal' }
  if (segments.length === 0) return { ok: false, problem: 'bad-path' }
  return { ok: true, path: `${ROOT_PREFIX}${segments.join('/')}` }
}

/** SHA-1 or SHA-256, in full: a short name could mean another object tomorrow. */
function isBlobName(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text)
}

/** LEDGER-56. A quote that holds backticks gets a longer fence, as in Markdown. */
export function formatCitation({ quote, path, line, lineEnd, blob }: Citation): string {
  const fence = '`'.repeat(longestTicks(quote) + 1)
  const pad = quote.startsWith('`') || quote.endsWith('`') ? ' ' : ''
  const lines = lineEnd === undefined ? `${line}` : `${line}-${lineEnd}`
  const pin = blob === undefined ? '' : ` <!-- blob ${blob} -->`
  return `${fence}${pad}${quote}${pad}${fence} [${path}:${lines}]${pin}`
}

function quoteProblem(quote: string): CitationProblem | undefined {
  if (quote.trim() === '') return 'no-quote'
  if (quote.length > MAX_QUOTE_CHARS) return 'long-quote'
  return (quote.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < MIN_QUOTE_WORD_CHARS ? 'trivial-quote' : undefined
}

function belowRoot(path: string, root: string): string | { readonly ok: false; readonly problem: PathProblem } {
  if (path.startsWith(ROOT_PREFIX)) return path.slice(ROOT_PREFIX.length)
  if (!path.startsWith('/')) return { ok: false, problem: 'relative' }
  const folder = root.endsWith('/') ? root : `${root}/`
  return path.startsWith(folder) ? path.slice(folder.length) : { ok: false, problem: 'outside' }
}

/** Control characters would forge lines in a ledger, and line ends of any kind would split one. */
function hasControl(text: string): boolean {
  return /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)
}

function readLines(line: unknown): { readonly line: number; readonly lineEnd?: number } | undefined {
  const [, first, last] = /^(\d{1,8})(?:-(\d{1,8}))?$/.exec(typeof line === 'number' ? `${line}` : asText(line)) ?? []
  if (first === undefined) return undefined
  const from = Number(first)
  if (from < 1 || from > MAX_LINE) return undefined
  if (last === undefined) return { line: from }
  const to = Number(last)
  return to < from || to > MAX_LINE ? undefined : { line: from, lineEnd: to }
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function longestTicks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0)
}

const MAX_QUOTE_SPAN_CHARS = 4_100
const MAX_CITATIONS = 10_000
/** Runs of backticks that one quote may hold. */
const MAX_RUNS = 200
const PLACE = /\[([^[\]\n]{1,4200}):(\d{1,8}(?:-\d{1,8})?)\](?!\()/g
const PIN = /^ {0,2}<!-- blob ([0-9a-f]{1,64}) -->/

/** LEDGER-56: every `[path:line]` of a text, with the backticked quote before it where there is one. */
export function parseCitations(text: string): readonly CitationInput[] {
  const runs = tickRuns(text)
  const found: CitationInput[] = []
  let close = -1
  for (const match of text.matchAll(PLACE)) {
    if (found.length === MAX_CITATIONS) break
    const [whole, path, line] = match
    const blob = PIN.exec(text.slice(match.index + whole.length, match.index + whole.length + 100))?.[1]
    while (startOf(runs, close + 1) < match.index) close += 1
    const quote = quoteBefore(text, match.index, runs.slice(Math.max(0, close - MAX_RUNS), close + 1))
    found.push({ ...(quote !== undefined && { quote }), path, line, ...(blob !== undefined && { blob }) })
  }
  return found
}

interface TickRun {
  readonly at: number
  readonly length: number
}

function tickRuns(text: string): readonly TickRun[] {
  return [...text.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }))
}

/** The span that ends right before `end`, between two runs of the same number of backticks. */
function quoteBefore(text: string, end: number, runs: readonly TickRun[]): string | undefined {
  const closing = runs.at(-1)
  if (closing === undefined || !/^ {0,2}$/.test(text.slice(closing.at + closing.length, end))) return undefined
  const opening = runs.slice(0, -1).findLast((run) => run.length === closing.length)
  if (opening === undefined || closing.at - opening.at > MAX_QUOTE_SPAN_CHARS) return undefined
  return unpad(text.slice(opening.at + opening.length, closing.at))
}

/** Beyond the last run lies the end of every text. */
function startOf(runs: readonly TickRun[], index: number): number {
  return runs[index]?.at ?? Number.POSITIVE_INFINITY
}

/** Markdown's way to quote something that begins or ends with a backtick. */
function unpad(quote: string): string {
  return quote.startsWith(' ') && quote.endsWith(' ') && quote.includes('`') ? quote.slice(1, -1) : quote
}
