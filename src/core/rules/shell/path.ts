/** An absolute path without `.`, `..` and doubled slashes; undefined when it is relative to a folder we do not know. */
export function resolvePath(path: string, cwd: string | undefined): string | undefined {
  if (path.startsWith('/')) return normalize(path)
  return cwd === undefined ? undefined : normalize(`${cwd}/${path}`)
}

export function basename(path: string): string {
  const trimmed = withoutLastSlashes(path)
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

export function dirname(path: string): string {
  const trimmed = withoutLastSlashes(path)
  const slash = trimmed.lastIndexOf('/')
  if (slash < 0) return '.'
  return slash === 0 ? '/' : withoutLastSlashes(trimmed.slice(0, slash))
}

function withoutLastSlashes(path: string): string {
  let end = path.length
  while (end > 1 && path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

function normalize(path: string): string {
  // Nearly every path is in order already.
  if (path.length > 1 && !/\/(?:\.{0,2}\/|\.{0,2}$)/.test(path)) return path
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
