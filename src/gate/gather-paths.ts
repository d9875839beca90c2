import { lstatSync, type Stats, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isInside } from '../core/model/inside.ts'
import { STATE_FILE } from '../core/model/state.ts'
import type { CallSurroundings, PathKnowledge, StateEdit, Surroundings } from '../core/model/surroundings.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { editedText } from '../core/rules/flow/edited-text.ts'
import { ownReach } from '../core/rules/targets/own-reach.ts'
import { pathsInQuestion } from '../core/rules/targets/paths-in-question.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import { linkFollower } from '../disk/real-path.ts'
import { askGit, type GitAnswer, type GitAnswers } from '../git/ask-git.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { readProcess, sightOf } from '../person/processes.ts'
import type { SurroundingsSource } from './gate.ts'

/** What the disk and git know of the paths in question and of the files that patterns among them name. */
export async function lookAtPaths(
  tool: ToolCall,
  around: Surroundings,
  { asksGit, port }: { readonly asksGit: boolean; readonly port?: (() => number | undefined) | undefined },
): Promise<Pick<CallSurroundings, 'paths' | 'dirty' | 'guarded'>> {
  const { asked, named, processes } = pathsInQuestion(tool, around)
  const guarded = processes.filter((number) => number === port?.() || isGuarded(number, around))
  const { files, crowded } = filesNamed(asked)
  const links = linksAmong([...named, ...files], around)
  const there = files.filter(isThere)
  // A new file is nothing that git could know.
  if (there.length === 0 && crowded.length === 0)
    return { paths: [...links, ...files.map((path) => ({ path, exists: false }))], dirty: 'unasked', guarded }
  const git: GitAnswers = asksGit ? await askGit(around.project, there, crowded) : unasked(there)
  const answers = new Map(there.map((path, index) => [path, git.paths[index]]))
  const paths = [
    ...links,
    ...files.map((path) => knowledgeOf(path, answers.get(path))),
    ...(git.matching ?? []).map(({ path, ...answer }) => knowledgeOf(path, answer)),
    ...(git.isBlind ? crowded.map((path): PathKnowledge => ({ path, exists: true, isUnasked: true })) : []),
  ]
  return { paths, dirty: git.dirty ?? 'unasked', guarded }
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

/** The file of ours that this is a second name of. */
function twinOf(path: string, { ownPaths }: Surroundings): string | undefined {
  const stat = statOf(path)
  if (stat === undefined || !stat.isFile() || stat.nlink < 2) return undefined
  return ownPaths.find((own) => {
    const mine = statOf(own)
    return mine?.ino === stat.ino && mine.dev === stat.dev
  })
}

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
