import { readFileSync, rmSync, statSync, utimesSync } from 'node:fs'
import { readJsonFile } from '../../disk/read-file.ts'
import { writePrivate } from '../../disk/replace-file.ts'
import { type ReadProcess, readProcess } from '../../person/processes.ts'

/** A daemon's life as its record tells it. */
export interface Run {
  readonly pid: number
  readonly startedMs: number
  /** When it last said that it lives. */
  readonly seenMs: number
}

export interface RunRecord {
  readonly startedMs: number
  /** Says that this daemon lives. */
  readonly beat: () => void
  /** The goodbye: without it, the next daemon knows that this one did not leave by itself. */
  readonly drop: () => void
}

/** Puts this daemon on record, and tells of one before it that left no goodbye. */
export function beginRecord(
  file: string,
  read: ReadProcess = readProcess,
): { readonly record: RunRecord; readonly lost: Run | undefined } {
  const lost = lostRun(file, read)
  const own = { pid: process.pid, started: read(process.pid)?.started ?? 0, boot: bootId(), startedMs: Date.now() }
  quietly(() => writePrivate(file, `${JSON.stringify(own)}\n`))
  const isOwn = () => recordIn(file)?.pid === process.pid
  return {
    lost,
    record: {
      startedMs: own.startedMs,
      beat: () => quietly(() => isOwn() && utimesSync(file, new Date(), new Date())),
      drop: () => quietly(() => isOwn() && rmSync(file)),
    },
  }
}

function lostRun(file: string, read: ReadProcess): Run | undefined {
  const record = recordIn(file)
  // When the machine went down, everybody went.
  if (!record || record.boot !== bootId() || read(record.pid)?.started === record.started) return undefined
  const { pid, startedMs } = record
  return { pid, startedMs, seenMs: Math.round(statSync(file).mtimeMs) }
}

interface Stored {
  readonly pid: number
  readonly started: number
  readonly boot: string
  readonly startedMs: number
}

function recordIn(file: string): Stored | undefined {
  const value = readJsonFile(file)
  return isStored(value) ? value : undefined
}

function isStored(value: unknown): value is Stored {
  if (typeof value !== 'object' || value === null) return false
  const { pid, started, boot, startedMs } = value as Readonly<Record<string, unknown>>
  return [pid, started, startedMs].every((one) => typeof one === 'number') && typeof boot === 'string'
}

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

/** Without this record the next daemon can't report that this one was killed; answers don't depend on it. */
function quietly(act: () => unknown): void {
  try {
    act()
  } catch {
    // The disk is full or the folder is gone.
  }
}
