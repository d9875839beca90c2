import { stem, wordsOf } from '../../core/protocols/ledger/cite/words.ts'
import { openText } from '../files/open-text.ts'
import { maxBytesOf } from './language.ts'

const SNIPPET_LINES = 5
const MAX_SNIPPET_CHARS = 400

export interface Stretch {
  readonly from: number
  readonly to: number
  readonly stems: readonly string[]
}

/** The few lines of a stretch that say most of what was asked for. */
export function citedLines(root: string, path: string, { from, to, stems }: Stretch): string {
  const opened = openText(root, path, maxBytesOf(path))
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
