import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseJson } from '../core/model/json.ts'
import { appendText } from '../disk/append-text.ts'
import { readTail } from '../disk/read-file.ts'
import type { Gap } from './store.ts'

const MAX_GAPS_READ = 500
const MAX_GAP_BYTES = 4_096

/** False where it cannot be written: the answer still stands, and `doctor` finds the disk itself at fault. */
export function recordGap(file: string, gap: Gap): boolean {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    appendText(file, `${JSON.stringify(gap)}\n`, { mode: 0o600, survives: 'kill' })
    return true
  } catch {
    return false
  }
}

/** The latest gaps, oldest first; lines that are not ours are skipped. */
export function readGaps(file: string): readonly Gap[] {
  const lines = (readTail(file, MAX_GAPS_READ * MAX_GAP_BYTES) ?? '').split('\n').slice(-MAX_GAPS_READ)
  return lines.map(parseJson).filter(isGap)
}

function isGap(value: unknown): value is Gap {
  return typeof value === 'object' && value !== null && 'problem' in value && typeof value.problem === 'string'
}
