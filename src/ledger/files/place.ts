import { createHash } from 'node:crypto'
import { accessSync, constants, mkdirSync, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'
import type { ProjectHomes } from '../../core/model/homes.ts'
import type { Environment } from '../../core/model/json.ts'
import { STATE_ZONE, TRAJECTORY_PATH } from '../../core/protocols/ledger/notes/state-zone.ts'

/** Where a project's ledgers are looked after. */
export interface LedgerPlace {
  /** The project, as a real path. */
  readonly root: string
  readonly homes: ProjectHomes
  /** Our own folder outside of it, for indexes and turns. */
  readonly folder: string
  readonly env: Environment
}

/** Where a path of the project is to be looked up: what belongs to the ledgers, at their homes. */
export function baseOf({ root, homes }: Pick<LedgerPlace, 'root' | 'homes'>, path: string): string {
  if (path.startsWith(`${TRAJECTORY_PATH}/`)) return homes.ledger
  return LEDGER_ZONES.some((zone) => path.startsWith(`${zone}/`)) ? homes.notes : root
}

export const LEDGER_ZONES = [STATE_ZONE, '.beads'] as const

/** The file of one of our databases about a project. */
export function databaseFile({ folder, root }: Pick<LedgerPlace, 'folder' | 'root'>, kind: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, `${createHash('sha256').update(root).digest('hex').slice(0, 24)}-${kind}.db`)
}

const WAIT_MS = 10_000

/** One writer of a project's task files at a time: a database transaction, which the kernel frees when a process dies. */
export async function inTurn<Result>({ folder, homes }: LedgerPlace, act: () => Result): Promise<Result> {
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(databaseFile({ folder, root: homes.notes }, 'turn'))
  try {
    database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; BEGIN IMMEDIATE`)
    return act()
  } finally {
    database.close()
  }
}

/** A program on the PATH, never one that the repository brings along. */
export function onPath(name: string, root: string, env: Environment): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    try {
      const path = realpathSync(join(folder, name))
      accessSync(path, constants.X_OK)
      if (statSync(path).isFile() && !path.startsWith(`${root}/`) && !folder.startsWith(`${root}/`)) return path
    } catch {
      // Not here.
    }
  }
  return undefined
}
