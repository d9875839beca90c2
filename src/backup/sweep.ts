import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { listFolder } from '../disk/read-file.ts'
import { type BackupHome, DAY_MS, keptMsOf, removeStore, shelfOf } from './places.ts'
import { tidyUp } from './restoring.ts'

/** What a killed writer left is removed after a day. */
const ABANDONED_MS = DAY_MS

/**
 * PLANE-B6: also of folders that are no longer copied. Told by the times of files alone, so that a hundred folders cost no
 * hundred calls of git. The policy of the folder that is copied now says nothing about the others.
 */
export function sweep(home: BackupHome, root: string, nowMs: number): void {
  const own = shelfOf(home, root)
  for (const shelf of listFolder(home.folder).map((name) => join(home.folder, name))) {
    tidyUp(shelf)
    for (const name of listFolder(shelf)) {
      const path = join(shelf, name)
      if (/^\d+$/.test(name)) sweepStore(path, shelf !== own, nowMs)
      else if (name !== 'root' && isOlder(path, nowMs - ABANDONED_MS)) remove(path)
    }
    const isEmpty = listFolder(shelf).every((name) => name === 'root')
    if (isEmpty && isOlder(join(shelf, 'root'), nowMs - ABANDONED_MS)) remove(shelf)
  }
}

function sweepStore(store: string, isOther: boolean, nowMs: number): void {
  const keptMs = isOther ? keptMsOf(store) : undefined
  if (keptMs !== undefined && isOlder(join(store, 'refs', 'backups'), nowMs - keptMs)) removeStore(store)
  const packs = join(store, 'objects', 'pack')
  const torn = listFolder(packs).filter((one) => one.startsWith('tmp_'))
  for (const one of torn) if (isOlder(join(packs, one), nowMs - ABANDONED_MS)) remove(join(packs, one))
}

/** What is not there is not old. */
function isOlder(path: string, thanMs: number): boolean {
  try {
    return statSync(path).mtimeMs < thanMs
  } catch {
    return false
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Tried again with the next copy.
  }
}
