/** Dates, numbers and durations as the reader writes them. */

const numbers = new Intl.NumberFormat()
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' })
const clockSeconds = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
const dates = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' })
const whole = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })
const shares = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 })

export const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const num = (value: number): string => numbers.format(value)
export const percent = (value: number): string => shares.format(value)
export const time = (atMs: number): string => clock.format(atMs)
export const timeSeconds = (atMs: number): string => clockSeconds.format(atMs)
export const date = (atMs: number): string => dates.format(atMs)
export const moment = (atMs: number): string => whole.format(atMs)

/** `3 min`, in the largest unit that fits. */
export function span(ms: number): string {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / 1_000))} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  return ms < 2 * DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`
}

/** Today by the clock, else by the day. */
export function when(atMs: number, nowMs: number): string {
  return nowMs - atMs < DAY && new Date(atMs).getDate() === new Date(nowMs).getDate()
    ? time(atMs)
    : `${date(atMs)}, ${time(atMs)}`
}
