import type { WorkKind } from '../../model/work.ts'

/**
 * The first row that matches says the kind; `script` looks at the name of a task instead. The text matched is the first three
 * operands, a bar, and the names of the options: `pr create | --title --body`.
 */
export type Row = readonly [when: RegExp, kind: WorkKind | 'script']
/** One kind for whatever the program is told, or rows. */
export type Entry = WorkKind | readonly Row[]

export const ANY = /^/

export const all = (names: string, entry: Entry): readonly (readonly [string, Entry])[] =>
  names.split(' ').map((name) => [name, entry])
