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

const CONTROL =
  /\/(\.claude\/(settings(\.local)?\.json|skills\/edge(\/.*)?|commands\/edge\.md)|\.codex\/(hooks\.json|config\.toml|queue_[^/]*\.sqlite))$/

/** Settings, hooks, skills and commands through which an agent could free itself of the gate, in the project or at home. */
const isAgentControl = (low: string, { project, home }: Surroundings): boolean =>
  CONTROL.test(low) && (isInside(low, project.toLowerCase()) || isInside(low, home.toLowerCase()))
