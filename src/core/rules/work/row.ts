import type { WorkKind } from '../../model/tool.ts'

/**
 * The first row that matches says the kind; `script` looks at the name of a task instead. The text matched is the first three
 * operands, a bar, and the names of the options: `pr create | --title --body`.
 */
export type WorkRow = readonly [when: RegExp, kind: WorkKind | 'script']
/** Made when they are needed: their patterns take longer to make than to match. */
export type Rows = () => readonly WorkRow[]
/** One kind for whatever the program is told, or rows. */
export type WorkEntry = WorkKind | Rows

export const ANY = /^/
