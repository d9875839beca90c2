import type { Lines } from '../../core/model/ledger.ts'
import { contentStems, stem, wordsOf } from '../../core/protocols/ledger/cite/words.ts'
import type { OpenedText } from '../files/open-text.ts'
import { type Kind, languageOf } from './language.ts'
import type { SearchIndex } from './search-index.ts'
import { type Neighbour, neighboursOf } from './similar-words.ts'

/** One result, in the shape of a line of `ck --jsonl`, and which engine found it. */
export interface SearchResult {
  readonly path: string
  readonly span: {
    readonly byte_start: number
    readonly byte_end: number
    readonly line_start: number
    readonly line_end: number
  }
  readonly language: string | null
  readonly snippet: string
  readonly score: number
  readonly chunk_hash: string
  readonly engine: 'ck' | 'embedded'
}

export const SEARCH_MODES = ['hybrid', 'sem', 'lex'] as const
/** @internal */
export type SearchMode = (typeof SEARCH_MODES)[number]

export interface Query {
  readonly text: string
  readonly mode: SearchMode
  readonly kinds: readonly Kind[]
  readonly topk: number
  /** On the scale of the mode: 0 to 1, for hybrid 0 to 2 ÷ 61. */
  readonly threshold: number
  /** Words count together only where they stand within so many lines; without it, anywhere in a chunk. */
  readonly within?: number
}

const MAX_STEMS = 16
const MAX_CANDIDATES = 400
const MAX_LINE_CHARS = 2_000
/** Reciprocal rank fusion as ck does it, so that scores mean the same in both engines. */
const RRF_K = 60
const SUBSTRING = 0.7
const MIN_PIECE_CHARS = 3
/** Half of what was asked for is no hit (0.33), two thirds are (0.52): ghosts are judged at 0.4. */
const STEEPNESS = 1.6

/** The best places for a query, each with a score that means the same in every project. */
export function search(index: SearchIndex, query: Query): readonly SearchResult[] {
  const stems = contentStems(query.text).slice(0, MAX_STEMS)
  if (stems.length === 0) return []
  const ranked = rank(index, query, stems)
  return ranked
    .filter(({ score }) => score >= query.threshold)
    .slice(0, Math.max(0, query.topk))
    .flatMap((one) => show(index, one, stems))
}

interface Ranked {
  readonly chunk: number
  readonly score: number
}

function rank(index: SearchIndex, query: Query, stems: readonly string[]): readonly Ranked[] {
  const order = orderOf(index, stems)
  if (query.mode === 'sem') return meaning(index, query, stems, order)
  if (query.mode === 'lex') return letters(index, query, stems, order)
  const lists = [letters(index, query, stems, order), meaning(index, query, stems, order)]
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [place, { chunk }] of list.entries())
      scores.set(chunk, (scores.get(chunk) ?? 0) + 1 / (RRF_K + place + 1))
  }
  return order(scores)
}

type Order = (scores: ReadonlyMap<number, number>) => readonly Ranked[]

/** How much of the query, weighed by how rare its words are, stands in a chunk: as such, or as a word that is near. */
function meaning(
  index: SearchIndex,
  { kinds, within }: Query,
  stems: readonly string[],
  order: Order,
): readonly Ranked[] {
  const wanted = weigh(index, kinds, neighboursOf(index.database, stems))
  const found = order(new Map([...coverage(wanted)].map(([chunk, part]) => [chunk, part ** STEEPNESS])))
  if (within === undefined) return found
  const near = found.map(({ chunk }): [number, number] => [
    chunk,
    densest(linesOf(index, chunk), wanted, within) ** STEEPNESS,
  ])
  return order(new Map(near))
}

/** The same with the words themselves and with pieces of longer words. */
function letters(index: SearchIndex, { kinds }: Query, stems: readonly string[], order: Order): readonly Ranked[] {
  const words = stems.map((term) => [{ term, similarity: 1 }])
  const exact = coverage(weigh(index, kinds, words))
  for (const [chunk, score] of substrings(index, kinds, stems)) exact.set(chunk, Math.max(exact.get(chunk) ?? 0, score))
  return order(exact)
}

/**
 * Of two chunks that say the same, the one that says it more often and with fewer other words comes first; after that the
 * path decides, so that an index that grew and one made anew give the same answer.
 */
