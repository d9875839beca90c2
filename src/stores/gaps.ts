import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Gap } from './store.ts'

const MAX_GAPS_READ = 500

export function recordGap(file: string, gap: Gap): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    appendFileSync(file, `${JSON.stringify(gap)}\n`, { mode: 0o600 })
  } catch {
    // Nowhere to write: the answer still stands, and `doctor` finds the disk itself at fault.
  }
}

/** The latest gaps, oldest first; lines that are not ours are skipped. */
export function readGaps(file: string): readonly Gap[] {
  const lines = textOf(file).split('\n').slice(-MAX_GAPS_READ)
  return lines.flatMap((line) => {
    try {
      const gap: unknown = JSON.parse(line)
      return isGap(gap) ? [gap] : []
    } catch {
      return []
    }
  })
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isGap(value: unknown): value is Gap {
  return typeof value === 'object' && value !== null && 'problem' in value && typeof value.problem === 'string'
}
