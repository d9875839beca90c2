import { readdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { Exhibit, ExhibitNeeds, ExhibitPart, GitNeed, SoughtFiles } from '../core/model/exhibit.ts'
import { isInside } from '../core/model/inside.ts'
import type { Surroundings } from '../core/model/surroundings.ts'
import { furtherNeeds, type ReadPart } from '../core/rules/exhibit-needs.ts'
import { type FoundPath, printOf, printPath, type ReadBudget } from '../disk/print-path.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { type PushSight, pushSightOf } from '../git/push-sight.ts'

/** A script, what it runs, and what that reads in. */
const MAX_DEPTH = 4
const MAX_FILES = 256
/** More names than this, patterns that name too many files, and nobody can say what a call runs. */
const MAX_CANDIDATES = 20_000
const MAX_BYTES = 32 * 1_024 * 1_024
const MAX_ENTRIES = 10_000
const LOOK_MS = 1_500
/** Longer texts are printed and not read for further names. */
const MAX_TEXT_BYTES = 256 * 1_024
/** As many are kept one by one; the others are one part. */
const MAX_PARTS = 24

interface Look {
  readonly around: Surroundings
  readonly parts: Map<string, ExhibitPart>
  /** What was asked about, and by which program; texts that are asked about again. */
  readonly asked: Set<string>
  readonly texts: Map<string, string>
  readonly repositories: Map<string, GitNeed[]>
  readonly list: ReturnType<typeof lister>
  readonly budget: ReadBudget
}

/** Something to look at, and who would look for it. */
interface Candidate {
  readonly path: string
  readonly folder: string
  readonly argv?: readonly string[]
}

/** EDGE-57: what a call runs, feeds and hands on, as it is now. Bounded; what goes beyond the bounds is told as that. */
export async function lookAtExhibit(needs: ExhibitNeeds, around: Surroundings): Promise<Exhibit> {
  const look: Look = {
    around,
    parts: new Map(),
    asked: new Set(),
    texts: new Map(),
    repositories: new Map(),
    list: lister(),
    budget: { bytes: MAX_BYTES, entries: MAX_ENTRIES, untilMs: performance.now() + LOOK_MS },
  }
  follow(needs, look)
  for (const [folder, asked] of look.repositories) await lookAtGit(folder, asked, look)
  return bounded([...look.parts.values()])
}

/** The files that these needs name, and what those name in turn. */
function follow(needs: ExhibitNeeds, look: Look): void {
  let level = [needs]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    for (const { git } of level) noteGit(git, look)
    const candidates = level.flatMap((one) => candidatesOf(one, look))
    if (candidates.length > MAX_CANDIDATES) look.parts.set(MORE, unseen(depth))
    const within = candidates.slice(0, MAX_CANDIDATES)
    const read = within.flatMap((candidate) => lookAt(candidate, depth, needs.folders, look))
    level = read.map((part) => furtherNeeds(part, look.around))
  }
}

function noteGit(needs: readonly GitNeed[], { repositories }: Look): void {
  for (const need of needs) {
    const known = repositories.get(need.folder)
    if (known) known.push(need)
    else repositories.set(need.folder, [need])
  }
}

/** What a call itself names and nobody looked at is another thing each time, so that no approval is for it. */
const unseen = (depth: number): ExhibitPart => ({
  ...{ kind: 'file', name: MORE, path: '' },
  print: depth === 0 ? printOf(String(process.hrtime.bigint())) : 'not looked at',
})

function candidatesOf({ names, folders, sought }: ExhibitNeeds, look: Look): readonly Candidate[] {
  const named = names.flatMap((name) =>
    folders.flatMap((folder) => pathsNamed(resolve(folder, name), look).map((path) => ({ path, folder }))),
  )
  return [...sought.flatMap(nearest), ...named]
}

/** A pattern stands for what it names now. */
function pathsNamed(path: string, { list, parts }: Look): readonly string[] {
  if (!/[*?[]/.test(path)) return [path]
  const found = namedFiles(path, list)
  if (found === undefined) parts.set(path, { kind: 'file', name: path, path, print: 'too many' })
  return found ?? []
}

/** In the first folder upwards that holds any of them. */
function nearest({ names, from, argv }: SoughtFiles): readonly Candidate[] {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = listed(folder).filter((entry) => names.some((name) => isNamed(entry.toLowerCase(), name)))
    if (found.length > 0) return found.map((entry) => ({ path: join(folder, entry), folder: from, argv }))
    if (folder === dirname(folder)) return []
  }
}

const isNamed = (entry: string, name: string): boolean =>
  name.startsWith('*') ? entry.endsWith(name.slice(1)) : entry === name

