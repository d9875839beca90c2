import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallPrint, Event, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { PathKnowledge, StateEdit, Surroundings } from '../core/model/surroundings.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { editedText } from '../core/rules/flow/edited-text.ts'
import { pathsInQuestion } from '../core/rules/targets/paths-in-question.ts'
import { askGit, type GitAnswer, type GitAnswers } from '../git/ask-git.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { readLog } from './read-log.ts'

export interface Habitat {
  /** What is known already, such as the clients that the kernel shows. */
  readonly known?: Partial<Surroundings>
  /** False where no time is left to ask git. */
  readonly asksGit?: boolean
  readonly home: string
  readonly cli: string
  readonly ownPaths: (project: ProjectRoot) => readonly string[]
  /** The state file as it is, and what another text would change in it. Without it nobody can tell. */
  readonly stateFile?: {
    readonly text: (project: ProjectRoot) => string | undefined
    readonly compare: (texts: { readonly now: string; readonly next: string }) => StateEdit
  }
}

/** Everything the core needs from outside, read once, before the decision. Git is asked only where it matters. */
export async function gather(parsed: ParsedEvent, project: ProjectRoot, habitat: Habitat): Promise<Event> {
  const around: Surroundings = {
    project,
    cwd: parsed.cwd,
    home: habitat.home,
    cli: habitat.cli,
    tempDirs: tempDirs(),
    ownPaths: habitat.ownPaths(project),
    paths: [],
    ...habitat.known,
  }
  if (parsed.kind === 'session.start') {
    return { ...parsed, stateHash: stateHash(project), logged: readLog(project, around.gone ?? []), around }
  }
  if (parsed.kind === 'tool.after') return { ...parsed, print: printOf(parsed.tool, parsed.outcome.output), around }
  if (parsed.kind !== 'tool.before') return { ...parsed, around }
  const edit = stateEditOf(parsed.tool, around, habitat)
  const known: Surroundings = edit === undefined ? around : { ...around, stateEdit: edit }
  const asked = pathsInQuestion(parsed.tool, known)
  if (asked.length === 0) return { ...parsed, around: known }
  return { ...parsed, around: { ...known, ...(await lookAt(asked, project, habitat)) } }
}

/** What the disk and git know of these paths and of the files that the patterns among them name. */
async function lookAt(
  asked: readonly string[],
  project: ProjectRoot,
  { asksGit = true }: Habitat,
): Promise<Pick<Surroundings, 'paths' | 'dirty'>> {
  const { files, crowded } = filesNamed(asked)
  const there = files.filter(isThere)
  // A new file is nothing that git could know.
  if (there.length === 0 && crowded.length === 0) return { paths: files.map((path) => ({ path, exists: false })) }
  const git: GitAnswers = asksGit ? await askGit(project, there, crowded) : unasked(there)
  const answers = new Map(there.map((path, index) => [path, git.paths[index]]))
  const paths = [
    ...files.map((path) => knowledgeOf(path, answers.get(path))),
    ...(git.matching ?? []).map(({ path, ...answer }) => knowledgeOf(path, answer)),
    ...(git.isBlind ? crowded.map((path): PathKnowledge => ({ path, exists: true, isUnasked: true })) : []),
  ]
  return { paths, ...(git.dirty !== undefined && { dirty: git.dirty }) }
}

const unasked = (there: readonly string[]): GitAnswers => ({
  isBlind: true,
  paths: there.map(() => ({ isUnasked: true })),
})

const STATE_FILE = 'active_context.yaml'

/** What the call would change in the state file, worked out before it happens. Nearly no call is about that file. */
function stateEditOf(tool: ToolCall, around: Surroundings, { stateFile }: Habitat): StateEdit | undefined {
  const path = join(around.project, STATE_FILE)
  const isAbout =
    tool.kind === 'edit'
      ? tool.changes.some((change) => change.path === path || change.to === path)
      : isShellAbout(tool)
  if (!isAbout) return undefined
  const now = stateFile?.text(around.project)
  if (!stateFile || now === undefined) return { kind: 'unresolved', why: 'the file as it is cannot be read' }
  const edited = editedText(tool, { path, text: now }, around)
  if (edited.kind === 'untouched') return undefined
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

/** Below a plain file there is nothing, and some folders tell nobody. */
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
    const real = realpathOf(path)
    const bornAtMs = Math.round(stat.birthtimeMs > 0 ? stat.birthtimeMs : stat.mtimeMs)
    return { path, exists: true, kind, bornAtMs, ...(real !== undefined && real !== path && { real }), ...git }
  } catch {
    return { path, exists: false, ...git }
  }
}

function realpathOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

let temporary: readonly string[] | undefined

function tempDirs(): readonly string[] {
  temporary ??= [...new Set([tmpdir(), realpathOf(tmpdir()) ?? tmpdir(), '/tmp', '/var/tmp'])]
  return temporary
}

const PRINT_CHARS = 16

/** ADR 0007: equal prints mean the same call and the same result; nothing else is read from them. */
function printOf(tool: ToolCall, output: string): CallPrint {
  return { input: sha256(JSON.stringify(tool)).slice(0, PRINT_CHARS), result: sha256(output).slice(0, PRINT_CHARS) }
}

const sha256 = (data: string | Uint8Array): string => process.getBuiltinModule('node:crypto').hash('sha256', data)

/** A larger file is no state file to anybody. */
const MAX_HASHED_BYTES = 1_024 * 1_024

/** EDGE-92: the hash of the state file as the session found it. */
function stateHash(project: ProjectRoot): string {
  try {
    // A fifo or a device in its place is neither waited for nor read.
    const file = openSync(join(project, STATE_FILE), constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      const stat = fstatSync(file)
      return stat.isFile() && stat.size <= MAX_HASHED_BYTES ? sha256(readFileSync(file)) : ''
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}
