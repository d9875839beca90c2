import { lstatSync, readlinkSync } from 'node:fs'

/** As many links as the kernel follows. */
const MAX_LINKS = 40

/**
 * Where an absolute path leads: every link is followed as the kernel does, before `..` is taken away, and what is not there
 * yet keeps its name. Whoever asks for many paths at once asks one of these, which looks at each folder once.
 */
export function linkFollower(): (path: string) => string {
  const known = new Map<string, Found>()
  const lookAt = (place: string): Found => {
    const found = known.get(place) ?? foundAt(place)
    known.set(place, found)
    return found
  }
  return (path) => follow(path, lookAt)
}

function follow(path: string, lookAt: (place: string) => Found): string {
  const left = path.split('/').toReversed()
  let real = ''
  let links = 0
  // What is below a name that is not there is not there either.
  let gone = ''
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === '' || name === '.') continue
    const place = name === '..' ? real.slice(0, Math.max(0, real.lastIndexOf('/'))) : `${real}/${name}`
    const isGone = gone !== '' && place.startsWith(gone)
    const found = name === '..' || links >= MAX_LINKS || isGone ? undefined : lookAt(place)
    if (found === 'nothing') gone = `${place}/`
    const target = typeof found === 'object' ? found.target : undefined
    if (target === undefined) real = place
    else {
      links += 1
      if (target.startsWith('/')) real = ''
      left.push(...target.split('/').toReversed())
    }
  }
  return real || '/'
}

/** What a link says, or that there is none. */
type Found = { readonly target: string } | 'no link' | 'nothing'

function foundAt(place: string): Found {
  try {
    const stat = lstatSync(place, { throwIfNoEntry: false })
    if (!stat) return 'nothing'
    return stat.isSymbolicLink() ? { target: readlinkSync(place) } : 'no link'
  } catch {
    return 'no link'
  }
}
