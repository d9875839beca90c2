/** A copy that was made. Paths are absolute. */
interface BackupTaken {
  readonly kind: 'taken'
  readonly id: string
  /** The folder that was copied: a repository's top level, or what holds the path that was named. */
  readonly root: string
  /** Git's name of the whole copy. */
  readonly tree: string
  readonly files: number
  readonly bytes: number
  /** How much was left out, and the first few of it. */
  readonly leftOut: number
  readonly leftNames: readonly string[]
  /** Every file that git does not ignore is in the copy. */
  readonly whole: boolean
  /** Of the paths that were asked about: those of which nothing is missing in the copy. */
  readonly covered: readonly string[]
}

/** How one attempt to copy the files of a folder ended. */
export type BackupReport = BackupTaken | { readonly kind: 'failed'; readonly root: string; readonly why: string }

/** What should be copied before a call may pass. */
export interface BackupNeed {
  /** Absolute paths that are about to be lost. */
  readonly asked: readonly string[]
  /** Folders in which commands would run that name no path. */
  readonly folders: readonly string[]
  /** The call, as the list of copies shows it. */
  readonly before: string
}

/** What a person did at the command line. */
export type BackupAct =
  | { readonly kind: 'create'; readonly report: BackupReport; readonly reason: string }
  | {
      readonly kind: 'restore'
      readonly id: string
      readonly root: string
      readonly files: number
      /** The copy of what was there before, unless the person did without. */
      readonly undo?: string
    }

/** Rows of the audit about copies of files. */
export type BackupFact =
  | (Omit<BackupTaken, 'kind'> & { readonly kind: 'backup.taken'; readonly before: string })
  | { readonly kind: 'backup.failed'; readonly root: string; readonly why: string; readonly before: string }
  | (Omit<Extract<BackupAct, { readonly kind: 'restore' }>, 'kind'> & { readonly kind: 'backup.restored' })
