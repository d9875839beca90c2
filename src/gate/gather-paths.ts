import { lstatSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isInside } from '../core/model/inside.ts'
import { STATE_FILE } from '../core/model/state.ts'
import type { CallSurroundings, FoundText, PathKnowledge, StateEdit, Surroundings } from '../core/model/surroundings.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { languageOfFile } from '../core/rules/book/languages.ts'
import { editedText } from '../core/rules/flow/edited-text.ts'
import { ownReach } from '../core/rules/targets/own-reach.ts'
import {
  type PathsInQuestion,
  pathsInQuestion,
  type SpreadSource,
  textsInQuestion,
} from '../core/rules/targets/paths-in-question.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import { namesInArchive } from '../disk/archive-names.ts'
import { listFolder, readHead, readText } from '../disk/read-file.ts'
import { linkFollower } from '../disk/real-path.ts'
import { addedLines, askGit, type GitAnswer, type GitAnswers } from '../git/ask-git.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { pushSightOf } from '../git/push-sight.ts'
import { readProcess, sightOf } from '../person/processes.ts'
import type { SurroundingsSource } from './gate.ts'

/** What the disk and git know of the paths in question and of the files that patterns among them name. */
export async function lookAtPaths(
  tool: ToolCall,
  around: Surroundings,
  { asksGit, port }: { readonly asksGit: boolean; readonly port?: (() => number | undefined) | undefined },
): Promise<Pick<CallSurroundings, 'paths' | 'dirty' | 'guarded' | 'texts' | 'bringing' | 'aliases'>> {
  const texts = tool.kind === 'shell' ? textsRead(tool.command, around) : []
  const aliases = gitAliases(tool, around)
  const seen = await lookAtNames(tool, around, { asksGit, port })
  return { ...(texts.length > 0 && { texts }), ...(aliases.length > 0 && { aliases }), ...seen }
}

/** A script, and what it runs in turn. */
const MAX_SCRIPTS = 16
const MAX_SCRIPT_DEPTH = 3
/** The judge reads no longer text. */
const MAX_SCRIPT_BYTES = 64 * 1_024

/** What is in the files that the call runs or applies, as they are now. */
function textsRead(command: string, around: Surroundings): NonNullable<CallSurroundings['texts']> {
  const found = new Map<string, FoundText>()
  const realPath = linkFollower()
  let level: readonly string[] = [command]
  for (let depth = 0; depth < MAX_SCRIPT_DEPTH && level.length > 0; depth += 1) {
    // What is ours nobody else writes.
    const isOurs = (path: string): boolean => around.ownPaths.some((own) => isInside(path, own))
    const asked = level.flatMap((text) => textsInQuestion(text, around))
    const paths = asked.filter((path) => !found.has(path) && !isOurs(path))
    level = [...new Set(paths)].slice(0, MAX_SCRIPTS - found.size).flatMap((path) => {
      const real = realPath(path)
      const text = readText(real, MAX_SCRIPT_BYTES)
      const bornAtMs = text === undefined ? madeAt(real) : undefined
      if (text === undefined && bornAtMs === undefined) return []
      found.set(path, { path, text: text ?? '', ...(bornAtMs !== undefined && { bornAtMs }) })
      return text !== undefined && languageOfFile(path) === undefined ? [text] : []
    })
  }
  return [...found.values()]
}

/** Of a script that is too long to be read, when it was last touched, which nobody can set back; none of what no shell would run. */
function madeAt(path: string): number | undefined {
  const stat = statOf(path)
  const head = stat?.isFile() === true && stat.size > MAX_SCRIPT_BYTES ? readHead(path, MAX_HEAD_BYTES) : undefined
  return stat === undefined || head === undefined || head.includes('\0') ? undefined : Math.round(stat.ctimeMs)
}

const MAX_HEAD_BYTES = 512

/** Words after `git` that are none of its own: they may be an alias. */
function gitAliases(tool: ToolCall, { cwd, home }: Surroundings): NonNullable<CallSurroundings['aliases']> {
  if (tool.kind !== 'shell' || !/\bgit\b/.test(tool.command)) return []
  const words = new Set(tool.command.match(/[A-Za-z][\w-]*/g))
  const verbs = [...words].filter((word) => !PLAIN_VERBS.test(word)).slice(0, MAX_VERBS)
  const sight = verbs.length === 0 ? undefined : pushSightOf(cwd, home)
  return verbs.flatMap((name) => (sight?.aliasesOf(name) ?? []).slice(-1).map((value) => ({ name, value })))
}

