export const ATTENTION_LEVELS = ['green', 'yellow', 'orange', 'red'] as const
export type AttentionLevel = (typeof ATTENTION_LEVELS)[number]

/** What a runtime's transcript says about the context of one session, in model tokens. */
export type Usage = { readonly tokens: number; readonly window?: number }

/** How full one session's context is. It dies with the context and is no part of the record. */
export type Attention = {
  readonly tokens: number
  readonly window: number | null
  /** What the context held at the last synthesis; only what came after counts (C28). */
  readonly syncedTokens: number
  readonly level: AttentionLevel
  /** The highest level that was told of what came in since the last synthesis: said once, not again. */
  readonly told: AttentionLevel
  /** The same of the whole context. */
  readonly toldWhole: AttentionLevel
  /** With `red_action: gate`: new work waits until synthesis is persisted. */
  readonly gated: boolean
  /** That a broad search wants a pivot is said once. */
  readonly pivotTold: boolean
}

export const NO_ATTENTION: Attention = {
  tokens: 0,
  window: null,
  syncedTokens: 0,
  level: 'green',
  told: 'green',
  toldWhole: 'green',
  gated: false,
  pivotTold: false,
}
