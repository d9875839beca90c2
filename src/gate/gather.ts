import { closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Event, type EventOf, type ParsedEvent, seeing, surround } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type {
  CallPrint,
  CallSurroundings,
  ClientsSeen,
  PathKnowledge,
  StateEdit,
  Surroundings,
} from '../core/model/surroundings.ts'
import type { ToolCall } from '../core/model/tool.ts'
import { editedText } from '../core/rules/flow/edited-text.ts'
import { pathsInQuestion } from '../core/rules/targets/paths-in-question.ts'
import { askGit, type GitAnswer, type GitAnswers } from '../git/ask-git.ts'
import { lister, namedFiles } from '../git/named-files.ts'
import { readLog } from './read-log.ts'

export interface Habitat {
  /** The clients that the kernel shows, where somebody looked, and why `/edge` cannot arrive from this one. */
  readonly clients?: ClientsSeen & { readonly doorClosed: string | null }
  /** Why an agent that this runtime starts now would run without the gate. */
  readonly ungated?: (runtime: string) => string | undefined
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
  const event = surround(parsed, surroundingsOf(parsed.cwd, project, habitat))
  switch (event.kind) {
    case 'session.start': {
      const { clients } = habitat
      return seeing(event, { ...clients, stateHash: stateHash(project), logged: readLog(project, clients?.gone ?? []) })
    }
    case 'prompt':
    case 'command':
    case 'edge':
    case 'tool.refused':
    case 'anchor.settle': {
      if (!habitat.clients) return event
      const { gone, passphraseKey } = habitat.clients
      return seeing(event, { gone, passphraseKey })
    }
    case 'tool.after':
      return seeing(event, { print: printOf(event.tool, event.outcome.output) })
    case 'tool.before':
      return lookAtCall(event, habitat)
    default:
      return event
  }
}

export function surroundingsOf(cwd: string, project: ProjectRoot, { home, cli, ownPaths }: Habitat): Surroundings {
  return { project, cwd, home, cli, tempDirs: tempDirs(), ownPaths: ownPaths(project) }
}

/** What a call about to run names: the state file, files that git may hold, an agent that it starts. */
export async function lookAtCall(event: EventOf<'tool.before'>, habitat: Habitat): Promise<EventOf<'tool.before'>> {
  const { tool, around } = event
  const asked = pathsInQuestion(tool, around)
  return seeing(event, {
    stateEdit: stateEditOf(tool, around, habitat),
    ungated: (tool.kind === 'delegate' && habitat.ungated?.(event.runtime)) || null,
    ...(asked.length > 0 && (await lookAt(asked, around.project, habitat))),
  })
}

/** What the disk and git know of these paths and of the files that the patterns among them name. */
async function lookAt(
  asked: readonly string[],
  project: ProjectRoot,
  { asksGit = true }: Habitat,
): Promise<Pick<CallSurroundings, 'paths' | 'dirty'>> {
  const { files, crowded } = filesNamed(asked)
  const there = files.filter(isThere)
  // A new file is nothing that git could know.
  if (there.length === 0 && crowded.length === 0)
    return { paths: files.map((path) => ({ path, exists: false })), dirty: 'unasked' }
  const git: GitAnswers = asksGit ? await askGit(project, there, crowded) : unasked(there)
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

const STATE_FILE = 'active_context.yaml'

/** What the call would change in the state file, worked out before it happens. Nearly no call is about that file. */
function stateEditOf(tool: ToolCall, around: Surroundings, { stateFile }: Habitat): StateEdit | null {
  const path = join(around.project, STATE_FILE)
  const isAbout =
    tool.kind === 'edit'
      ? tool.changes.some((change) => change.path === path || change.to === path)
      : isShellAbout(tool)
  if (!isAbout) return null
  const now = stateFile?.text(around.project)
  if (!stateFile || now === undefined) return { kind: 'unresolved', why: 'the file as it is cannot be read' }
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