const MAX_VERBS = 32
const PLAIN_VERBS =
  /^(?:git|add|am|apply|archive|bisect|blame|branch|checkout|cherry-pick|clean|clone|commit|config|describe|diff|fetch|grep|init|log|ls-files|merge|mv|notes|pull|push|rebase|reflog|remote|reset|restore|rev-parse|revert|rm|show|stash|status|submodule|switch|tag|worktree|main|HEAD|origin|m|C|c|p|b|n|oneline|name-only|stat|cached|staged|echo|cd)$/

async function lookAtNames(
  tool: ToolCall,
  around: Surroundings,
  { asksGit, port }: { readonly asksGit: boolean; readonly port?: (() => number | undefined) | undefined },
): Promise<Pick<CallSurroundings, 'paths' | 'dirty' | 'guarded' | 'bringing'>> {
  const { asked, named, spreads, processes } = pathsInQuestion(tool, around)
  const guarded = processes.filter((number) => number === port?.() || isGuarded(number, around))
  const bringing = spreads.flatMap(broughtBy)
  const seen = await askAround({ asked, named }, around, asksGit)
  const isRevert = asksGit && seen.dirty === true && tool.kind === 'shell' && REVERTS.test(tool.command)
  const paths = isRevert ? [...seen.paths, ...(await lookAtReverted(named, around))] : seen.paths
  return { ...(bringing.length > 0 && { bringing }), ...seen, paths, guarded }
}

const REVERTS = /\bgit\b[\s\S]*\b(?:checkout|restore)\b/
const MAX_REVERTED = 8

/** EDGE-34: whose lines a revert of these files would take away. */
async function lookAtReverted(named: readonly string[], { project }: Surroundings): Promise<readonly PathKnowledge[]> {
  const files = named.filter((path) => isInside(path, project) && statOf(path)?.isFile() === true)
  if (files.length === 0 || files.length > MAX_REVERTED) return []
  const { paths } = await askGit(project, files)
  return Promise.all(
    files.map(async (path, index) => {
      const known = knowledgeOf(path, paths[index])
      const isChanged = known.tracked === true && known.dirty === true
      const added = isChanged ? await addedLines(project, path) : undefined
      return added === undefined ? known : { ...known, added }
    }),
  )
}

/** Of a folder with such a file, or an archive that lists one. */
function broughtBy({ from, into, names }: SpreadSource): NonNullable<CallSurroundings['bringing']> {
  const listed = statOf(from)?.isFile() === true ? namesInArchive(from) : undefined
  const brought = names.find((name) => (listed === undefined ? isThere(`${from}/${name}`) : listed.includes(name)))
  return brought === undefined ? [] : [{ from, onto: `${into}/${brought}` }]
}

async function askAround(
  { asked, named }: Pick<PathsInQuestion, 'asked' | 'named'>,
  around: Surroundings,
  asksGit: boolean,
): Promise<Pick<CallSurroundings, 'paths' | 'dirty'>> {
  const { files, crowded } = filesNamed(asked)
  const links = linksAmong([...named, ...files], around)
  const there = files.filter(isThere)
  // A new file is nothing that git could know.
  if (there.length === 0 && crowded.length === 0)
    return { paths: [...links, ...files.map((path) => ({ path, exists: false }))], dirty: 'unasked' }
  const git: GitAnswers = asksGit ? await askGit(around.project, there, crowded) : unasked(there)
  const answers = new Map(there.map((path, index) => [path, git.paths[index]]))
  const paths = [
    ...links,
    ...files.map((path) => knowledgeOf(path, answers.get(path))),
    ...(git.matching ?? []).map(({ path, ...answer }) => knowledgeOf(path, answer)),
    ...(git.isBlind ? crowded.map((path): PathKnowledge => ({ path, exists: true, isUnasked: true })) : []),
  ]
  return { paths, dirty: git.dirty ?? 'unasked' }
}

/** A client, or a program that runs from a folder of ours. */
function isGuarded(pid: number, { ownPaths }: Surroundings): boolean {
  const command = readProcess(pid)?.command ?? ''
  return sightOf(pid) !== undefined || ownPaths.some((path) => command.includes(`${path}/`))
}

