import { changesBetween, type Exhibit, type ExhibitChange, type ExhibitPart } from '../core/model/exhibit.ts'
import type { Hold } from '../core/model/state.ts'
import { digestOf } from '../core/rules/text/fingerprint.ts'
import { changesText } from '../core/words/edge.ts'
import { printPath, type ReadBudget } from '../disk/print-path.ts'
import { pushSightOf } from '../git/push-sight.ts'
import { unpushedCommits } from '../git/unpushed.ts'
import { headPrint, remotePrint } from './gather-exhibit.ts'
import { targetParts } from './gather-targets.ts'

/** What a person is shown of a hold now, and how that differs from what was there when it was raised. */
export interface ExhibitNow {
  readonly parts: Exhibit
  /** Names all parts: whoever decides says which state of things they saw. */
  readonly digest: string
  readonly changes: readonly ExhibitChange[]
  /** The same in words; empty where nothing changed. */
  readonly changed: string
  /** Why not all of it can be shown; undefined where it can. */
  readonly notWhole?: string
}

const LOOK_MS = 1_500
const MAX_BYTES = 32 * 1_024 * 1_024
const MAX_ENTRIES = 10_000

/** Looks again at the parts of a hold. A part that cannot be looked at by itself is shown as it was. */
export async function exhibitNow(hold: Hold, home: string): Promise<ExhibitNow> {
  const then = hold.exhibit ?? []
  const budget = { bytes: MAX_BYTES, entries: MAX_ENTRIES, untilMs: performance.now() + LOOK_MS }
  const top = then.find((part) => part.top !== undefined)?.top
  const parts = (await Promise.all(then.map((part) => again(part, { budget, home, top })))).flat()
  const changes = changesBetween(then, parts)
  return {
    parts,
    digest: exhibitDigest(parts),
    changes,
    changed: changesText(changes),
    ...(hold.notWhole !== undefined && { notWhole: hold.notWhole }),
  }
}

/** Lower-case hex sha-256 of the canonical JSON of what was looked at. @internal For the console and the tests. */
export function exhibitDigest(parts: Exhibit): string {
  return digestOf(parts.map(({ kind, name, print }) => ({ kind, name, print })))
}

interface Looking {
  readonly budget: ReadBudget
  readonly home: string
  readonly top: string | undefined
}

async function again(part: ExhibitPart, { budget, home, top }: Looking): Promise<Exhibit> {
  if (part.kind === 'target') return targetParts([part.path ?? ''], budget, () => part.name)
  if (part.path !== undefined && part.path !== '') {
    const found = printPath(part.path, budget)
    return found === undefined ? (part.kind === 'commit' ? [part] : []) : [{ ...part, print: found.print }]
  }
  const sight = top === undefined ? undefined : pushSightOf(top, home)
  if (sight === undefined || top === undefined) return [part]
  if (part.kind === 'remote') return [{ ...part, print: remotePrint(sight, part.name) ?? part.print }]
  if (part.name !== 'HEAD') return [part]
  const commits = part.commits && { commits: await unpushedCommits(top) }
  return [{ ...part, print: headPrint(sight, budget), ...commits }]
}
