import { dirname, join, resolve } from 'node:path'
import type { Exhibit, ExhibitNeeds, ExhibitPart, GitNeed, SoughtFiles } from '../core/model/exhibit.ts'
import { isInside } from '../core/model/inside.ts'
import type { Surroundings } from '../core/model/surroundings.ts'
import { furtherNeeds, type ReadPart } from '../core/rules/exhibit-needs.ts'
import { type FoundPath, printOf, printPath, type ReadBudget } from '../disk/print-path.ts'
import { listFolder } from '../disk/read-file.ts'
import { gitPlaceOf } from '../git/git-place.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { leadsTo, type PushSight, pushSightOf } from '../git/push-sight.ts'
import { unpushedCommits } from '../git/unpushed.ts'
import { targetParts } from './gather-targets.ts'

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
  readonly sights: Map<string, PushSight | undefined>
  readonly list: ReturnType<typeof lister>
  readonly budget: ReadBudget
}

/** Something to look at, and who would look for it. */
interface Candidate {
  readonly path: string
  readonly folder: string
  readonly argv?: readonly string[]
  readonly interpreter?: string
}

/** EDGE-57: what a call runs, feeds and hands on, as it is now. Bounded; what goes beyond the bounds is told as that. */
export async function lookAtExhibit(needs: ExhibitNeeds, around: Surroundings): Promise<Exhibit> {
  const look: Look = {
    around,
    parts: new Map(),
    asked: new Set(),
    texts: new Map(),
    repositories: new Map(),
    sights: new Map(),
    list: lister(),
    budget: { bytes: MAX_BYTES, entries: MAX_ENTRIES, untilMs: performance.now() + LOOK_MS },
  }
  follow(needs, look)
  for (const [folder, asked] of look.repositories) await lookAtGit(folder, asked, look)
  for (const folder of needs.trees ?? []) await lookAtTree(folder, look)
  // A disk or a home is never the same twice, and looking through it takes longer than anybody waits.
  const targets = (needs.targets ?? []).filter((path) => !isInside(around.home, path))
  for (const part of await targetParts(targets, look.budget, (path) => nameOf(path, around) || TREE))
    look.parts.set(`target ${part.name}`, part)
  return bounded([...look.parts.values()])
}

/** The files that these needs name, and what those name in turn. */
function follow(needs: ExhibitNeeds, look: Look): void {
  let level = [needs]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    for (const { git } of level) noteGit(git, look)
    const aliases = level.flatMap(({ git }) => git.flatMap((need) => aliasTexts(need, look)))
    const candidates = level.flatMap((one) => candidatesOf(one, look))
    // What a file names beyond that is not looked at, and `SECURITY.md` says so.
    if (depth === 0 && candidates.length > MAX_CANDIDATES) look.parts.set(MORE, unseen())
    const within = candidates.slice(0, MAX_CANDIDATES)
    const read = within.flatMap((candidate) => lookAt(candidate, depth, needs.folders, look))
    level = [...aliases, ...read].flatMap((part) => furtherWithin(part, look))
  }
}

function furtherWithin(part: ReadPart, look: Look): readonly ExhibitNeeds[] {
  if (performance.now() <= look.budget.untilMs) return [furtherNeeds(part, look.around)]
  look.parts.set(MORE, unseen())
  return []
}

/** What a word of git's stands for, as the text of a script. */
function aliasTexts({ alias = '', folder }: GitNeed, look: Look): readonly ReadPart[] {
  const sight = alias === '' ? undefined : sightOf(folder, look)
  const values = sight?.aliasesOf(alias) ?? []
  if (sight === undefined || values.length === 0) return []
  const name = `alias.${alias}`
  look.parts.set(name, { kind: 'file', name, print: printOf(...values) })
  return values.map((value) => {
    const [text, at] = value.startsWith('!') ? [value.slice(1), sight.top] : [`git ${value}`, folder]
    return { path: join(at, name), text, folder: at, interpreter: 'sh' }
  })
}

function sightOf(folder: string, { sights, around }: Look): PushSight | undefined {
  if (!sights.has(folder)) sights.set(folder, pushSightOf(folder, around.home))
  return sights.get(folder)
}

function noteGit(needs: readonly GitNeed[], { repositories }: Look): void {
  for (const need of needs) {
    const known = repositories.get(need.folder)
    if (known) known.push(need)
    else repositories.set(need.folder, [need])
  }
}

/** What nobody looked at is another thing each time, so that no approval is for it. */
const unseen = (): ExhibitPart => ({
  ...{ kind: 'file', name: MORE, path: '', isUnseen: true },
  print: printOf(String(process.hrtime.bigint())),
})

function candidatesOf({ names, folders, sought, runs }: ExhibitNeeds, look: Look): readonly Candidate[] {
  const interpreters = new Map(runs)
  const named = names.flatMap((name) => {
    const interpreter = interpreters.get(name)
    const by = interpreter === undefined ? {} : { interpreter }
    return folders.flatMap((folder) => pathsNamed(resolve(folder, name), look).map((path) => ({ path, folder, ...by })))
  })
  return [...sought.flatMap(nearest), ...named]
}

