/** Whether a version lies in a range of the forms that `.loa-version.json` uses: `>=1.2.3`, `^1.2`, `~1.2.3`, `1.2.3`. */
export function satisfies(version: string, range: string): boolean {
  const parts = range.trim().split(/\s+/)
  return parts.length > 0 && parts.every((part) => satisfiesOne(version, part))
}

function satisfiesOne(version: string, range: string): boolean {
  const [, operator = '', wanted = ''] = /^(>=|>|<=|<|=|\^|~)?v?(\d+(?:\.\d+){0,2})$/.exec(range) ?? []
  if (wanted === '') return false
  const order = compare(version, wanted)
  switch (operator) {
    case '>=':
      return order >= 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '<':
      return order < 0
    case '^':
      return order >= 0 && sameUpTo(version, wanted, numbers(wanted)[0] === 0 ? 2 : 1)
    case '~':
      return order >= 0 && sameUpTo(version, wanted, 2)
    default:
      return sameUpTo(version, wanted, wanted.split('.').length)
  }
}

function numbers(version: string): readonly [number, number, number] {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return [major, minor, patch]
}

function compare(one: string, other: string): number {
  const [left, right] = [numbers(one), numbers(other)]
  const differs = left.findIndex((number, index) => number !== right[index])
  return differs < 0 ? 0 : (left[differs] ?? 0) - (right[differs] ?? 0)
}

function sameUpTo(one: string, other: string, places: number): boolean {
  const [left, right] = [numbers(one), numbers(other)]
  return left.slice(0, places).every((number, index) => number === right[index])
}
