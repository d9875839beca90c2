import { DATABASE_WORDS } from '../../core/words/gate.ts'
import type { StoreProblem } from '../store.ts'
import { storeFailure } from '../store.ts'

/** What SQLite threw, as a failure of the store. Anything else stays what it is. */
export function failureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return error
  return sqliteFailure(error.errcode, error.message)
}

/** What the file system threw while the database was opened. */
export function openFailureOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return error
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return diskFull()
  return storeFailure('database-unreadable', DATABASE_WORDS.cannotOpen(String(error.code)))
}

// The low byte of an extended result code is the plain one.
const SQLITE_KINDS: Readonly<Record<number, StoreProblem['kind']>> = { 5: 'busy', 6: 'busy', 13: 'disk-full' }
const SQLITE_PLAIN_ERROR = 1
const SQLITE_CONSTRAINT = 19

function sqliteFailure(code: number, message: string): Error {
  const plain = code & 0xff
  const kind = SQLITE_KINDS[plain]
  if (kind === 'busy') return storeFailure('busy', DATABASE_WORDS.busy)
  if (kind === 'disk-full') return diskFull()
  if (plain === SQLITE_CONSTRAINT && message.includes('spent.')) {
    return storeFailure('already-spent', DATABASE_WORDS.alreadySpent)
  }
  const detail = plain === SQLITE_PLAIN_ERROR ? message : `${message} (SQLite ${code})`
  return storeFailure('database-unreadable', DATABASE_WORDS.unusable(detail))
}

function diskFull(): Error {
  return storeFailure('disk-full', DATABASE_WORDS.diskFull)
}
