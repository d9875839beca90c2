/** One thing that a call runs, feeds or hands on, as it was when somebody looked. */
export interface ExhibitPart {
  /** `commit`: what would be pushed. It is new each time, so it binds an approval and no dismissal. */
  readonly kind: 'file' | 'remote' | 'commit'
  /** As a person would name it. */
  readonly name: string
  /** Where it lies, for files. */
  readonly path?: string
  /** Names what was found; also that it could not be read. What is not there is no part. */
  readonly print: string
  /** There was more than could be looked at, or no time: what is behind it may be as before. */
  readonly isUnseen?: true
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
}

export function changesBetween(then: Exhibit, now: Exhibit): readonly ExhibitChange[] {
  const [before, after] = [byName(then), byName(now)]
  return [
    ...now.flatMap(({ kind, name, print }): readonly ExhibitChange[] => {
      const known = before.get(`${kind} ${name}`)
      if (known === print) return []
      return [{ kind, name, how: known === undefined ? 'new' : 'changed' }]
    }),
    ...then.flatMap(({ kind, name }): readonly ExhibitChange[] =>
      after.has(`${kind} ${name}`) ? [] : [{ kind, name, how: 'gone' }],
    ),
  ]
}

const byName = (exhibit: Exhibit): ReadonlyMap<string, string> =>
  new Map(exhibit.map(({ kind, name, print }) => [`${kind} ${name}`, print]))
