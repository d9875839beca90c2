import { closeSync, lstatSync, mkdirSync, openSync, readFileSync, realpathSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { codeOf, isInside } from './sight.ts'

const STALE_MS = 30_000

/** `.claude/state`, made when missing; undefined when it cannot be, or when a link leads it out of the project. */
export function stateFolder(project: ProjectRoot): string | undefined {
  let folder: string = project
  for (const name of ['.claude', 'state']) {
    folder = join(folder, name)
    // One level at a time: nothing is made behind a link before it is known where the link leads.
    if (!makeFolder(folder) || !leadsInside(project, folder)) return undefined
  }
  return folder
}

function makeFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o775 })
    return true
  } catch (error) {
    return codeOf(error) === 'EEXIST'
  }
}

function leadsInside(project: ProjectRoot, folder: string): boolean {
  try {
    return isInside(project, realpathSync(folder))
  } catch {
    return false
  }
}

/**
 * EDGE-99: the lock file that other tools look for. Nothing relies on it (ADR 0004), so it never delays and never fails:
 * where another live process holds it, the work is done without.
 */
export function withStateLock<Result>(project: ProjectRoot, work: () => Result, onCreated: () => void): Result {
  const folder = stateFolder(project)
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
    const file = openSync(path, 'wx', 0o644)
    try {
      // A pid alone may come to name another process.
      writeSync(file, `${process.pid}\n${new Date(Date.now() - process.uptime() * 1_000).toISOString()}\n`)
    } finally {
      closeSync(file)
    }
    return true
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
    const pid = Number.parseInt(readFileSync(path, 'utf8').slice(0, 20), 10)
    return Number.isSafeInteger(pid) && pid > 0 && !isAlive(pid)
  } catch {
    return false
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives and belongs to someone else.
    return codeOf(error) !== 'ESRCH'
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
