export type Lines = { readonly from: number; readonly to: number }

/** Where things stand in NOTES.md, as it will be written with the record as it is. */
export type NotesPlaces = {
  readonly context: Lines | null
  /** Of decisions, by id. */
  readonly entries: Readonly<Record<string, Lines>>
  /** The line where the next decision begins. */
  readonly next: number | null
}

/** In model tokens, counted by a real tokenizer: what the identifiers of a session cost, and what they stand for. */
export type Savings = {
  readonly identifiers: number
  readonly identifier_tokens: number
  /** Of the lines they name. */
  readonly block_tokens: number
  /** Of the files they name: what loading everything would cost. */
  readonly file_tokens: number
}

/** Citations that bore their decisions out when they were made. */
export type Reopened = {
  /** Decisions that were looked at, and those of them that everything still bears out. */
  readonly decisions: number
  readonly standing: number
  /** `src/a.ts:10 moved to …`, one for each citation that does not stand where it stood. */
  readonly stale: readonly string[]
}
