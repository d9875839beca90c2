import type { DatabaseSync } from 'node:sqlite'
import { stem } from '../../core/protocols/ledger/cite/words.ts'
import { groupsOf } from './word-groups.ts'

/** A word of the index that can stand for a word of the query. */
export interface Neighbour {
  readonly term: string
  /** 1 for the word itself. */
  readonly similarity: number
}

const SAME_GROUP = 0.5
/** Below this two spellings are different words; above, what they share is worth a little less than the word itself. */
const MIN_COSINE = 0.75
const SPELLING = 0.9
const MAX_NEIGHBOURS = 24
const MIN_SPELT_CHARS = 4

let groups: ReturnType<typeof groupsOf> | undefined

/** For each stem: itself, the words of its groups, and words that are spelt alike. */
export function neighboursOf(database: DatabaseSync, stems: readonly string[]): readonly (readonly Neighbour[])[] {
  groups ??= groupsOf(stem)
  const known = groups
  const found = stems.map((word) => new Map([[word, 1], ...groupMates(known, word)]))
  const vectors = stems.map(vectorOf)
  for (const row of database.prepare('SELECT term, vector FROM vectors').iterate()) {
    const term = String(row['term'])
    const bytes = row['vector']
    if (!(bytes instanceof Uint8Array)) continue
    const vector = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (const [index, own] of vectors.entries()) {
      if ((stems[index] ?? '').length < MIN_SPELT_CHARS || term.length < MIN_SPELT_CHARS) continue
      const likeness = cosine(own, vector)
      const best = found[index]
      if (likeness >= MIN_COSINE) best?.set(term, Math.max(best.get(term) ?? 0, likeness * SPELLING))
    }
  }
  // One word of a text answers for one word of the query, not for two.
  return found.map((words, index) => closest(words, stems.toSpliced(index, 1)))
}

function groupMates(groups: ReadonlyMap<string, readonly number[]>, word: string): readonly [string, number][] {
  const own = groups.get(word) ?? []
  if (own.length === 0) return []
  return [...groups]
    .filter(([other, theirs]) => other !== word && theirs.some((group) => own.includes(group)))
    .map(([other]) => [other, SAME_GROUP])
}

function closest(words: ReadonlyMap<string, number>, taken: readonly string[]): readonly Neighbour[] {
  return [...words]
    .filter(([term]) => !taken.includes(term))
    .map(([term, similarity]) => ({ term, similarity }))
    .toSorted((left, right) => right.similarity - left.similarity || (left.term < right.term ? -1 : 1))
    .slice(0, MAX_NEIGHBOURS)
}

/** Enough that two words with nothing in common stay far below the similarity that counts. */
const VECTOR_SIZE = 64

/**
 * A word as a point: its pieces of two to four letters, each hashed to a place and a sign. Words that are spelt alike
 * lie close together. Small, the same on every machine, and honest about being no more than spelling.
 */
export function vectorOf(word: string): Int8Array {
  const sums = new Float64Array(VECTOR_SIZE)
  const letters = [...`^${word}$`]
  for (let size = 2; size <= 4; size += 1) {
    for (let at = 0; at + size <= letters.length; at += 1) {
      const hash = fnv1a(letters.slice(at, at + size).join(''))
      const place = hash % VECTOR_SIZE
      sums[place] = (sums[place] ?? 0) + ((hash >>> 16) & 1 ? 1 : -1)
    }
  }
  const length = Math.hypot(...sums)
  return Int8Array.from(sums, (sum) => Math.round((sum / (length || 1)) * 127))
}

/**
 * Between -1 and 1.
 * @internal
 */
export function cosine(one: Int8Array, other: Int8Array): number {
  let [dot, first, second] = [0, 0, 0]
  for (let at = 0; at < VECTOR_SIZE; at += 1) {
    const [left, right] = [one[at] ?? 0, other[at] ?? 0]
    dot += left * right
    first += left * left
    second += right * right
  }
  return first === 0 || second === 0 ? 0 : dot / Math.sqrt(first * second)
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash ^= text.charCodeAt(at)
    hash = Math.imul(hash, 0x01000193)
  }
  // The low bits of FNV repeat in short texts; one more mix spreads them.
  hash ^= hash >>> 15
  return Math.imul(hash, 0x2c1b3c6d) >>> 0
}
