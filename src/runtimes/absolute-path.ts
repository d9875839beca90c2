/** `path` seen from `cwd`, without `.`, `..` and doubled slashes. Pure: links are not followed, nothing is looked up. */
export function absolutePath(path: string, cwd: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${cwd}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
