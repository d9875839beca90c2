/** Folders that lie inside projects; none of them is one. */
const INNER = /^(?:src|lib|libs|app|apps|cmd|internal|pkg|packages|docs?|scripts?|tests?|spec|e2e|\.\w.*)$/
/** The project is where nearly all of the work is; a script somewhere else does not move it. */
const SHARE = 0.8

/** The folder that a row was about, guessed from its absolute paths: the deepest that holds nearly all of them. */
export function guessProject(paths: readonly string[]): string {
  const folders = paths.filter((path) => path.startsWith('/')).map((path) => path.split('/').slice(1, -1))
  let found: readonly string[] = []
  for (let depth = 1; ; depth += 1) {
    const counts = Map.groupBy(
      folders.filter((parts) => parts.length >= depth),
      (parts) => parts.slice(0, depth).join('/'),
    )
    const [best] = [...counts].toSorted(([, left], [, right]) => right.length - left.length)
    if (best === undefined || best[1].length < folders.length * SHARE) break
    const parts = best[0].split('/')
    if (INNER.test(parts.at(-1) ?? '')) break
    found = parts
  }
  return `/${found.join('/')}`
}
