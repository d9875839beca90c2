import { join } from 'node:path'
import type { ProjectHome, ProjectRoot } from '../core/model/ids.ts'
import { whatIsAt } from '../disk/contain.ts'
import { listFolder } from '../disk/read-file.ts'
import { writePrivate } from '../disk/replace-file.ts'
import { sha256 } from '../stores/sha256.ts'
import { GOVERNANCE_VERSION, ROLE_FILES } from './governance-roles.ts'
import { makeOwnFolder, readOwn } from './own-file.ts'

/** C19: the seed's place first, then the later library, then the runtime's own agents. */
const ROLE_FOLDER = '.hestai-sys/agents'
const LIBRARY_FOLDER = '.hestai-sys/library/agents'
const SUFFIX = '.oct.md'
const RECORD = '.hestai-sys/governance.json'

/** A repository may bring roles of its own; those that we bring are at the project's home. */
export interface RoleGround {
  readonly project: ProjectRoot
  readonly home: ProjectHome
}

interface RoleFile {
  readonly name: string
  /** Relative to the project or to its home. */
  readonly path: string
  readonly base: string
}

export interface RoleText {
  /** Under its published name. */
  readonly path: string
  readonly text: string
  /** Where it really lies; it may be there not yet. */
  readonly file: string
}

export function rolesOf(ground: RoleGround): readonly string[] {
  return roleFiles(ground).map(({ name }) => name)
}

/** A role is looked for among the names that are there: what an agent says never becomes part of a path. */
export function constitutionOf(ground: RoleGround, role: string): RoleText | undefined {
  const wanted = folded(role)
  const found = roleFiles(ground).find(({ name }) => folded(name) === wanted)
  if (found === undefined) return undefined
  const { base, path } = found
  const text = isReal(base, path) ? readOwn(join(base, path)) : builtIn(found)
  return text === undefined ? undefined : { path, text, file: join(base, path) }
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

/** In the order in which they are looked through. */
function foldersOf({ project, home }: RoleGround): readonly { readonly base: string; readonly folder: string }[] {
  return [
    { base: project, folder: ROLE_FOLDER },
    { base: project, folder: LIBRARY_FOLDER },
    ...(String(home) === project ? [] : [{ base: home, folder: ROLE_FOLDER }]),
    { base: project, folder: '.claude/agents' },
  ]
}

function roleFiles(ground: RoleGround): readonly RoleFile[] {
  const here = foldersOf(ground).flatMap(({ base, folder }) =>
    isReal(base, folder)
      ? namesIn(join(base, folder)).map((name) => ({ name, path: `${folder}/${name}${SUFFIX}`, base }))
      : [],
  )
  const brought = isDue(ground)
    ? Object.keys(ROLE_FILES).map((name) => ({ name, path: `${ROLE_FOLDER}/${name}${SUFFIX}`, base: ground.home }))
    : []
  const all = [...here, ...brought]
  return all.filter((one, index) => all.findIndex((other) => folded(other.name) === folded(one.name)) === index)
}

const builtIn = ({ name }: RoleFile): string | undefined => ROLE_FILES[name]

/** No part of the way is a link. */
function isReal(base: string, path: string): boolean {
  const parts = path.split('/')
  const folders = parts.slice(0, -1).map((_, index) => join(base, ...parts.slice(0, index + 1)))
  return folders.every((folder) => whatIsAt(folder) === 'folder') && whatIsAt(join(base, path)) !== 'nothing'
}

function namesIn(folder: string): readonly string[] {
  const names = listFolder(folder).filter((name) => name.endsWith(SUFFIX))
  return names
    .map((name) => name.slice(0, -SUFFIX.length))
    .filter((name) => /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(name))
    .toSorted()
}

interface GovernanceRecord {
  readonly version: number
  /** Path and digest of each file as we wrote it. */
  readonly files: Readonly<Record<string, string>>
}

/** Governance that somebody else brought is complete as it is; ours is renewed when a release changes it. */
function isDue({ project, home }: RoleGround): boolean {
  const record = recordOf(home)
  if (record !== undefined) return record.version < GOVERNANCE_VERSION
  const theirs = [join(project, ROLE_FOLDER), join(project, LIBRARY_FOLDER), join(home, ROLE_FOLDER)]
  return theirs.every((folder) => namesIn(folder).length === 0)
}

function recordOf(home: ProjectHome): GovernanceRecord | undefined {
  try {
    const value = JSON.parse(readOwn(join(home, RECORD)) ?? '')
    return typeof value.version === 'number' && typeof value.files === 'object' && value.files !== null
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** ANCHOR-21: what is missing is written, what we wrote and nobody changed is renewed, everything else stays. Throws. */
export function govern(ground: RoleGround): void {
  if (!isDue(ground)) return
  const { home } = ground
  const folder = makeOwnFolder(home, ROLE_FOLDER)
  const before = recordOf(home)?.files ?? {}
  const files: Record<string, string> = {}
  // Before the first role: after a crash, what is there is known to be ours and not to be all of it.
  if (recordOf(home) === undefined) writeRecord(home, { version: 0, files: {} })
  for (const [name, text] of Object.entries(ROLE_FILES)) {
    const path = `${ROLE_FOLDER}/${name}${SUFFIX}`
    const file = join(folder, `${name}${SUFFIX}`)
    const here = readOwn(file)
    const isOurs = here !== undefined && (here === text || before[path] === sha256(here))
    if (whatIsAt(file) === 'nothing' || isOurs) {
      if (here !== text) writePrivate(file, text)
      files[path] = sha256(text)
    }
  }
  writeRecord(home, { version: GOVERNANCE_VERSION, files })
}

function writeRecord(home: ProjectHome, record: GovernanceRecord): void {
  writePrivate(join(home, RECORD), `${JSON.stringify(record, null, 2)}\n`)
}
