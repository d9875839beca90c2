import { type Dir, opendirSync } from 'node:fs'
import { join } from 'node:path'
import { matchesPattern } from '../core/rules/shell/expand/patterns.ts'

/** More files than this are not looked at one by one. */
const MAX_NAMED = 64
/** For one call. A folder that holds more could keep the gate busy until its client no longer waits for it. */
const MAX_ENTRIES = 20_000

/** The names in a folder; undefined when too many were read already. */
type Lister = (folder: string) => readonly string[] | undefined

/** Reads each folder once, and in all of them together no more than the gate has time for. */
export function lister(): Lister {
  const known = new Map<string, readonly string[]>()
  let left = MAX_ENTRIES
  return (folder) => {
    const seen = known.get(folder)
    if (seen || left <= 0) return seen
    const names = namesIn(folder, left)
    left -= names.length + 1
    if (left <= 0) return undefined
    known.set(folder, names)
    return names
  }
}

/** The files that a path with `*`, `?` or `[` names on this disk; undefined when they are too many to look at. */
export function namedFiles(pattern: string, list: Lister = lister()): readonly string[] | undefined {
  let folders: readonly string[] = ['/']
  for (const segment of pattern.split('/').filter((part) => part !== '')) {
    const next: string[] = []
    for (const folder of folders) {
      const names = /[*?[]/.test(segment) ? list(folder)?.filter((name) => isNamed(name, segment)) : [segment]
      if (names === undefined) return undefined
      next.push(...names.map((name) => join(folder, name)))
    }
    if (next.length > MAX_NAMED) return undefined
    folders = next
  }
  return folders
}

/** A name that begins with a dot is found only by a pattern that does. */
function isNamed(name: string, pattern: string): boolean {
  return name.startsWith('.') === pattern.startsWith('.') && matchesPattern(pattern, name)
}

/** One entry after the other: reading a folder whole takes as long as it is large. */
function namesIn(folder: string, limit: number): readonly string[] {
  let open: Dir | undefined
  const names: string[] = []
  try {
    open = opendirSync(folder)
    for (let entry = open.readSync(); entry && names.length < limit; entry = open.readSync()) names.push(entry.name)
  } catch {
    // A folder that can't be read names nothing.
  }
  open?.closeSync()
  return names
}
