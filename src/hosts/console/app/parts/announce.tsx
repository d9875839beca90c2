import { announced } from '../state.ts'
import { LIVE } from '../words/en.ts'

const PAUSE_MS = 60_000
let last = 0
let known = 0

/** New holds are told politely, at most once a minute. */
export function announce(waiting: number): void {
  const isMore = waiting > known
  known = waiting
  if (!isMore || Date.now() - last < PAUSE_MS) return
  last = Date.now()
  announced.value = LIVE.newHold(waiting)
}

export function Announcer() {
  return (
    <p class="aloud" role="status" aria-live="polite">
      {announced.value}
    </p>
  )
}