/** A pattern stands for what it names now. */
function pathsNamed(path: string, { list, parts }: Look): readonly string[] {
  if (!/[*?[]/.test(path)) return [path]
  const found = namedFiles(path, list)
  if (found === undefined) parts.set(path, { kind: 'file', name: path, path, print: 'too many' })
  return found ?? []
}

/** Each in the first folder upwards that holds it. */
function nearest({ names, from, argv }: SoughtFiles): readonly Candidate[] {
  const found: string[] = []
  let left = names
  for (let folder = from; left.length > 0; folder = dirname(folder)) {
    const entries = listFolder(folder)
    const here = left.filter((name) => entries.some((entry) => isNamed(entry.toLowerCase(), name)))
    const named = entries.filter((entry) => here.some((name) => isNamed(entry.toLowerCase(), name)))
    found.push(...named.map((entry) => join(folder, entry)))
    left = folder === dirname(folder) ? [] : left.filter((name) => !here.includes(name))
  }
  return found.map((path) => ({ path, folder: from, argv }))
}

const isNamed = (entry: string, name: string): boolean =>
  name.startsWith('*') ? entry.endsWith(name.slice(1)) : entry === name

/** Only an administrator changes these, and some of them are another thing for every process. */
const SYSTEM = /^\/(?:dev|proc|sys|bin|sbin|lib\w{0,8}|etc|nix|usr(?!\/local\/))(?:\/|$)|^\/usr\/local\/s?bin\/?$/
/** They change by themselves, and none of them is run. */
const RESTLESS = /\.(?:log|lock|pid|sock|md)$|\/node_modules\//

function lookAt(candidate: Candidate, depth: number, folders: readonly string[], look: Look): readonly ReadPart[] {
  const { path, folder, interpreter = '-', argv = [] } = candidate
  const asked = [path, folder, interpreter, ...argv].join('\0')
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
  if (performance.now() > budget.untilMs) {
    parts.set(MORE, unseen())
    return undefined
  }
  // Beyond the bounds the state of a file is looked at, and no more its content.
  const isOver = parts.size >= MAX_FILES
  const found = printPath(path, isOver ? { ...budget, bytes: 0, entries: 0 } : budget)
  if (found === undefined || (depth > 0 && !isRunnable(path, found))) return undefined
  const unread = found.isUnread === true && { isUnread: true as const }
  parts.set(path, { kind: 'file', name: nameOf(path, around), path, print: found.print, ...unread })
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
  const sight = sightOf(folder, look)
  if (sight === undefined) return
  const hooks = asked.flatMap((need) => need.hooks)
  const names = hooks.flatMap((hook) => [join(sight.hooksFolder, hook), join(sight.top, '.husky', hook)])
  follow({ names, folders: [sight.top], sought: [], git: [], runs: names.map((name) => [name, ''] as const) }, look)
  const pushes = asked.flatMap((need) => need.pushes ?? [])
  if (pushes.length === 0) return
  const tree = asked.some(({ commits }) => commits) ? await treeParts(sight.top, look) : []
  const commits = await unpushedCommits(sight.top)
  const pushed = commitParts(sight, pushes, look.budget).map((part) =>
    part.name === 'HEAD' ? { ...part, commits } : part,
  )
  for (const part of [...pushed, ...remoteParts(sight, folder, pushes), ...tree])
    look.parts.set(`${part.kind} ${part.name}`, part)
}

/** What a deploy would take along: the commit, and whatever differs from it. */
async function lookAtTree(folder: string, look: Look): Promise<void> {
  const sight = sightOf(folder, look)
  if (sight === undefined) return
  const head = commitParts(sight, [], look.budget)
  for (const part of [...head, ...(await treeParts(sight.top, look))]) {
    const name = `${part.kind} ${part.name}`
    if (!look.parts.has(name)) look.parts.set(name, part)
  }
}

type Push = NonNullable<GitNeed['pushes']>

function commitParts(sight: PushSight, pushes: readonly Push[], budget: ReadBudget): Exhibit {
  const words = pushes.flatMap((push) => push.words.map((word) => word.replace(/^\+/, '').replace(/[:~^@].*$/s, '')))
  const isAll = pushes.some(({ all, words: given }) => all || given.some((word) => word.includes('*')))
  const refs = () => sight.refFiles.map((path) => printPath(path, budget)?.print ?? '')
  const named = [...new Set(words)].flatMap((name): Exhibit => {
    const found = [name, `refs/heads/${name}`, `refs/tags/${name}`].flatMap((ref) => sight.commitOf(ref) ?? [])
    return name === '' || name === 'HEAD' || found.length === 0
      ? []
      : [{ kind: 'commit', name, print: printOf(...found) }]
  })
  const all: Exhibit = isAll ? [{ kind: 'commit', name: ALL_REFS, print: printOf(...refs()) }] : []
  return [{ kind: 'commit', name: 'HEAD', print: headPrint(sight, budget), top: sight.top }, ...named, ...all]
}

/** The branch and its commit. */
export function headPrint(sight: PushSight, budget: ReadBudget): string {
  const refs = () => sight.refFiles.map((path) => printPath(path, budget)?.print ?? '')
  return printOf(sight.branch, sight.commitOf('HEAD') ?? refs().join(' '))
}

/** Undefined where the settings know no such remote. */
export function remotePrint({ settings }: PushSight, name: string): string | undefined {
  const lines = settings.get(name)
  return lines && printOf(...lines)
}

/** One part a remote, one for the settings that choose among them, one for each folder that is named as one. */
function remoteParts({ settings }: PushSight, folder: string, pushes: readonly Push[]): Exhibit {
  const named = pushes.flatMap(({ words }) => words.filter((word) => word.includes('/')))
  const folders = named.map((name) => [name, [leadsTo(folder, name)]] as const).filter(([, [real]]) => real !== '')
  return [...settings, ...folders].map(([name, lines]) => ({ kind: 'remote', name, print: printOf(...lines) }))
}

/** What a commit of the same call would take along. */
async function treeParts(top: string, look: Look): Promise<Exhibit> {
  const changed = (await gitPlaceOf(top, 'changes'))?.changed
  if (changed === undefined) return [{ ...unseen(), kind: 'commit', name: TREE }]
  return changed.flatMap((name): Exhibit => {
    const path = join(top, name)
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
