/** One result, in the shape of a line of `ck --jsonl`, and which engine found it. */
export interface Found {
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
export type SearchMode = (typeof SEARCH_MODES)[number]
