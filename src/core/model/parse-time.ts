const ISO = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3})\d*)?)?(Z|[+-]\d{2}:\d{2})$/
const DAY_MS = 86_400_000

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
