import type { CitationInput } from './citation.ts'

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
