import { chmodSync, chownSync, closeSync, fsyncSync, openSync, renameSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { writeFresh } from '../config/write-fresh.ts'

/** Old or new, never torn. The name of the fresh file is fixed, so that a killed run leaves at most one behind. */
export function writeAtomically(path: string, text: string, mode: number): void {
  const fresh = freshName(path)
  writeFresh(fresh, text)
  chmodSync(fresh, mode)
  keepOwner(fresh, path)
  renameSync(fresh, path)
  syncFolder(dirname(path))
}

export function freshName(path: string): string {
  return join(dirname(path), `.${basename(path)}.fairlead-new`)
}

/** Someone who runs `init` as root must not take a file away from its owner. */
function keepOwner(fresh: string, path: string): void {
  const [old, now] = [statSync(path, { throwIfNoEntry: false }), statSync(fresh)]
  if (old !== undefined && (old.uid !== now.uid || old.gid !== now.gid)) chownSync(fresh, old.uid, old.gid)
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
