import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
} from 'node:fs'
import { join } from 'node:path'
import { readFrom } from './read-file.ts'

/** How much one look may read; it counts down. */
export interface ReadBudget {
  bytes: number
  entries: number
  /** Of `performance.now()`; a folder is not walked any longer. */
  readonly untilMs: number
}

/** What was found at a path. */
export interface FoundPath {
  readonly kind: 'file' | 'folder' | 'other'
  /** Names where it really lies and what is in it. Where that is too much to read, it names this state of it instead. */
  readonly print: string
  /** The content of a file that was read. */
  readonly bytes?: Buffer
  readonly isExecutable: boolean
  /** It is there, and this user may not read it. */
  readonly isUnread?: true
}

const MAX_FILE_BYTES = 8 * 1_024 * 1_024
const PRINT_CHARS = 32

const sha256 = (data: string | Uint8Array): string => process.getBuiltinModule('node:crypto').hash('sha256', data)

/** A short name for a value. */
export const printOf = (...parts: readonly string[]): string => sha256(parts.join('\0')).slice(0, PRINT_CHARS)

/** The last one is said of a name that no file can have. */
const NOTHING_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE'])

/** Undefined when there is nothing. Links are followed, and where they lead is part of the print; a pipe is not waited for. */
export function printPath(path: string, budget: ReadBudget): FoundPath | undefined {
  try {
    if (!lstatSync(path, { throwIfNoEntry: false })) return undefined
    const real = realpathSync.native(path)
    const file = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(file, { bigint: true })
      const isExecutable = (stat.mode & 0o111n) !== 0n
      if (stat.isDirectory())
        return { kind: 'folder', print: printOf(path, real, folderPrint(real, budget)), isExecutable }
      if (!stat.isFile()) return { kind: 'other', print: printOf(path, real, 'no file'), isExecutable }
      const bytes = readWithin(file, stat, budget)
      const print = printOf(path, real, bytes === undefined ? stateOf(stat) : sha256(bytes))
      return { kind: 'file', print, isExecutable, ...(bytes !== undefined && { bytes }) }
    } finally {
      closeSync(file)
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    if (NOTHING_THERE.has(code)) return undefined
    return { kind: 'other', print: printOf(path, code), isExecutable: false, isUnread: true }
  }
}

function readWithin(file: number, { size }: BigIntStats, budget: ReadBudget): Buffer | undefined {
  if (size > MAX_FILE_BYTES || size > budget.bytes) return undefined
  const bytes = readFrom(file, Number(size))
  budget.bytes -= bytes.length
  return bytes
}

/** No program of this user changes a file without moving its change time. */
const stateOf = ({ dev, ino, size, ctimeNs }: BigIntStats): string => `too large ${dev} ${ino} ${size} ${ctimeNs}`

/** Kept by tools, large, and never what a person looks at. */
const LEFT_OUT = new Set(['.git', 'node_modules'])

/** Names and contents below a folder, as far as the budget goes. */
function folderPrint(folder: string, budget: ReadBudget): string {
  const lines: string[] = []
  for (const entry of readdirSync(folder).sort()) {
    if (LEFT_OUT.has(entry)) continue
    if (budget.entries <= 0 || performance.now() > budget.untilMs) {
      lines.push('more')
      break
    }
    budget.entries -= 1
    lines.push(`${entry} ${printPath(join(folder, entry), budget)?.print ?? 'nothing'}`)
  }
  return sha256(lines.join('\n'))
}
