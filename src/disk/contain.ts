import { lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isInside } from '../core/model/inside.ts'
import { codeOf } from './error-code.ts'

/** As far as the path is there, every link on the way to it ends in the root. A repository may bring links along. */
export function staysInside(root: string, path: string): boolean {
  try {
    return isInside(realpathSync(path), realpathSync(root))
  } catch (error) {
    const isMissing = ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
    // A link to nowhere is no missing folder: what is made there would be made elsewhere.
    if (!isMissing || lstatSync(path, { throwIfNoEntry: false }) !== undefined) return false
    return path === root || staysInside(root, dirname(path))
  }
}

/**
 * Makes a folder below the root, level by level, so that nothing is made behind a link before it is known where it leads.
 * `links`: none may stand on the way, or those that end in the root. Undefined where one does not, or a file is in the way.
 */
export function makeFolder(
  root: string,
  path: string,
  { mode, links }: { readonly mode: number; readonly links: 'none' | 'inside' },
): string | undefined {
  let folder = root
  for (const name of path.split('/')) {
    folder = join(folder, name)
    if (whatIsAt(folder) === 'nothing') makeOne(folder, mode)
    if (whatIsAt(folder) !== 'folder' && !(links === 'inside' && leadsToFolder(root, folder))) return undefined
  }
  return folder
}

/** `nothing`, a `folder` of its own, or `other`: a link, a file, something unreadable. */
export function whatIsAt(path: string): 'nothing' | 'folder' | 'other' {
  try {
    return lstatSync(path).isDirectory() ? 'folder' : 'other'
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? 'nothing' : 'other'
  }
}

function makeOne(folder: string, mode: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function leadsToFolder(root: string, link: string): boolean {
  return staysInside(root, link) && statSync(link).isDirectory()
}
