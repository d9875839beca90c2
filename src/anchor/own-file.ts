import type { ProjectHome } from '../core/model/ids.ts'
import { makeFolder } from '../disk/contain.ts'
import { readText } from '../disk/read-file.ts'

/** Nothing that we keep below `.hestai` and `.hestai-sys` is longer. */
const MAX_BYTES = 262_144

export function readOwn(path: string): string | undefined {
  return readText(path, MAX_BYTES)
}

/** Throws where a link or a file is in the way: what we write would go somewhere else. */
export function makeOwnFolder(home: ProjectHome, path: string): string {
  const folder = makeFolder(home, path, { mode: 0o700, links: 'none' })
  if (folder === undefined) throw new Error(`a link or a file is in the way of \`${path}\``)
  return folder
}