function orderOf(index: SearchIndex, stems: readonly string[]): Order {
  const density = bm25(index, stems)
  const find = index.database.prepare(
    'SELECT path, line_start FROM chunks JOIN files ON files.id = file WHERE chunks.id = ?',
  )
  const places = new Map<number, string>()
  const placeOf = (chunk: number): string => {
    const known = places.get(chunk)
    if (known !== undefined) return known
    const row = find.get(chunk)
    const place = `${row?.['path']}:${String(row?.['line_start']).padStart(8, '0')}`
    places.set(chunk, place)
    return place
  }
  return (scores) =>
    sorted(scores)
      .slice(0, MAX_CANDIDATES)
      .toSorted(
        (left, right) =>
          right.score - left.score ||
          (density.get(left.chunk) ?? 0) - (density.get(right.chunk) ?? 0) ||
          compare(placeOf(left.chunk), placeOf(right.chunk)),
      )
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}

/** A word of the query: what it weighs, and what each word that can stand for it is worth, with the chunks it is in. */
interface Wanted {
  readonly weight: number
  readonly worths: ReadonlyMap<string, { readonly worth: number; readonly chunks: readonly number[] }>
}

/** The square of a word's rarity is its weight, as in a cosine of two weighed texts: common words prove little. */
function weigh(
  index: SearchIndex,
  kinds: readonly Kind[],
  words: readonly (readonly Neighbour[])[],
): readonly Wanted[] {
  const total = count(index, kinds)
  const postings = postingsOf(index, kinds)
  const rarity = (chunks: readonly number[]): number => Math.log(1 + total / (1 + chunks.length))
  return words.flatMap(([own, ...others]) => {
    if (own === undefined) return []
    const chunks = postings(own.term)
    const rare = rarity(chunks)
    const near = others.map(({ term, similarity }) => {
      const theirs = postings(term)
      // That a common word stands in for a rare one says less than the rare word itself would.
      return [term, { worth: similarity * Math.min(1, rarity(theirs) / rare), chunks: theirs }] as const
    })
    return [{ weight: rare * rare, worths: new Map([[own.term, { worth: 1, chunks }], ...near]) }]
  })
}

/** Which share of the query each chunk holds. */
function coverage(wanted: readonly Wanted[]): Map<number, number> {
  const scores = new Map<number, number>()
  const weights = wanted.reduce((sum, { weight }) => sum + weight, 0)
  for (const { weight, worths } of wanted) {
    const best = new Map<number, number>()
    for (const { worth, chunks } of worths.values())
      for (const chunk of chunks) best.set(chunk, Math.max(best.get(chunk) ?? 0, worth))
    for (const [chunk, worth] of best) scores.set(chunk, (scores.get(chunk) ?? 0) + weight * worth)
  }
  for (const [chunk, score] of scores) scores.set(chunk, weights === 0 ? 0 : score / weights)
  return scores
}

/** Which share of the query stands within a few lines. The first list is the path, which is near to every line. */
function densest([path, ...lines]: readonly ReadonlySet<string>[], wanted: readonly Wanted[], within: number): number {
  const weights = wanted.reduce((sum, { weight }) => sum + weight, 0)
  const worthIn = ({ worths }: Wanted, words: ReadonlySet<string> | undefined): number => {
    let best = 0
    for (const [term, { worth }] of worths) if (words?.has(term)) best = Math.max(best, worth)
    return best
  }
  const always = wanted.map((one) => worthIn(one, path))
  const each = lines.map((words) => wanted.map((one) => worthIn(one, words)))
  let most = 0
  for (let from = 0; from < each.length; from += 1) {
    const near = each.slice(from, from + within)
    const score = wanted.reduce(
      (sum, { weight }, word) => sum + weight * Math.max(always[word] ?? 0, ...near.map((line) => line[word] ?? 0)),
      0,
    )
    most = Math.max(most, score)
  }
  return weights === 0 ? 0 : most / weights
}

/** The words of a chunk's path, then of each of its lines. */
function linesOf({ database, open }: SearchIndex, chunk: number): readonly ReadonlySet<string>[] {
  const row = database
    .prepare('SELECT path, line_start, line_end FROM chunks JOIN files ON files.id = file WHERE chunks.id = ?')
    .get(chunk)
  const path = String(row?.['path'])
  const opened = open(path)
  const lines = opened.kind === 'text' ? opened.text.split('\n') : []
  const own = lines.slice(Number(row?.['line_start']) - 1, Number(row?.['line_end']))
  return [path, ...own].map((line) => new Set(wordsOf(line.slice(0, MAX_LINE_CHARS)).map(stem)))
}

