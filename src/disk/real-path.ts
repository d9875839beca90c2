import { lstatSync, readlinkSync } from 'node:fs'

/** As many links as the kernel follows. */
const MAX_LINKS = 40

/**
 * Where an absolute path leads: every link is followed as the kernel does, before `..` is taken away, and what is not there
 * yet keeps its name. Whoever asks for many paths at once asks one of these, which looks at each folder once.
 */
export function linkFollower(): (path: string) => string {
  const known = new Map<string, string | undefined>()
  const targetAt = (place: string): string | undefined => {
    if (!known.has(place)) known.set(place, targetOf(place))
    return known.get(place)
  }
  return (path) => follow(path, targetAt)
}

function follow(path: string, targetAt: (place: string) => string | undefined): string {
  const left = path.split('/').toReversed()
  let real = ''
  let links = 0
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === '' || name === '.') continue
    const place = name === '..' ? real.slice(0, Math.max(0, real.lastIndexOf('/'))) : `${real}/${name}`
    const target = name === '..' || links >= MAX_LINKS ? undefined : targetAt(place)
    if (target === undefined) real = place
    else {
      links += 1
      if (target.startsWith('/')) real = ''
      left.push(...target.split('/').toReversed())
    }
  }
  return real || '/'
}

/** What a link says; undefined for anything else. */
function targetOf(place: string): string | undefined {
  try {
    return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ? readlinkSync(place) : undefined
  } catch {
    return undefined
  }
}
