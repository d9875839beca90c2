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

/** Between -1 and 1. */
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
