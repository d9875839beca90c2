import { isInside } from '../../model/inside.ts'
import type { Surroundings } from '../../model/surroundings.ts'
import { matchesPattern } from '../shell/expand/patterns.ts'
import { textAt } from '../text/word-table.ts'

/** How a path stands to what belongs to the gate. */
export interface OwnReach {
  /** `inside`: it is ours, or below something of ours; `holds`: a folder above it. */
  readonly relation: 'inside' | 'holds'
  /** The path of ours it is about, lower case. */
  readonly base: string
  /** Key, state or bundle: not even to be read as one pleases. */
  readonly secret: boolean
}

/** Lower case: where a search starts, and what it looks for; nothing means everything. */
export interface Search {
  readonly starts: readonly string[]
  readonly names: readonly string[]
  readonly paths: readonly string[]
}

interface Own {
  readonly low: string
  readonly below: string
  readonly segments: readonly string[]
  readonly secret: boolean
  /** A file of the project's own folder may not exist, and any `*.yaml` would name it. */
  readonly globbed: boolean
}

const lists = new WeakMap<readonly string[], readonly Own[]>()

/** The kernel's link from a process to the root, as often as it is gone through. */
const PROCESS_ROOT = /^(?:\/proc\/[^/]+(?:\/task\/[^/]+)?\/root(?=\/.))+/

/** Lower case throughout: some file systems do not tell `~/.CLAUDE` from `~/.claude`. */
export function ownReach(path: string, around: Surroundings): OwnReach | undefined {
  const low = path.toLowerCase().replace(PROCESS_ROOT, '')
  const owns = ownsOf(around)
  const pattern = /[*?[]/.test(low) ? low.split('/') : undefined
  const inside = owns.find(
    (own) => low === own.low || low.startsWith(own.below) || (pattern !== undefined && isNamedBy(own, pattern)),
  )
  if (inside !== undefined) return { relation: 'inside', base: inside.low, secret: inside.secret }
  if (isAgentControl(low, around)) return { relation: 'inside', base: low, secret: false }
  const below = low.endsWith('/') ? low : `${low}/`
  const held = owns.find((own) => own.below.startsWith(below))
  if (held === undefined) return undefined
  const secret = owns.some((own) => own.secret && own.below.startsWith(below))
  return { relation: 'holds', base: held.low, secret }
}

/** What of ours lies below something that a pattern names: `~/.clau*`, `/home/*`. */
export function holdsByPattern(path: string, around: Surroundings): OwnReach | undefined {
  const pattern = path.toLowerCase().split('/')
  const held = ownsOf(around).filter(
    ({ segments }) =>
      segments.length > pattern.length && pattern.every((part, index) => fits(part, textAt(segments, index))),
  )
  const own = held.find(({ secret }) => secret) ?? held[0]
  return own === undefined ? undefined : { relation: 'holds', base: own.low, secret: own.secret }
}

/** What of ours a path may name that begins and ends like this, lies anywhere between, and may go on below it. */
export function mayReach(before: string, after: string, around: Surroundings): OwnReach | undefined {
  const start = before.toLowerCase()
  const end = after.toLowerCase()
  const own = ownsOf(around).find(
    ({ low, below }) => start.startsWith(below) || (low.startsWith(start) && endsLike(low.slice(start.length), end)),
  )
  return own === undefined ? undefined : { relation: 'inside', base: own.low, secret: own.secret }
}

const endsLike = (text: string, end: string): boolean =>
  /[*?[]/.test(end) ? matchesPattern(`*${end}`, text) : text.endsWith(end)

/** What of ours a search from these places comes upon, when one of its patterns fits a name on the way or the whole path. */
export function maySearch(
  { starts, names, paths }: Search,
  around: Surroundings,
): (OwnReach & { readonly start: string }) | undefined {
  for (const start of starts) {
    const reach = ownReach(start, around)
    if (reach?.relation === 'inside') return { ...reach, start }
    const above = start === '/' ? '/' : `${start.toLowerCase()}/`
    const fits = (low: string): boolean =>
      names.length + paths.length === 0 ||
      paths.some((path) => matchesPattern(path, low)) ||
      names.some((name) =>
        low
          .slice(above.length)
          .split('/')
          .some((part) => matchesPattern(name, part)),
      )
    const found = ownsOf(around).filter(({ low, below }) => below.startsWith(above) && fits(low))
    const own = found.find(({ secret }) => secret) ?? found[0]
    if (own !== undefined) return { relation: 'inside', base: own.low, secret: own.secret, start }
  }
  return undefined
}

function ownsOf({ ownPaths, project }: Surroundings): readonly Own[] {
  const known = lists.get(ownPaths)
  if (known !== undefined) return known
  const root = project.toLowerCase()
  const owns = ownPaths.map((path): Own => {
    const low = path.toLowerCase()
    const segments = low.split('/')
    const globbed = segments.slice(0, -1).join('/') !== root
    return { low, below: `${low}/`, segments, secret: isSecretOwn(low), globbed }
  })
  lists.set(ownPaths, owns)
  return owns
}

/** State and program, and the folder that holds both; policy and commands in it are for reading. */
const isSecretOwn = (low: string): boolean =>
  /\/\.fairlead(?:\/(?:state|program))?$|\/hooks\.db$|\/daemon\.sock$|\.key$/.test(low)

/** `~/.clau*\/settings.jso[n]`: the shell would find what is ours. */
const isNamedBy = (own: Own, pattern: readonly string[]): boolean =>
  own.globbed &&
  own.segments.length <= pattern.length &&
  own.segments.every((segment, index) => fits(textAt(pattern, index), segment))

/** A hidden name is found only by a pattern that starts with a dot. */
const fits = (pattern: string, segment: string): boolean =>
  pattern === segment || (segment.startsWith('.') === pattern.startsWith('.') && matchesPattern(pattern, segment))

/** The settings in a project by which a client could be freed. */
export const CONTROLS = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.codex/config.toml',
]

const CONTROL =
  /\/(\.claude\/(settings(\.local)?\.json|skills\/edge(\/.*)?|commands\/edge\.md)|\.codex\/(hooks\.json|config\.toml|queue_[^/]*\.sqlite))$/

/** Settings, hooks, skills and commands through which an agent could free itself of the gate, in the project or at home. */
const isAgentControl = (low: string, { project, home }: Surroundings): boolean =>
  CONTROL.test(low) && (isInside(low, project.toLowerCase()) || isInside(low, home.toLowerCase()))
