import { contentStems } from '../../core/protocols/ledger/words.ts'
import type { Found, SearchMode } from './found.ts'
import { type Kind, languageOf } from './language.ts'
import type { SearchIndex } from './search-index.ts'
import { type Neighbour, neighboursOf } from './similar-words.ts'
import { citedLines } from './snippet.ts'

export interface Query {
  readonly text: string
  readonly mode: SearchMode
  readonly kinds: readonly Kind[]
  readonly topk: number
  /** On the scale of the mode: 0 to 1, for hybrid 0 to 2 ÷ 61. */
  readonly threshold: number
}

const MAX_STEMS = 16
const MAX_CANDIDATES = 400
/** Reciprocal rank fusion as ck does it, so that scores mean the same in both engines. */
const RRF_K = 60
const SUBSTRING = 0.7
/** Half of what was asked for is no hit (0.33), two thirds are (0.52): ghosts are judged at 0.4. */
const STEEPNESS = 1.6

/** The best places for a query, each with a score that means the same in every project. */
export function search(index: SearchIndex, query: Query): readonly Found[] {
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
  if (query.mode === 'sem') return meaning(index, query, stems)
  if (query.mode === 'lex') return letters(index, query, stems)
  const lists = [letters(index, query, stems), meaning(index, query, stems)]
  const scores = new Map<number, number>()
  for (const list of lists) {
    for (const [place, { chunk }] of list.slice(0, MAX_CANDIDATES).entries())
      scores.set(chunk, (scores.get(chunk) ?? 0) + 1 / (RRF_K + place + 1))
  }
  return denser(index, stems, scores)
}

/** How much of the query, weighed by how rare its words are, stands in a chunk: as such, or as a word that is near. */
function meaning(index: SearchIndex, { kinds }: Query, stems: readonly string[]): readonly Ranked[] {
  const found = coverage(index, kinds, neighboursOf(index.database, stems))
  return denser(index, stems, new Map([...found].map(([chunk, part]) => [chunk, part ** STEEPNESS])))
}

/** The same with the words themselves and with pieces of longer words. */
function letters(index: SearchIndex, { text, kinds }: Query, stems: readonly string[]): readonly Ranked[] {
  const exact = coverage(
    index,
    kinds,
    stems.map((term) => [{ term, similarity: 1 }]),
  )
  for (const [chunk, score] of substrings(index, kinds, text)) exact.set(chunk, Math.max(exact.get(chunk) ?? 0, score))
  return denser(index, stems, exact)
}

/**
 * Of two chunks that say the same, the one that says it more often and with fewer other words comes first; after that the
 * path decides, so that an index that grew and one made anew give the same answer.
 */
function denser(index: SearchIndex, stems: readonly string[], scores: ReadonlyMap<number, number>): readonly Ranked[] {
  const density = bm25(index, stems)
  const dense = (chunk: number): number => density.get(chunk) ?? 0
  const best = sorted(scores).slice(0, MAX_CANDIDATES)
  const place = placesOf(
    index,
    best.map(({ chunk }) => chunk),
  )
  return best.toSorted(
    (left, right) =>
      right.score - left.score ||
      dense(left.chunk) - dense(right.chunk) ||
      compare(place.get(left.chunk) ?? '', place.get(right.chunk) ?? ''),
  )
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1
}

function placesOf({ database }: SearchIndex, chunks: readonly number[]): ReadonlyMap<number, string> {
  const find = database.prepare('SELECT path, line_start FROM chunks JOIN files ON files.id = file WHERE chunks.id = ?')
  return new Map(
    chunks.map((chunk) => {
      const row = find.get(chunk)
      return [chunk, `${row?.['path']}:${String(row?.['line_start']).padStart(8, '0')}`]
    }),
  )
}

/** The square of a word's rarity is its weight, as in a cosine of two weighed texts: common words prove little. */
function coverage(
  index: SearchIndex,
  kinds: readonly Kind[],
  words: readonly (readonly Neighbour[])[],
): Map<number, number> {
  const total = count(index, kinds)
  const postings = postingsOf(index, kinds)
  const rarity = (chunks: readonly number[]): number => Math.log(1 + total / (1 + chunks.length))
  const scores = new Map<number, number>()
  let weights = 0
  for (const [own, ...others] of words) {
    if (own === undefined) continue
    const chunks = postings(own.term)
    const rare = rarity(chunks)
    const best = new Map(chunks.map((chunk) => [chunk, 1]))
    for (const { term, similarity } of others) {
      const near = postings(term)
      // That a common word stands in for a rare one says less than the rare word itself would.
      const worth = similarity * Math.min(1, rarity(near) / rare)
      for (const chunk of near) best.set(chunk, Math.max(best.get(chunk) ?? 0, worth))
    }
    weights += rare * rare
    for (const [chunk, worth] of best) scores.set(chunk, (scores.get(chunk) ?? 0) + rare * rare * worth)
  }
  for (const [chunk, score] of scores) scores.set(chunk, weights === 0 ? 0 : score / weights)
  return scores
}

/** Names that hold the words of the query somewhere inside. */
function substrings(index: SearchIndex, kinds: readonly Kind[], text: string): ReadonlyMap<number, number> {
  const pieces = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_$]{3,64}/gu) ?? [])].slice(0, MAX_STEMS)
  const find = index.database.prepare(
    `SELECT grams.rowid AS id FROM grams JOIN chunks ON chunks.id = grams.rowid JOIN files ON files.id = chunks.file
     WHERE grams MATCH ? AND files.kind IN (${kinds.map(() => '?').join(', ')}) LIMIT ${MAX_CANDIDATES}`,
  )
  const scores = new Map<number, number>()
  for (const piece of pieces) {
    for (const { id } of find.all(`"${piece}"`, ...kinds))
      scores.set(Number(id), (scores.get(Number(id)) ?? 0) + SUBSTRING / pieces.length)
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

function postingsOf({ database }: SearchIndex, kinds: readonly Kind[]): (term: string) => readonly number[] {
  const find = database.prepare(
    `SELECT words.rowid AS id FROM words JOIN chunks ON chunks.id = words.rowid JOIN files ON files.id = chunks.file
     WHERE words MATCH ? AND files.kind IN (${kinds.map(() => '?').join(', ')})`,
  )
  return (term) => find.all(`"${term.replaceAll('"', '')}"`, ...kinds).map(({ id }) => Number(id))
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

function show({ database, root }: SearchIndex, { chunk, score }: Ranked, stems: readonly string[]): readonly Found[] {
  const row = database
    .prepare(
      'SELECT path, line_start, line_end, byte_start, byte_end, hash FROM chunks JOIN files ON files.id = file WHERE chunks.id = ?',
    )
    .get(chunk)
  if (row === undefined) return []
  const path = String(row['path'])
  const [line_start, line_end] = [Number(row['line_start']), Number(row['line_end'])]
  const span = { byte_start: Number(row['byte_start']), byte_end: Number(row['byte_end']), line_start, line_end }
  const snippet = citedLines(root, path, { from: line_start, to: line_end, stems })
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
