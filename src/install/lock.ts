import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive, takeLock } from '../disk/lock.ts'
import type { Backups } from './record.ts'

export type Locked<Result> =
  | { readonly ok: true; readonly result: Result }
  | { readonly ok: false; readonly holder: string }

/** One `init` or `uninstall` at a time. A lock whose holder is gone does not count. */
export async function withInstallLock<Result>(backups: Backups, work: () => Promise<Result>): Promise<Locked<Result>> {
  mkdirSync(backups.folder, { recursive: true, mode: 0o700 })
  const path = join(backups.folder, 'lock')
  const holder = acquire(path)
  if (holder !== null) return { ok: false, holder }
  try {
    return { ok: true, result: await work() }
  } finally {
    rmSync(path, { force: true })
  }
}

/** Null when the lock is ours, else the process that has it. */
function acquire(path: string): string | null {
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (takeLock(path, identityOf(process.pid), 0o600)) return null
    const holder = readHolder(path)
    if (isHeldBy(holder)) return holder.split(' ')[0] ?? holder
    rmSync(path, { force: true })
  }
  return 'unknown'
}

function readHolder(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function isHeldBy(holder: string): boolean {
  const pid = Number(holder.split(' ')[0])
  return pid > 0 && identityOf(pid) === holder && isAlive(pid)
}

/** Pid and start time, so that a stranger with the same pid is not taken for the holder. */
function identityOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]}`
  } catch {
    return String(pid)
  }
}