function listed(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Only an administrator changes these, and some of them are another thing for every process. */
const SYSTEM = /^\/(?:dev|proc|sys|bin|sbin|lib\w{0,8}|etc|nix|usr(?!\/local\/))(?:\/|$)|^\/usr\/local\/s?bin\/?$/
/** They change by themselves, and none of them is run. */
const RESTLESS = /\.(?:log|lock|pid|sock|md)$|\/node_modules\//

function lookAt(candidate: Candidate, depth: number, folders: readonly string[], look: Look): readonly ReadPart[] {
  const { path, argv = [] } = candidate
  const asked = [path, ...argv].join('\0')
  if (look.asked.has(asked)) return []
  look.asked.add(asked)
  const text = look.texts.get(path) ?? textBehind(path, depth, folders, look)
  if (text === undefined) return []
  look.texts.set(path, text)
  return [{ ...candidate, text }]
}

/** Takes the print of what is there; its text, where it may name more. */
function textBehind(path: string, depth: number, folders: readonly string[], look: Look): string | undefined {
  const { around, parts, budget } = look
  if (parts.has(path) || SYSTEM.test(path) || isLeftOut(path, look)) return undefined
  // A folder that holds the work, as in `cd /project && git push`, is where a call runs, not what it runs.
  if ([around.project, ...folders].some((folder) => isInside(folder, path))) return undefined
  // Beyond the bounds the state of a file is looked at, and no more its content.
  const isOver = parts.size >= MAX_FILES || performance.now() > budget.untilMs
  const found = printPath(path, isOver ? { ...budget, bytes: 0, entries: 0 } : budget)
  if (found === undefined || (depth > 0 && !isRunnable(path, found))) return undefined
  parts.set(path, { kind: 'file', name: nameOf(path, around), path, print: found.print })
  return isOver ? undefined : textOf(found)
}

/** The gate's own files change with every event. */
const isLeftOut = (path: string, { around }: Look): boolean => around.ownPaths.some((one) => isInside(path, one))

const isRunnable = (path: string, found: FoundPath): boolean =>
  found.kind === 'file' && !RESTLESS.test(path) && (found.isExecutable || textOf(found) !== undefined)

function textOf({ bytes }: FoundPath): string | undefined {
  if (bytes === undefined || bytes.length > MAX_TEXT_BYTES || bytes.includes(0)) return undefined
  return bytes.toString('utf8')
}

/** What git would run and send. */
async function lookAtGit(folder: string, asked: readonly GitNeed[], look: Look): Promise<void> {
  const pushes = asked.flatMap((need) => need.pushes ?? [])
  const looksAtTree = asked.some(({ commits }) => commits)
  const sight = await pushSightOf(folder, pushes.length > 0 && looksAtTree)
  if (sight === undefined) return
  if (sight === 'unasked') {
    look.parts.set(folder, { kind: 'remote', name: '', print: 'not looked at' })
    return
  }
  const hooks = asked.flatMap((need) => need.hooks)
  const names = hooks.flatMap((hook) => [join(sight.hooksFolder, hook), join(sight.top, '.husky', hook)])
  follow({ names, folders: [sight.top], sought: [], git: [] }, look)
  if (pushes.length === 0) return
  const tree = looksAtTree ? treeParts(sight, look) : []
  for (const part of [...commitParts(sight, pushes), ...remoteParts(sight), ...tree])
    look.parts.set(`${part.kind} ${part.name}`, part)
}

function commitParts({ refs, branch }: PushSight, pushes: readonly NonNullable<GitNeed['pushes']>[]): Exhibit {
  const head: ExhibitPart = { kind: 'commit', name: 'HEAD', print: printOf(branch, refs.get('HEAD') ?? '') }
  const words = pushes.flatMap((push) => push.words.map((word) => word.replace(/^\+/, '').replace(/[:~^@].*$/s, '')))
  const isAll = pushes.some(({ all, words: given }) => all || given.some((word) => word.includes('*')))
  const all = { kind: 'commit', name: ALL_REFS, print: printOf(...[...refs].flat()) } as const
  const named = [...refs].flatMap(([ref, commit]): Exhibit => {
    const name = ref.replace(/^refs\/(?:heads|tags)\//, '')
    return ref !== 'HEAD' && words.some((word) => word === name || word === ref)
      ? [{ kind: 'commit', name, print: printOf(ref, commit) }]
      : []
  })
  return [head, ...named, ...(isAll ? [all] : [])]
}

/** One part a remote, one for the settings that choose among them. */
function remoteParts({ settings, branch }: PushSight): Exhibit {
  const texts = new Map<string, string[]>()
  for (const [name, value] of settings) {
    const remote = /^remote\.(.*)\.\w+$/.exec(name)?.[1] ?? ''
    const isOtherBranch = name.startsWith('branch.') && !name.startsWith(`branch.${branch}.`)
    if (!isOtherBranch) texts.set(remote, [...(texts.get(remote) ?? []), name, value])
  }
  return [...texts].map(([name, text]) => ({ kind: 'remote', name, print: printOf(...text) }))
}

/** What a commit of the same call would take along. */
function treeParts({ changed }: PushSight, look: Look): Exhibit {
  if (changed === undefined) return [{ kind: 'commit', name: TREE, print: 'not looked at' }]
  return changed.flatMap((path): Exhibit => {
    if (look.parts.has(path) || isLeftOut(path, look) || OWN.test(path.slice(look.around.project.length))) return []
    const print = printPath(path, look.budget)?.print ?? 'removed'
    return [{ kind: 'commit', name: nameOf(path, look.around), path, print }]
  })
}

/** Ledgers, which are written at the events themselves. */
const OWN = /^\/(?:loa-grimoire|\.beads|\.proof|\.hestai)(?:\/|$)/

const MORE = 'other files'
const ALL_REFS = 'all branches and tags'
const TREE = 'the work tree'

function nameOf(path: string, { project, home }: Surroundings): string {
  if (isInside(path, project)) return path.slice(project.length + 1)
  return isInside(path, home) ? `~${path.slice(home.length)}` : path
}

function bounded(all: Exhibit): Exhibit {
  if (all.length <= MAX_PARTS) return all
  const parts = [...all.filter(({ path }) => path === undefined), ...all.filter(({ path }) => path !== undefined)]
  const rest = parts.slice(MAX_PARTS)
  return [...parts.slice(0, MAX_PARTS), { kind: 'file', name: MORE, print: printOf(...rest.map(({ print }) => print)) }]
}
