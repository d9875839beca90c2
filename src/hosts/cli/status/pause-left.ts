import type { State } from '../../../core/model/state.ts'

const MINUTE_MS = 60_000

/** When the pause ends that runs now. */
export function pausedUntil({ edge }: State, nowMs: number): number | undefined {
  return edge.pause !== undefined && nowMs < edge.pause.expiresAtMs ? edge.pause.expiresAtMs : undefined
}

export function minutesLeft(untilMs: number, nowMs: number): string {
  return `${Math.ceil((untilMs - nowMs) / MINUTE_MS)}`
}
