const DAY_MS = 86_400_000
const MAX_TIME_MS = 8.64e15

/** ISO 8601 in UTC with milliseconds. The core has no clock and no `Date`; times come with events. */
export function isoTime(atMs: number): string {
  const ms = Math.trunc(Math.max(-MAX_TIME_MS, Math.min(MAX_TIME_MS, Number.isNaN(atMs) ? 0 : atMs)))
  const days = Math.floor(ms / DAY_MS)
  const rest = ms - days * DAY_MS
  const { year, month, day } = civilDate(days)
  const clock = [Math.floor(rest / 3_600_000), Math.floor(rest / 60_000) % 60, Math.floor(rest / 1_000) % 60]
  const years = year >= 0 && year <= 9_999 ? pad(year, 4) : `${year < 0 ? '-' : '+'}${pad(Math.abs(year), 6)}`
  return `${years}-${pad(month, 2)}-${pad(day, 2)}T${clock.map((part) => pad(part, 2)).join(':')}.${pad(rest % 1_000, 3)}Z`
}

/** Days since 1970-01-01 to a calendar date, counting eras of 400 years from 1 March of the year 0. */
function civilDate(days: number): { readonly year: number; readonly month: number; readonly day: number } {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1_460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return { year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day }
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0')
}
