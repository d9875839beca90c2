import { lstatSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectHome } from '../../core/model/ids.ts'
import { makeFolder } from '../../disk/contain.ts'
import { isAlive, takeLock } from '../../disk/lock.ts'
import { AT_ONCE } from '../../disk/read-file.ts'

const STALE_MS = 30_000

/** `.claude/state`, made when missing; undefined when it cannot be, or when a link leads it out of the project. */
export function stateFolder(home: ProjectHome): string | undefined {
  try {
    return makeFolder(home, '.claude/state', { mode: 0o775, links: 'inside' })
  } catch {
    return undefined
  }
}

/**
 * EDGE-99: the lock file that other tools look for. Nothing relies on it (ADR 0004), so it never delays and never fails:
 * where another live process holds it, the work is done without.
 */
export function withStateLock<Result>(home: ProjectHome, work: () => Result, onCreated: () => void): Result {
  const folder = stateFolder(home)
  const path = folder === undefined ? undefined : join(folder, 'state.lock')
  const isOurs = path !== undefined && (create(path) || (isStale(path) && remove(path) && create(path)))
  try {
    if (isOurs) onCreated()
    return work()
  } finally {
    if (isOurs) remove(path)
  }
}

function create(path: string): boolean {
  try {
    // A pid alone may come to name another process.
    const startedAt = new Date(Date.now() - process.uptime() * 1_000).toISOString()
    return takeLock(path, `${process.pid}\n${startedAt}\n`, 0o644)
  } catch {
    return false
  }
}

function isStale(path: string): boolean {
  try {
    const stat = lstatSync(path)
    // Reading anything but a plain file may wait for ever.
    if (!stat.isFile()) return false
    if (Date.now() - stat.mtimeMs > STALE_MS) return true
    const pid = Number.parseInt(readFileSync(path, { encoding: 'utf8', flag: AT_ONCE }).slice(0, 20), 10)
    return Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

function remove(path: string): boolean {
  try {
    unlinkSync(path)
    return true
  } catch {
    return false
  }
}
