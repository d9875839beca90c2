import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { openFailureOf } from './failure.ts'
import { migrate } from './migrate.ts'
import { makeTurns } from './turns.ts'

/** SQLite's own waiting blocks the thread and favours newcomers, so all but the shortest is done by `turns.ts`. */
const BUSY_SPIN_MS = 2

/** One connection. Transactions are synchronous, so calls in one process cannot mix. */
export interface Database {
  /** The statement for this text, prepared once. */
  sql(text: string): StatementSync
  /** One `BEGIN IMMEDIATE` … `COMMIT`, tried again while another writer is at it. `work` may run more than once. */
  transact<Result>(work: () => Result): Promise<Result>
  read<Result>(work: () => Result): Promise<Result>
  /** Undefined where another process is in the way, or another file has taken the place of this one. */
  readNow<Result>(work: () => Result): Result | undefined
  close(): void
}

export async function openDatabase(path: string): Promise<Database> {
  const turns = makeTurns()
  let current = await turns.read(() => connect(path))
  // The file was deleted or replaced: a long-lived process must not go on writing to one that is never read again.
  const renew = (): void => {
    if (isStill(path, current)) return
    closeQuietly(current.db)
    current = connect(path)
  }
  const sql = (text: string): StatementSync => {
    const known = current.statements.get(text) ?? current.db.prepare(text)
    current.statements.set(text, known)
    return known
  }
  return {
    sql,
    transact: (work) =>
      turns.write(() => {
        renew()
        return inTransaction(sql, work)
      }),
    read: (work) =>
      turns.read(() => {
        renew()
        return work()
      }),
    readNow: (work) => {
      try {
        return isStill(path, current) ? work() : undefined
      } catch {
        return undefined
      }
    },
    close: () => closeQuietly(current.db),
  }
}

function isStill(path: string, { inode }: Connection): boolean {
  return statSync(path, { throwIfNoEntry: false })?.ino === inode
}

interface Connection {
  readonly db: DatabaseSync
  readonly inode: number
  readonly statements: Map<string, StatementSync>
}

function connect(path: string): Connection {
  const inode = makePrivate(path)
  const db = new DatabaseSync(path)
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_SPIN_MS}; PRAGMA synchronous = FULL`)
    migrate(db)
    return { db, inode, statements: new Map() }
  } catch (error) {
    closeQuietly(db)
    throw error
  }
}

/** Closed before, when the file that came in its place could not be opened. */
function closeQuietly(db: DatabaseSync): void {
  if (db.isOpen) db.close()
}

/** Folder 0700, file 0600: the facts are the user's own. SQLite gives its side files the same mode. */
function makePrivate(path: string): number {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      closeSync(openSync(path, 'a', 0o600))
    } else if (stat.isFile() && (stat.mode & 0o077) !== 0 && stat.uid === process.getuid?.()) {
      chmodSync(path, 0o600)
    }
    return stat?.ino ?? statSync(path).ino
  } catch (error) {
    throw openFailureOf(error)
  }
}

function inTransaction<Result>(sql: (text: string) => StatementSync, work: () => Result): Result {
  sql('BEGIN IMMEDIATE').run()
  try {
    const result = work()
    sql('COMMIT').run()
    return result
  } catch (error) {
    rollBack(sql)
    throw error
  }
}

function rollBack(sql: (text: string) => StatementSync): void {
  try {
    sql('ROLLBACK').run()
  } catch {
    // A full disk or a broken file has already ended the transaction.
  }
}
