/** A file whose content became known: written by an edit tool, a heredoc, `echo … > x`, `tee`, `cp`, `mv`, `ln -s`. */
export interface WrittenFile {
  readonly path: string
  /** Undefined when the content is not constant. */
  readonly text: string | undefined
  /** For links, moves and copies: where it comes from. */
  readonly from?: string
  readonly link?: boolean
  /** The file or tree itself came from there, so that deleting it deletes what was there. */
  readonly moved?: boolean
  /** Only a part of the file: what an edit put in. */
  readonly part?: boolean
  /** What running it was judged to be when it was written, where the text is not kept as it is; `unread` is too long. */
  readonly risk?: 'junction' | 'catastrophic' | 'unread'
}

/** What the judge remembers of one session, bounded: files it may be asked to run, effects it refused. */
export interface SessionMemory {
  /** When the session began, where that is known. */
  readonly sinceMs?: number
  readonly written: readonly WrittenFile[]
  readonly blocked: readonly { readonly family: string; readonly harm: string; readonly targets: readonly string[] }[]
}

export const NO_MEMORY: SessionMemory = { written: [], blocked: [] }
