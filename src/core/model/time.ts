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

const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:\d{2})$/

/** Milliseconds since 1970 of an ISO 8601 time, or undefined. The core has no `Date`. */
export function parseTime(text: string): number | undefined {
  const match = ISO.exec(text)
  if (!match) return undefined
  // A long trajectory has many of them: no lists on the way.
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6] ?? 0)]
  const fits = month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 61
  if (!fits) return undefined
  const millis = Number((match[7] ?? '').padEnd(3, '0'))
  const clock = ((hour * 60 + minute) * 60 + second) * 1_000 + millis
  return daysOf(year, month, day) * DAY_MS + clock - offsetMs(match[8])
}

/** A calendar date to days since 1970-01-01, counting eras of 400 years from 1 March of the year 0. */
function daysOf(year: number, month: number, day: number): number {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}

function offsetMs(zone = 'Z'): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000
}
