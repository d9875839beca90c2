/** Texts for people and agents: that one is there counts, its words do not. */
const PROSE = new Set(['text', 'reason', 'safer', 'why', 'instead', 'steer', 'notice', 'about', 'otherwise', 'problem'])
/** Names made of hashes: equal ones stay equal within a case, and what went into the hash may change. */
const PRINT = new Set(['fingerprint', 'kindPrint', 'allowance', 'grant', 'id'])
/** Depend on the key, on the machine or on other rows; `streaks` says what the facts beside it already show (ADR 0021). */
const LEFT_OUT = new Set(['signature', 'hash', 'prevHash', 'eventId', 'startHash', 'around', 'streaks'])

/** What was decided and recorded, without how it is told. */
export function plain(value, prints = new Map()) {
  if (Array.isArray(value)) return value.map((item) => plain(item, prints))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !LEFT_OUT.has(key))
  return Object.fromEntries(
    kept
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, member]) => [key, memberOf(key, member, prints)]),
  )
}

function memberOf(key, member, prints) {
  if (typeof member !== 'string') return plain(member, prints)
  if (PROSE.has(key)) return member === '' ? 'none' : 'said'
  if (PRINT.has(key)) return ordinal(member, prints)
  return member
}

function ordinal(text, prints) {
  if (!prints.has(text)) prints.set(text, prints.size + 1)
  return `#${prints.get(text)}`
}
