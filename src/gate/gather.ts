import { lstatSync, readFileSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Event, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { PathKnowledge, Surroundings } from '../core/model/surroundings.ts'
import { pathsInQuestion } from '../core/rules/paths-in-question.ts'
import { askGit, type GitAnswer } from './git.ts'

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
  const git = await askGit(project, asked)
  const paths = asked.map((path, index) => knowledgeOf(path, git.paths[index]))
  return { ...parsed, around: { ...around, paths, ...(git.dirty !== undefined && { dirty: git.dirty }) } }
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
