import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a folder below the root, unless a link stands in the way: a cloned repository may bring one that leads out. */
export function makeFolder(root: string, path: string): boolean {
  let folder = root
  for (const part of path.split('/')) {
    folder = join(folder, part)
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) mkdirSync(folder, { mode: 0o775 })
    else if (!found.isDirectory()) return false
  }
  return true
}
