import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { matchesPattern } from '../core/rules/shell/patterns.ts'

/** More files than this are not looked at one by one; nothing is known of them then. */
const MAX_NAMED = 64
const MAX_LISTED = 5_000

/** The files that a path with `*`, `?` or `[` names on this disk; undefined when they are too many. */
export function namedFiles(pattern: string): readonly string[] | undefined {
  let folders: readonly string[] = ['/']
  for (const segment of pattern.split('/').filter((part) => part !== '')) {
    folders = /[*?[]/.test(segment)
      ? folders.flatMap((folder) => entriesOf(folder, segment))
      : folders.map((folder) => join(folder, segment))
    if (folders.length > MAX_NAMED) return undefined
  }
  return folders
}

/** A name that begins with a dot is found only by a pattern that does. */
function entriesOf(folder: string, pattern: string): readonly string[] {
  try {
    return readdirSync(folder)
      .slice(0, MAX_LISTED)
      .filter((name) => name.startsWith('.') === pattern.startsWith('.') && matchesPattern(pattern, name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
