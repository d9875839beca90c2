const MOST = 999_999_999_999
const MOST_HOLDS = 999_999_999

/** A number from 1 on as a person types it; undefined when it is none, or above `most`. */
export function wholeNumber(text: string, most = MOST): number | undefined {
  const number = /^[1-9]\d{0,11}$/.test(text) ? Number(text) : 0
  return number >= 1 && number <= most ? number : undefined
}

/** Holds are shown as `#3`, and may be typed so. */
export function holdNumber(text: string): number | undefined {
  return wholeNumber(text.replace(/^#/, ''), MOST_HOLDS)
}
