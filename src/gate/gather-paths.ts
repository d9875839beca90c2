import { lstatSync, realpathSync } from 'node:fs'
import { STATE_FILE } from '../core/model/state.ts'
import type { CallSurroundings, PathKnowledge, StateEdit, Surroundings } from '../core/model/surroundings.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { editedText } from '../core/rules/flow/edited-text.ts'
import { pathsInQuestion } from '../core/rules/targets/paths-in-question.ts'
import { GATE_WORDS } from '../core/words/gate.ts'
import { askGit, type GitAnswer, type GitAnswers } from '../git/ask-git.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import type { SurroundingsSource } from './gate.ts'

/** What the disk and git know of the paths in question and of the files that patterns among them name. */
export async function lookAtPaths(
  tool: ToolCall,
  around: Surroundings,
  asksGit: boolean,
): Promise<Pick<CallSurroundings, 'paths' | 'dirty'> | undefined> {
  const asked = pathsInQuestion(tool, around)
  if (asked.length === 0) return undefined
  const { files, crowded } = filesNamed(asked)
  const there = files.filter(isThere)
  // A new file is nothing that git could know.
  if (there.length === 0 && crowded.length === 0)
    return { paths: files.map((path) => ({ path, exists: false })), dirty: 'unasked' }
  const git: GitAnswers = asksGit ? await askGit(around.project, there, crowded) : unasked(there)
  const answers = new Map(there.map((path, index) => [path, git.paths[index]]))
  const paths = [
    ...files.map((path) => knowledgeOf(path, answers.get(path))),
    ...(git.matching ?? []).map(({ path, ...answer }) => knowledgeOf(path, answer)),
    ...(git.isBlind ? crowded.map((path): PathKnowledge => ({ path, exists: true, isUnasked: true })) : []),
  ]
  return { paths, dirty: git.dirty ?? 'unasked' }
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
    const real = realPathOf(path)
    const bornAtMs = Math.round(stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.mtimeMs)
    return { path, exists: true, kind, bornAtMs, ...(real !== undefined && real !== path && { real }), ...git }
  } catch {
    return { path, exists: false, ...git }
  }
}

export function realPathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}
