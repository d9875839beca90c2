import type { TargetClass } from '../../model/rule.ts'
import type { CallSurroundings, PathKnowledge, Surroundings } from '../../model/surroundings.ts'
import type { MadeThing, WrittenFile } from '../../model/tool.ts'
import {
  isAccountFile,
  isDevice,
  isDocumentName,
  isHandWritten,
  isInstructionFile,
  isLockfile,
  isPreciousIgnored,
  isPrivatePath,
  isRegenerableName,
  isSecretPath,
  isSink,
  isSomeHome,
  isStartupFile,
  isSystemPath,
  isTempRoot,
  isTempTree,
} from '../book/known-names.ts'
import { GAP, shown } from '../options/argv.ts'
import { matchesPattern } from '../shell/expand/patterns.ts'
import { basename, resolvePath } from '../shell/path.ts'
import type { RunPlace, Word } from '../shell/reading.ts'
import { textAt } from '../text/word-table.ts'
import { ownReach } from './own-reach.ts'

/** A word of a command as a place in the world. */
export interface CommandTarget {
  readonly shown: string
  /** Absolute, when it is a path that is known. */
  readonly path: string | undefined
  readonly class: TargetClass
  readonly facets: readonly TargetClass[]
}

/** Everything that gives a word its meaning. */
export interface TargetContext {
  readonly around: CallSurroundings
  readonly cwd: string | undefined
  readonly place: RunPlace
  /** Files written before, in this call or earlier in the session. */
  readonly written: readonly WrittenFile[]
  /** Files that this session wrote before this call: what is in them is the agent's own. */
  readonly session: readonly WrittenFile[]
  /** What this session made before this call. */
  readonly made?: readonly MadeThing[] | undefined
  /** When this session began, where that is known. */
  readonly sinceMs?: number | undefined
  /** Trees moved earlier in this session: where they are now, and where they came from. */
  readonly moved: readonly { readonly path: string; readonly from: string }[]
}

/** No file system takes a longer path. */
export const MAX_PATH_CHARS = 4_096
const NO_FACETS: readonly TargetClass[] = []

