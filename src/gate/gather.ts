import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { PathKnowledge, Surroundings } from '../core/model/surroundings.ts'
import { pathsInQuestion } from '../core/rules/paths-in-question.ts'
import { askGit, type GitAnswer } from './git.ts'
import { namedFiles } from './named-files.ts'

export interface Habitat {
  readonly home: string
  readonly cli: string
  readonly ownPaths: (project: ProjectRoot) => readonly string[]
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
  }
  if (parsed.kind === 'session.start') return { ...parsed, stateHash: stateHash(project), around }
  if (parsed.kind !== 'tool.before') return { ...parsed, around }
  const asked = pathsInQuestion(parsed.tool, around)
  if (asked.length === 0) return { ...parsed, around }
  const named = [...new Set(asked.flatMap(filesOf))]
  const there = named.filter((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined)
  // A new file is nothing that git could know.
  if (there.length === 0)
    return { ...parsed, around: { ...around, paths: named.map((path) => ({ path, exists: false })) } }
  const git = await askGit(project, there)
  const answers = new Map(there.map((path, index) => [path, git.paths[index]]))
  const paths = named.map((path) => knowledgeOf(path, answers.get(path)))
  return { ...parsed, around: { ...around, paths, ...(git.dirty !== undefined && { dirty: git.dirty }) } }
}

/** What a pattern names; the pattern itself when it names nothing, and nothing at all when it names too much. */
function filesOf(path: string): readonly string[] {
  if (!/[*?[]/.test(path)) return [path]
  const found = namedFiles(path)
  return found?.length === 0 ? [path] : (found ?? [])
}

function knowledgeOf(path: string, git: GitAnswer | undefined): PathKnowledge {
  try {
    const stat = lstatSync(path)
    const kind = stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'directory' : stat.isFile() ? 'file' : 'device'
    const real = realpathOf(path)
    return { path, exists: true, kind, ...(real !== undefined && real !== path && { real }), ...git }
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

/** EDGE-92: the hash of the state file as the session found it. */
function stateHash(project: ProjectRoot): string {
  try {
    const bytes = readFileSync(join(project, 'active_context.yaml'))
    return process.getBuiltinModule('node:crypto').hash('sha256', bytes)
  } catch {
    return ''
  }
}
