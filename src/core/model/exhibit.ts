/** One thing that a call runs, feeds or hands on, as it was when somebody looked. */
export interface ExhibitPart {
  /**
   * `commit`: what would be pushed or deployed, and `target`: what would be lost. They are new each time, so they bind an
   * approval and no dismissal. `how`: the way in which the runtime runs it.
   */
  readonly kind: 'file' | 'remote' | 'commit' | 'target' | 'how'
  /** As a person would name it. */
  readonly name: string
  /** Where it lies, for files. */
  readonly path?: string
  /** Names what was found; also that it could not be read. What is not there is no part. */
  readonly print: string
  /** There was more than could be looked at, or no time: what is behind it may be as before. */
  readonly isUnseen?: true
  /** In a few words, for a person; the print covers it. */
  readonly about?: string
  /** Of what git knows: the top of its work tree. */
  readonly top?: string
  /** Of HEAD: the commits that no remote has, newest first, as a person reads them. The print covers them. */
  readonly commits?: readonly string[]
  /** It is there and could not be read. */
  readonly isUnread?: true
}

/** What a person decides about beside the words of a call: a grant is bound to it (EDGE-57). */
export type Exhibit = readonly ExhibitPart[]

/** Where to look for the parts. */
export interface ExhibitNeeds {
  /** Words that may name a file or a folder; nearly all name nothing. */
  readonly names: readonly string[]
  /** Folders that a word may be relative to. */
  readonly folders: readonly string[]
  /** Files that a program looks for by itself. */
  readonly sought: readonly SoughtFiles[]
  readonly git: readonly GitNeed[]
  /** What the call would delete, overwrite or discard. */
  readonly targets?: readonly string[]
  /** Folders of repositories whose whole state the call hands on: a deploy, a migration, a package. */
  readonly trees?: readonly string[]
  /** Which of the names are run, and by which program; empty where the file itself tells. */
  readonly runs: readonly (readonly [name: string, interpreter: string])[]
}

export interface SoughtFiles {
  readonly names: readonly string[]
  /** In this folder or the nearest one above it. */
  readonly from: string
  /** Words of the program that looks. */
  readonly argv: readonly string[]
}

/** What a command of git runs and hands on. */
export interface GitNeed {
  readonly folder: string
  /** Names of the hooks that it starts. */
  readonly hooks: readonly string[]
  /** It pushes: these words may name what. */
  readonly pushes?: { readonly words: readonly string[]; readonly all: boolean }
  /** It makes commits that are pushed by the same call. */
  readonly commits: boolean
  /** A word that git does not know by itself. */
  readonly alias?: string
}

/** How a part is not what it was. */
export interface ExhibitChange extends Pick<ExhibitPart, 'kind' | 'name'> {
  readonly how: 'changed' | 'new' | 'gone'
  /** Commits that were not there. */
  readonly more?: readonly string[]
}

export function changesBetween(then: Exhibit, now: Exhibit): readonly ExhibitChange[] {
  const [before, after] = [byName(then), byName(now)]
  return [
    ...now.flatMap(({ kind, name, print, commits = [] }): readonly ExhibitChange[] => {
      const known = before.get(`${kind} ${name}`)
      if (known?.print === print) return []
      const more = commits.filter((commit) => !known?.commits?.includes(commit))
      return [{ kind, name, how: known === undefined ? 'new' : 'changed', ...(more.length > 0 && { more }) }]
    }),
    ...then.flatMap(({ kind, name }): readonly ExhibitChange[] =>
      after.has(`${kind} ${name}`) ? [] : [{ kind, name, how: 'gone' }],
    ),
  ]
}

const byName = (exhibit: Exhibit): ReadonlyMap<string, ExhibitPart> =>
  new Map(exhibit.map((part) => [`${part.kind} ${part.name}`, part]))
