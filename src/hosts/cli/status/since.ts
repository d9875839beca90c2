const UNITS_MS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }

/** `30min`, `2h`, `7d`, `yesterday`, `2026-11-01` or `2026-11-01T09:30` as a time; undefined for anything else. */
export function sinceOf(text: string, nowMs: number): number | undefined {
  const midnight = new Date(nowMs).setHours(0, 0, 0, 0)
  if (text === 'today') return midnight
  if (text === 'yesterday') return new Date(midnight).setDate(new Date(midnight).getDate() - 1)
  const [, number, unit = ''] = /^(\d{1,4}) ?(m|min|h|d|w)$/.exec(text) ?? []
  const sizeMs = UNITS_MS[unit.charAt(0)]
  if (number !== undefined && sizeMs !== undefined) return nowMs - Number(number) * sizeMs
  if (!/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d)?$/.test(text)) return undefined
  const atMs = new Date(text.length === 10 ? `${text}T00:00` : text.replace(' ', 'T')).getTime()
  return Number.isNaN(atMs) ? undefined : atMs
}
