import type { Frame } from './machine.ts'
import { reportUnread } from './report.ts'

/** Counts characters that an expansion gives. When too many were given, the reading says so and the rest is unknown. */
export function spend(chars: number, frame: Frame): boolean {
  const { machine } = frame
  machine.expandedCharsLeft -= chars
  if (machine.expandedCharsLeft >= 0) return true
  reportUnread('too-long', '', frame)
  return false
}