/** Words of the index that hold a word of the query somewhere inside. */
function substrings(index: SearchIndex, kinds: readonly Kind[], stems: readonly string[]): ReadonlyMap<number, number> {
  const find = index.database.prepare(`SELECT term FROM vectors WHERE instr(term, ?) > 0 LIMIT ${MAX_CANDIDATES}`)
  const postings = postingsOf(index, kinds)
  const pieces = stems.filter((word) => word.length >= MIN_PIECE_CHARS)
  const scores = new Map<number, number>()
  for (const piece of pieces) {
    const words = find.all(piece).map(({ term }) => String(term))
    for (const chunk of postings(...words)) scores.set(chunk, (scores.get(chunk) ?? 0) + SUBSTRING / pieces.length)
  }
  return scores
}

/** Lower is denser; rounded, so that noise of the arithmetic decides nothing. */
function bm25({ database }: SearchIndex, stems: readonly string[]): ReadonlyMap<number, number> {
  const match = stems.map((term) => `"${term}"`).join(' OR ')
  const rows = database
    .prepare(
      `SELECT rowid AS id, bm25(words) AS score FROM words WHERE words MATCH ? ORDER BY score LIMIT ${MAX_CANDIDATES}`,
    )
    .all(match)
  return new Map(rows.map(({ id, score }) => [Number(id), Math.round(Number(score) * 1_000)]))
}

function postingsOf(
  { database }: SearchIndex,
  kinds: readonly Kind[],
): (...terms: readonly string[]) => readonly number[] {
  const find = database.prepare(
    `SELECT words.rowid AS id FROM words JOIN chunks ON chunks.id = words.rowid JOIN files ON files.id = chunks.file
     WHERE words MATCH ? AND files.kind IN (${kinds.map(() => '?').join(', ')})`,
  )
  return (...terms) => {
    const match = terms.map((term) => `"${term.replaceAll('"', '')}"`).join(' OR ')
    return match === '' ? [] : find.all(match, ...kinds).map(({ id }) => Number(id))
  }
}

function count({ database }: SearchIndex, kinds: readonly Kind[]): number {
  const places = kinds.map(() => '?').join(', ')
  const row = database
    .prepare(`SELECT count(*) AS n FROM chunks JOIN files ON files.id = chunks.file WHERE files.kind IN (${places})`)
    .get(...kinds)
  return Number(row?.['n'] ?? 0)
}

function sorted(scores: ReadonlyMap<number, number>): readonly Ranked[] {
  return [...scores]
    .map(([chunk, score]) => ({ chunk, score }))
    .toSorted((left, right) => right.score - left.score || left.chunk - right.chunk)
}

function show(
  { database, open }: SearchIndex,
  { chunk, score }: Ranked,
  stems: readonly string[],
): readonly SearchResult[] {
  const row = database
    .prepare(
      'SELECT path, line_start, line_end, byte_start, byte_end, hash FROM chunks JOIN files ON files.id = file WHERE chunks.id = ?',
    )
    .get(chunk)
  if (row === undefined) return []
  const path = String(row['path'])
  const [line_start, line_end] = [Number(row['line_start']), Number(row['line_end'])]
  const span = { byte_start: Number(row['byte_start']), byte_end: Number(row['byte_end']), line_start, line_end }
  const snippet = citedLines(open(path), { from: line_start, to: line_end }, stems)
  const rounded = Math.round(score * 10_000) / 10_000
  return [
    {
      path,
      span,
      language: languageOf(path),
      snippet,
      score: rounded,
      chunk_hash: String(row['hash']),
      engine: 'embedded',
    },
  ]
}

const SNIPPET_LINES = 5
const MAX_SNIPPET_CHARS = 400

/** The few lines of a stretch that say most of what was asked for. */
function citedLines(opened: OpenedText, { from, to }: Lines, stems: readonly string[]): string {
  if (opened.kind !== 'text') return ''
  const lines = opened.text.split('\n').slice(from - 1, to)
  const hits = lines.map((line) => new Set(wordsOf(line.slice(0, 1_000)).map(stem)))
  let [best, most] = [0, -1]
  for (let at = 0; at < lines.length; at += 1) {
    const window = hits.slice(at, at + SNIPPET_LINES)
    const found = stems.filter((word) => window.some((words) => words.has(word))).length
    if (found > most && (lines[at] ?? '').trim() !== '') [best, most] = [at, found]
  }
  return lines
    .slice(best, best + SNIPPET_LINES)
    .join('\n')
    .trimEnd()
    .slice(0, MAX_SNIPPET_CHARS)
}
