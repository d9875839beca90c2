const MAX_WORDS = 20_000
const MAX_PART_CHARS = 40
const MAX_WHOLE_CHARS = 64

/** Words that say nothing about what a piece of code does. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a an and are as at be but by can do does for from has have how if in into is it its not of on or our so such that ' +
    'the their then there these they this to was we what when where which who why will with you your i my me us'
  ).split(' '),
)

/** Longest first; what is left must still be a word. */
const SUFFIXES = [
  ...['izations', 'isations', 'ization', 'isation', 'ations', 'izers', 'izing', 'ation', 'ating', 'ators'],
  ...['izer', 'ized', 'ator', 'ated', 'ment', 'able', 'ness', 'ions', 'ing', 'ion', 'ate', 'ize', 'ise'],
  ...['ity', 'ive', 'ful', 'ed', 'er', 'or', 'ly', 'al', 'e'],
]
const MIN_STEM_CHARS = 4

/** The words of a text in order: identifiers are parted, and also kept whole. */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = []
  for (const [run] of text.matchAll(/[\p{L}\p{M}\p{N}_$]{1,400}/gu)) {
    if (words.length >= MAX_WORDS) break
    const parts = partsOf(run)
    words.push(...parts.filter((part) => part.length <= MAX_PART_CHARS))
    const whole = parts.join('')
    if (parts.length > 1 && whole.length <= MAX_WHOLE_CHARS) words.push(whole)
  }
  return words
}

/** What a person asks for: stems of the words that carry it, each once. */
export function contentStems(text: string): readonly string[] {
  const runs = [...text.matchAll(/[\p{L}\p{M}\p{N}_$]{1,400}/gu)].map(([run]) => run)
  // `sha256` is one word: its parts would be found anywhere.
  const parts = runs.flatMap((run) => (/^[a-z]+\d+$/i.test(run) ? [run.toLowerCase()] : partsOf(run)))
  const content = parts.filter((part) => part.length > 1 && !STOP_WORDS.has(part))
  return [...new Set(content.map(stem))]
}

/** Light and predictable: plural first, then one ending. `validates`, `validating` and `validation` are one word. */
export function stem(word: string): string {
  const single = singular(word)
  const suffix = SUFFIXES.find((one) => single.endsWith(one) && single.length - one.length >= MIN_STEM_CHARS)
  if (suffix === undefined) return single
  const left = single.slice(0, -suffix.length)
  return left.length > MIN_STEM_CHARS && /([b-df-hj-np-tv-z])\1$/.test(left) ? left.slice(0, -1) : left
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

/** `parseHTTPResponse_v2` → parse, http, response, v, 2. Scripts without spaces are parted into pairs of letters. */
function partsOf(run: string): readonly string[] {
  const composed = run.normalize('NFC')
  const parts = composed.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lo}\p{Lm}\p{M}]+/gu) ?? []
  return parts.flatMap((part) => (/^\p{Lo}{3,}/u.test(part) ? pairs(part) : [part.toLowerCase()]))
}

function pairs(text: string): readonly string[] {
  const letters = [...text]
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`)
}