/** The paths that lead elsewhere than they read. Project and home keep the names by which the rules know them. */
function linksAmong(named: readonly string[], around: Surroundings): readonly PathKnowledge[] {
  const links = new Map<string, string>()
  const realPath = linkFollower()
  const moved = [around.project, around.home]
    .map((folder) => ({ folder, real: realPath(folder) }))
    .filter(({ folder, real }) => folder !== real)
  const respelled = (path: string): string => {
    const found = moved.find(({ real }) => isInside(path, real))
    return found ? found.folder + path.slice(found.real.length) : path
  }
  for (const written of named) {
    const path = resolve(written)
    const real = respelled(twinOf(path, around) ?? realPath(written))
    // Written in two ways, a path may lead to two places.
    const before = links.get(path)
    if (real !== path && (before === undefined || ownReach(before, around) === undefined)) links.set(path, real)
  }
  return [...links].map(([path, real]) => ({ path, exists: isThere(path), real }))
}

/** The file of ours that this is a second name of: one of those that are named, or one in a folder of ours. */
function twinOf(path: string, { ownPaths }: Surroundings): string | undefined {
  const stat = statOf(path)
  if (stat === undefined || !stat.isFile() || stat.nlink < 2) return undefined
  let left = MAX_OWN_FILES
  const isTwin = (own: string): boolean => {
    const mine = statOf(own)
    if (mine?.isDirectory() !== true) return mine?.ino === stat.ino && mine.dev === stat.dev
    left -= 1
    return left > 0 && listFolder(own).some((name) => isTwin(`${own}/${name}`))
  }
  return ownPaths.find(isTwin)
}

/** Folders of ours that are looked into for one path. */
const MAX_OWN_FILES = 256

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

const unasked = (there: readonly string[]): GitAnswers => ({
  isBlind: true,
  paths: there.map(() => ({ isUnasked: true })),
})

/** What the call would change in the state file, worked out before it happens. Nearly no call is about that file. */
export function stateEditOf(
  tool: ToolCall,
  around: Surroundings,
  stateFile: SurroundingsSource['stateFile'],
): StateEdit | null {
  const path = around.stateFile
  if (path === undefined) return null
  const isAbout =
    tool.kind === 'edit'
      ? tool.changes.some((change) => change.path === path || change.to === path)
      : isShellAbout(tool)
  if (!isAbout) return null
  const now = stateFile?.text(around.project)
  if (!stateFile || now === undefined) return { kind: 'unresolved', why: GATE_WORDS.stateFileUnreadable }
  const edited = editedText(tool, { path, text: now }, around)
  if (edited.kind === 'untouched') return null
  return edited.kind === 'known'
    ? stateFile.compare({ now, next: edited.text })
    : { kind: 'unresolved', why: edited.why }
}

function isShellAbout(tool: ToolCall): boolean {
  return tool.kind === 'shell' && tool.command.includes(STATE_FILE)
}

/** Where one pattern after the other names some files, all of them together name too many. */
const MAX_FILES = 256

/**
 * Every path, and for a pattern what it names: the pattern itself when it names nothing. Patterns that name too much, or
 * look into folders that hold too much, are `crowded`.
 */
function filesNamed(asked: readonly string[]): {
  readonly files: readonly string[]
  readonly crowded: readonly string[]
} {
  const files = new Set<string>()
  const crowded: string[] = []
  const list = lister()
  for (const path of asked) {
    const found = /[*?[]/.test(path) ? namedFiles(path, list) : [path]
    if (found === undefined || files.size + found.length > MAX_FILES) crowded.push(path)
    else for (const file of found.length === 0 ? [path] : found) files.add(file)
  }
  return { files: [...files], crowded }
}

/** A path below a plain file does not exist, and some folders can't be read. */
function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

function knowledgeOf(path: string, git: GitAnswer | undefined): PathKnowledge {
  try {
    const stat = lstatSync(path)
    const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'directory' : stat.isFile() ? 'file' : 'device'
    const bornAtMs = Math.round(stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.mtimeMs)
    return { path, exists: true, kind, bornAtMs, ...git }
  } catch {
    return { path, exists: false, ...git }
  }
}