export function targetOf(word: Word, ground: TargetContext): CommandTarget {
  const text = word.kind === 'known' ? word.text : word.prefix + GAP + word.suffix
  if (word.kind === 'unknown') return unknownTarget(word, ground)
  if (text.length > MAX_PATH_CHARS) return { shown: text, path: undefined, class: 'unknown', facets: NO_FACETS }
  const path = absolute(text, ground)
  if (isElsewhere(text)) return { shown: text, path: undefined, class: 'remote-path', facets: [] }
  if (path === undefined) return { shown: text, path, class: 'unknown', facets: facetsOf(text) }
  const glob = word.glob || /[*?[]/.test(text)
  const classified = glob && !isOwnGlob(path, ground) ? classOfGlob(path, ground) : classOf(path, ground)
  const stake = stakeOf(path, classified, { glob, ground })
  const real = followed(path, ground)
  // What is not there is no secret yet.
  const isNew = ground.around.paths.some((known) => known.path === path && !known.exists)
  const facets = [
    ...facetsOf(path),
    ...(real === path ? NO_FACETS : facetsOf(real)),
    ...(isPersonal(path, classified, ground) ? (['personal'] as const) : NO_FACETS),
    ...(isReadLater(path, ground) ? (['later'] as const) : NO_FACETS),
  ].filter((facet) => !isNew || facet !== 'secret')
  return { shown: text, path, class: classified, facets: stake === undefined ? facets : [...facets, stake] }
}

/** Settings in a home, be it that they are not there yet: some program reads them when it starts. */
function isReadLater(path: string, { around, place }: TargetContext): boolean {
  if (place === 'remote' || !covers(around.home, path) || covers(around.project, path)) return false
  const relative = path.slice(around.home.length + 1)
  const kind = classInHome(relative)
  // What agents and programs keep for themselves is no setting.
  return (
    kind === 'startup' ||
    (kind === 'home-config' && !/^\.(?:claude|codex|fairlead|local\/(?:share|state))\//.test(relative))
  )
}

/** Below a home, or on the disk and neither of the project, nor of the system, nor temporary; what this session wrote is its own. */
function isPersonal(path: string, kind: TargetClass, { around, session, place }: TargetContext): boolean {
  if (place === 'remote' || !/^(?:outside-project|home-config|startup)$/.test(kind)) return false
  const isThere = around.paths.some((known) => known.path === path && known.exists)
  return (
    (isThere || /^\/(?:home|Users)\/|^\/root\//.test(path) || covers(around.home, path)) &&
    !session.some((file) => file.path === path)
  )
}

/** What of a person's own work is at stake in one file, or in the files that a pattern names. */
function stakeOf(
  path: string,
  kind: TargetClass,
  { glob, ground }: { readonly glob: boolean; readonly ground: TargetContext },
): TargetClass | undefined {
  const { around, session, place, sinceMs } = ground
  if (place === 'remote' || !STAKED.has(kind)) return undefined
  const isOwn = (file: string): boolean => session.some(({ path: written }) => written === file)
  const asked = around.paths.filter((known) => known.path === path || (glob && matchesPattern(path, known.path)))
  if (asked.some((known) => isUnsaved(known, sinceMs) && !isOwn(known.path))) return 'unsaved'
  if (asked.length === 0 && glob) return namesSources(basename(path)) ? 'sources' : undefined
  if (!/^(?:outside-project|home-config|startup)$/.test(kind)) return undefined
  const isTaken = ({ path: file, exists, kind: what, bornAtMs = 0 }: PathKnowledge): boolean =>
    exists && what === 'file' && bornAtMs < (sinceMs ?? Number.POSITIVE_INFINITY) && !isOwn(file)
  if (asked.some(isTaken) || ground.moved.some((tree) => covers(tree.path, path))) return 'kept'
  if (!covers(around.home, path)) return undefined
  const files = asked.length > 0 ? asked : [{ path, exists: true }]
  return files.some((known) => isDocument(known, sinceMs) && !isOwn(known.path)) ? 'document' : undefined
}

/** A document that was there before the session; git was not asked, for it is not of this project. */
const isDocument = ({ path, exists, kind, bornAtMs = 0 }: PathKnowledge, sinceMs = Number.POSITIVE_INFINITY): boolean =>
  exists && kind !== 'directory' && isDocumentName(path) && bornAtMs < sinceMs

const STAKED: ReadonlySet<TargetClass> = new Set([
  'project',
  'outside-project',
  'home-config',
  'startup',
  'committed',
  'recoverable',
])

/**
 * One file of which git does not hold what is in it now. Programs leave files too, so that a stranger must look
 * hand-written and have been there before the session.
 */
function isUnsaved(known: PathKnowledge, sinceMs = Number.POSITIVE_INFINITY): boolean {
  const { exists, kind, tracked, dirty, ignored, path, bornAtMs = 0, isUnasked = false } = known
  if (!exists || kind === 'directory' || kind === 'link') return false
  if (isUnasked) return bornAtMs < sinceMs
  return tracked === true
    ? dirty === true
    : tracked === false && ignored === false && isHandWritten(path) && bornAtMs < sinceMs
}

/** `*`, `*.*`, `*.ts`; not `*.log`. */
const namesSources = (segment: string): boolean => /^\*+(?:\.\*)?$/.test(segment) || isHandWritten(segment)

const isOwnGlob = (path: string, ground: TargetContext): boolean =>
  ground.place === 'local' && ownReach(path, ground.around)?.relation === 'inside'

/** `s3://…`, `host:path`, `https://…`: not a path on this machine. */
const isElsewhere = (text: string): boolean =>
  /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(text) || /^([\w.-]+@)?[\w.-]{2,}:(?!\\)/.test(text)

/** A word as an absolute path. */
export function absolute(text: string, ground: TargetContext): string | undefined {
  if (/^[A-Za-z]:[\\/]/.test(text)) return text.replaceAll('\\', '/')
  const path = unfolded(text, ground)
  if (path === undefined) return undefined
  const isLinked = path.includes('/..') && ground.written.some(({ link }) => link === true)
  return resolvePath(isLinked ? behindLinks(path, ground.written) : path, undefined)
}

/** `link/../x` is beside what the link leads to. */
function behindLinks(path: string, written: readonly WrittenFile[]): string {
  let place = ''
  for (const name of path.split('/')) {
    place = `${resolvePath(`${place}/${name}`, undefined)}`
    place = written.find((file) => file.link === true && file.path === place)?.from ?? place
  }
  return place
}

/** The kernel's link to where the process is that asks. */
const PROCESS_FOLDER = /^\/+proc\/+(?:self|thread-self)(?:\/+task\/+[^/]+)?\/+cwd(?=\/|$)/

/** The same as written, so that who has the disk can follow links before `..` is taken away. */
export function unfolded(text: string, { around: { home }, cwd }: TargetContext): string | undefined {
  const plain = text === '~' || text.startsWith('~/') ? home + text.slice(1) : text
  if (!plain.startsWith('/')) return cwd === undefined ? undefined : `${cwd}/${plain}`
  const below = plain.replace(PROCESS_FOLDER, '')
  if (below === plain) return plain
  return cwd === undefined ? undefined : cwd + below
}

function facetsOf(path: string): readonly TargetClass[] {
  const facets: TargetClass[] = []
  if (isSecretPath(path)) facets.push('secret')
  if (isPrivatePath(path)) facets.push('private')
  if (/\/(\.mcp|mcp|mcp_config)\.json$/.test(path)) facets.push('tooling')
  if (isInstructionFile(basename(path), path)) facets.push('instructions')
  if (isLockfile(basename(path))) facets.push('lockfile')
  return facets
}

function unknownTarget(word: Extract<Word, { kind: 'unknown' }>, ground: TargetContext): CommandTarget {
  const base = { shown: shown(word), path: undefined, facets: facetsOf(word.prefix + word.suffix) }
  if (word.prefix === '' && /^"?\$\{TMPDIR:-\/tmp\/?\}/.test(word.raw))
    return { ...base, class: classOf(`${resolvePath(`/tmp/${word.suffix}`, undefined)}`, ground) }
  if (isFoundName(word)) {
    const path = absolute(`${word.prefix}${isRegenerableName(basename(word.suffix)) ? '' : '*'}${word.suffix}`, ground)
    return { ...base, class: path === undefined ? 'unknown' : classOfGlob(path, ground) }
  }
  if (word.prefix === '') return { ...base, class: unknownStart(word.suffix) }
  const folder = word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1)
  const stem = word.prefix.slice(folder.length)
  if (folder === '' || folder === './') return { ...base, class: isRegenerableName(stem) ? 'regenerable' : 'unknown' }
  const path = absolute(folder, ground)
  if (path === undefined) return { ...base, class: 'unknown' }
  const kind = belowFolder(path, stem !== '' || /[^/*]/.test(word.suffix), ground)
  // Any file of a folder of the person.
  const isAny = stem === '' && word.suffix === '' && kind === 'outside-project' && covers(ground.around.home, path)
  return { ...base, class: kind, facets: isAny ? [...base.facets, 'sources'] : base.facets }
}

/** A name that find or another command puts there: only its beginning and its end are known. */
const isFoundName = (word: Extract<Word, { kind: 'unknown' }>): boolean =>
  /^['"]?(?:\{\}|…|[$`]\(?g?find\s[\s\S]*)['"]?$/.test(word.raw) && word.prefix !== ''

/** `$X/` is the root when X is empty; `$X/node_modules` is regenerable wherever it is. */
function unknownStart(suffix: string): TargetClass {
  if (/^\/+\*?$/.test(suffix) || /^\/+(etc|usr|bin|var|home|lib|boot|opt|root|sbin)(\/|$)/.test(suffix))
    return 'maybe-root'
  const name = basename(suffix)
  return /\/[^/]/.test(suffix) &&
    /^(node_modules|__pycache__|\.next|\.turbo|\.(pytest|mypy|ruff)_cache|\.parcel-cache)$/.test(name)
    ? 'regenerable'
    : 'unknown'
}

/** An unknown entry of a known folder: at most as harmless as the folder's entries are. */
function belowFolder(folder: string, named: boolean, ground: TargetContext): TargetClass {
  const own = classOf(folder, ground)
  if (own === 'temp-root') return named ? 'temp-entry' : 'unknown'
  if (own === 'root') return 'maybe-root'
  if (own === 'project-root' || own === 'home' || own === 'committed' || own === 'absent') return 'unknown'
  return own
}

/** `dir/*` is as precious as `dir`; `dir/a*` as an entry of `dir`. */
function classOfGlob(path: string, ground: TargetContext): TargetClass {
  const segments = path.split('/')
  const at = segments.findIndex((segment) => /[*?[{]/.test(segment))
  if (at < 0) return classOf(path, ground)
  const segment = textAt(segments, at)
  const above = segments.slice(0, at).join('/')
  const base = above === '' ? '/' : above
  const literal = segment.replace(/\[[^\]]*\]|[*?.{},]/g, '')
  if (literal !== '') return classOf(`${above}/${segment}`, ground)
  const rest = segments.slice(at + 1)
  if (rest.length > 0 && rest.some((part) => isRegenerableName(part)) && classOf(base, ground) !== 'root')
    return 'regenerable'
  const whole = classOf(base, ground)
  return whole === 'committed' || whole === 'recoverable' || whole === 'absent' ? 'project' : whole
}

/** The class of one absolute path, taken as a whole tree. */
function classOf(path: string, ground: TargetContext, depth = 0): TargetClass {
  if (ground.place === 'remote') return classOnOtherMachine(path)
  const { around } = ground
  const reach = ownReach(path, around)
  if (reach !== undefined && (reach.relation === 'inside' || !isBroad(path, around))) return 'own'
  const from = origin(path, ground)
  if (from !== undefined && depth < 4) {
    const before = classOf(from, ground, depth + 1)
    // `mv /tmp/x src`: what was worth nothing may have come to lie on something that is.
    if (isKept(before)) return before
  }
  const inside = ground.moved.find((tree) => tree.path !== path && covers(path, tree.path))
  if (inside !== undefined && depth < 4 && isKept(classOf(inside.from, ground, depth + 1))) return 'project'
  const real = leadsTo(path, around)
  if (real !== undefined && depth < 4) return classOf(real, { ...ground, around: { ...around, paths: [] } }, depth + 1)
  const known = around.paths.find((entry) => entry.path === path)
  if (path === '/' || /^\/?[A-Za-z]:\/?$/.test(path)) return 'root'
  if (isSink(path)) return 'null'
  if (isDevice(path)) return 'device'
  if (covers(path, around.home)) return 'home'
  if (covers(path, around.project)) return 'project-root'
  if (covers(around.project, path)) return classInProject(path, known, around)
  return classOutside(path, known, around)
}

/** Moved into a folder that may go, it still may not. */
const isKept = (kind: TargetClass): boolean =>
  kind !== 'regenerable' && kind !== 'temp-entry' && kind !== 'absent' && kind !== 'null'

/** A folder that merely holds something of ours keeps the graver class of its own. */
export const isBroad = (path: string, around: Surroundings): boolean =>
  covers(path, around.home) || covers(path, around.project) || isSystemPath(path)

export const covers = (folder: string, path: string): boolean =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** Where a path leads that goes through a link, or through a folder moved before. */
export function followed(path: string, ground: TargetContext): string {
  const before = origin(path, ground) ?? path
  return leadsTo(before, ground.around) ?? before
}

/** What the disk says of the path itself, or of the last link that it goes through. */
function leadsTo(path: string, { paths }: CallSurroundings): string | undefined {
  let last: PathKnowledge | undefined
  for (const known of paths)
    if (known.real !== undefined && covers(known.path, path) && known.path.length > (last?.path.length ?? 0))
      last = known
  const real = last === undefined ? path : `${last.real}${path.slice(last.path.length)}`
  return real === path ? undefined : real
}

/** A link made, or a tree moved, earlier: the path stands for where it came from. Removing a link removes the link. */
function origin(path: string, ground: TargetContext): string | undefined {
  if (ground.written.length + ground.moved.length === 0) return undefined
  const links = ground.written.filter(
    (file) => file.link === true && file.from?.startsWith('/') === true && path !== file.path,
  )
  for (const { path: now, from } of [...links, ...ground.moved]) {
    if (from === undefined || !covers(now, path)) continue
    const before = from + path.slice(now.length)
    if (before !== path && !covers(now, before)) return before
  }
  return undefined
}

function classInProject(path: string, known: PathKnowledge | undefined, around: Surroundings): TargetClass {
  const relative = path.slice(around.project.length + 1)
  const git = classInGit(relative)
  if (git !== undefined) return git
  const name = basename(path)
  if (known !== undefined) {
    if (!known.exists) return 'absent'
    if (known.tracked === true && known.dirty === false) return known.kind === 'file' ? 'recoverable' : 'committed'
    if (known.tracked === true) return isLockfile(name) ? 'regenerable' : 'project'
    if (known.ignored === true) return isPreciousIgnored(name) ? 'project' : 'regenerable'
    if (known.ignored === false) return isRegenerableName(name) && known.dirty !== true ? 'regenerable' : 'project'
  }
  if (isPreciousIgnored(name)) return 'project'
  return relative.split('/').some((segment) => isRegenerableName(segment)) ? 'regenerable' : 'project'
}

/** History is in objects, refs, HEAD and the logs; locks and other tools' folders are not history. */
function classInGit(relative: string): TargetClass | undefined {
  const match = /(^|\/)\.git(\/(.*))?$/.exec(relative)
  if (match === null) return undefined
  const inner = textAt(match, 3)
  if (/\.lock$/.test(inner) || /^(COMMIT_EDITMSG|ORIG_HEAD|FETCH_HEAD|MERGE_\w+|REBASE_HEAD|gc\.log)$/.test(inner))
    return 'regenerable'
  if (/^(hooks|config|info)(\/|$)/.test(inner)) return 'vcs-control'
  if (inner === '' || /^(objects|refs|HEAD|index|packed-refs|logs|worktrees|modules|lfs|\*)/.test(inner)) return 'vcs'
  return 'project'
}

function classOutside(path: string, known: PathKnowledge | undefined, around: Surroundings): TargetClass {
  // A home below the temporary folder is a home.
  if (isTempTree(around.home) && covers(around.home, path)) return classInHome(path.slice(around.home.length + 1))
  const inTemp = isTempTree(path) || around.tempDirs.some((dir) => covers(dir, path))
  if (inTemp) return isTempRoot(path) || around.tempDirs.some((dir) => covers(path, dir)) ? 'temp-root' : 'temp-entry'
  if (isSomeHome(path)) return 'home'
  if (known?.exists === false) return 'absent'
  const home = /^(\/home\/[^/]+|\/Users\/[^/]+|\/root)\/(.*)$/.exec(path)
  if (covers(around.home, path)) return classInHome(path.slice(around.home.length + 1))
  if (home !== null) return classInHome(textAt(home, 2))
  if (isAccountFile(path)) return 'account'
  if (isSystemPath(path)) return 'system'
  if (/(^|\/)\.git(\/(objects|refs|HEAD))?$/.test(path)) return 'vcs'
  return 'outside-project'
}

function classInHome(relative: string): TargetClass {
  if (isStartupFile(relative)) return 'startup'
  if (/^(\.cache|Library\/Caches|\.npm\/_cacache|\.npm\/_npx|\.local\/share\/Trash)\/./.test(relative))
    return 'regenerable'
  if (/(^|\/)\.git(\/(objects|refs|HEAD))?$/.test(relative)) return 'vcs'
  return /^\.[^/]/.test(relative) ? 'home-config' : 'outside-project'
}

/** On another machine or in a container our project and git mean nothing. */
function classOnOtherMachine(path: string): TargetClass {
  if (path === '/') return 'root'
  if (isSink(path)) return 'null'
  if (isDevice(path)) return 'device'
  if (isTempTree(path)) return isTempRoot(path) ? 'temp-root' : 'temp-entry'
  if (isSomeHome(path)) return 'home'
  if (isAccountFile(path)) return 'account'
  return isSystemPath(path) ? 'system' : 'remote-path'
}
