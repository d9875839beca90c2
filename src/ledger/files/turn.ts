import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

const WAIT_MS = 10_000

/** One writer of a project's ledger files at a time: a database transaction, which the kernel frees when a process dies. */
export async function inTurn<Result>(folder: string, root: string, act: () => Result): Promise<Result> {
  const { DatabaseSync } = await import('node:sqlite')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = createHash('sha256').update(root).digest('hex').slice(0, 24)
  const database = new DatabaseSync(join(folder, `${name}-turn.db`))
  try {
    database.exec(`PRAGMA busy_timeout = ${WAIT_MS}; BEGIN IMMEDIATE`)
    return act()
  } finally {
    database.close()
  }
}
