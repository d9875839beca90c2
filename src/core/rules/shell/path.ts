/** An absolute path without `.`, `..` and doubled slashes; undefined when it is relative to a folder we do not know. */
export function resolvePath(path: string, cwd: string | undefined): string | undefined {
  if (path.startsWith('/')) return normalize(path)
  return cwd === undefined ? undefined : normalize(`${cwd}/${path}`)
}

export function basename(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : path
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}

export function dirname(path: string): string {
  const trimmed = path.length > 1 && path.endsWith('/') ? path.replace(/\/+$/, '') : path
  const slash = trimmed.lastIndexOf('/')
  if (slash < 0) return '.'
  return slash === 0 ? '/' : trimmed.slice(0, slash)
}

function normalize(path: string): string {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '' && segment !== '.') kept.push(segment)
  }
  return `/${kept.join('/')}`
}
