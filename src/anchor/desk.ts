import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync, realpathSync, statSync } from 'node:fs'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { type AnchorDesk, type CitedFile, EMPTY_DESK } from '../core/model/anchor.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import { isInside } from '../core/model/inside.ts'
import { isPlain } from '../core/protocols/anchor/names.ts'
import { pathsCited } from '../core/protocols/anchor/proof.ts'
import { gitPlaceOf } from '../git/git-place.ts'
import type { AnchorFiles } from './anchor-files.ts'
import type { RoleText } from './governance.ts'

export interface StageNeeds {
  /** As the agent named it. */
  readonly workingDir: string
  readonly role: string | undefined
  readonly payload: string
  /** How much of git the stage is decided by: looking at a large work tree is what takes time. */
  readonly sight: 'nothing' | 'branch' | 'changes'
}

/** Everything a stage is decided by, read once. The work tree is looked at where it is named, never walked. */
export async function deskOf(files: AnchorFiles, project: ProjectRoot, needs: StageNeeds): Promise<AnchorDesk> {
  const trouble = files.trouble(project)
  const roles = files.roles(project)
  const workingDir = folderIn(project, needs.workingDir)
  const desk = { ...EMPTY_DESK, roles, ...(trouble !== undefined && { trouble }) }
  if (workingDir === undefined) return desk
  const git = needs.sight === 'nothing' ? undefined : await gitPlaceOf(project, needs.sight)
  const constitution = needs.role === undefined ? undefined : files.constitution(project, needs.role)
  const ground: Ground = { project, workingDir, constitution }
  return {
    ...desk,
    workingDir,
    ...(git && { git }),
    ...(constitution && { constitution: { path: constitution.path, text: constitution.text } }),
    projectContext: textOf(join(project, '.hestai/context/PROJECT-CONTEXT.oct.md')),
    suggested: suggestedIn(ground, [
      (git?.changed ?? []).map((path) => relative(workingDir, join(project, path))),
      // Where there is nothing else yet: nobody could begin an empty project.
      constitution === undefined ? [] : [relative(workingDir, join(project, constitution.path))],
    ]),
    cited: pathsCited(needs.payload).map((path) => citedIn(ground, path)),
  }
}

interface Ground {
  readonly project: string
  readonly workingDir: string
  readonly constitution: RoleText | undefined
}

/** Real path of a folder inside the project; undefined for everything else. */
function folderIn(project: ProjectRoot, named: string): string | undefined {
  try {
    if (!isAbsolute(named) || named.includes('\0')) return undefined
    const real = realpathSync(named)
    return isInside(real, project) && statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

const WELL_KNOWN = ['README.md', 'package.json', 'pyproject.toml', 'Cargo.toml', 'go.mod', 'Makefile']
const MAX_SUGGESTED = 5
const MAX_LISTED = 50

/** Files that can be cited: what is being changed, then what every project has, then whatever stands at the top. */
function suggestedIn(
  ground: Ground,
  [changed, otherwise]: readonly [readonly string[], readonly string[]],
): readonly CitedFile[] {
  const top = filesIn(ground.workingDir)
  const names = [
    ...changed.slice(0, MAX_LISTED),
    ...WELL_KNOWN.filter((name) => top.includes(name)),
    ...top.slice(0, MAX_LISTED),
  ]
  const found = citable(ground, names)
  return found.length > 0 ? found : citable(ground, otherwise)
}

/** Names that an agent can send back as they are: `<` and `>` in a template ask to be replaced. */
const isRepeatable = (name: string): boolean => isPlain(name) && !/[<>\t\n\r]/.test(name)

function citable(ground: Ground, names: readonly string[]): readonly CitedFile[] {
  const found: CitedFile[] = []
  for (const name of new Set(names)) {
    const file = isRepeatable(name) ? citedIn(ground, name) : undefined
    if (file?.kind === 'file' && file.lines > 0) found.push(file)
    if (found.length === MAX_SUGGESTED) break
  }
  return found
}

function filesIn(folder: string): readonly string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [])).toSorted()
  } catch {
    return []
  }
}

/** What git and the gate keep in a project: records, no work. */
const OWN = /^(?:\.git|\.hestai\/sessions|\.proof|active_context\.yaml)(?:\/|$)/

/** What stands at a path that an agent named. A link that leads out of the folder is outside. */
function citedIn({ project, workingDir, constitution }: Ground, path: string): CitedFile {
  const full = resolve(workingDir, path)
  if (!isInside(full, workingDir) || full.includes('\0')) return { path, kind: 'outside', lines: 0 }
  const isOwn = (place: string) => OWN.test(relative(project, place))
  if (isOwn(full)) return { path, kind: 'own', lines: 0 }
  // At the project's home it has the same name as in a work tree.
  const isElsewhere = constitution?.file !== full && full === join(project, constitution?.path ?? '')
  if (constitution && isElsewhere) return { path, ...contentsOf(Buffer.from(constitution.text)), real: path }
  try {
    const place = realpathSync(full)
    if (!isInside(place, workingDir)) return { path, kind: 'outside', lines: 0 }
    if (isOwn(place)) return { path, kind: 'own', lines: 0 }
    const real = relative(workingDir, place)
    const stat = statSync(place)
    if (stat.isDirectory()) return { path, kind: 'folder', lines: 0, real }
    return stat.isFile() ? { path, ...contentsOf(headOf(place)), real } : { path, kind: 'other', lines: 0, real }
  } catch {
    return { path, kind: parentIsWithin(workingDir, full) ? 'absent' : 'outside', lines: 0 }
  }
}

/** A file that is still to be written must not be reached through a link that leads out, or to nowhere. */
function parentIsWithin(workingDir: string, path: string): boolean {
  for (let place = path; isInside(place, workingDir); place = resolve(place, '..')) {
    if (lstatSync(place, { throwIfNoEntry: false }) === undefined) continue
    try {
      return isInside(realpathSync(place), workingDir)
    } catch {
      return false
    }
  }
  return false
}

const MAX_COUNTED_BYTES = 8 * 1_048_576
const MAX_LOOKED_AT_BYTES = 8_192
const NEWLINE = 0x0a

/** Lines of a text; of a very long one only those that were looked at, so that none is claimed that nobody saw. */
function contentsOf(bytes: Buffer): Pick<CitedFile, 'kind' | 'lines'> {
  if (bytes.subarray(0, MAX_LOOKED_AT_BYTES).includes(0)) return { kind: 'binary', lines: 0 }
  let lines = bytes.length === 0 || bytes.at(-1) === NEWLINE ? 0 : 1
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1
  return { kind: 'file', lines }
}

function headOf(path: string): Buffer {
  if (statSync(path).size <= MAX_COUNTED_BYTES) return readFileSync(path)
  const file = openSync(path, 'r')
  try {
    const bytes = Buffer.alloc(MAX_COUNTED_BYTES)
    return bytes.subarray(0, readSync(file, bytes))
  } finally {
    closeSync(file)
  }
}

function textOf(path: string): string {
  try {
    const stat = statSync(path)
    return !stat.isFile() || stat.size > MAX_COUNTED_BYTES ? '' : readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
