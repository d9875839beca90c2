import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { whatIsAt } from '../disk/contain.ts'
import { writePrivate } from '../disk/replace-file.ts'
import { sha256 } from '../stores/sha256.ts'
import { GOVERNANCE_VERSION, ROLE_FILES } from './governance-roles.ts'
import { makeOwnFolder, readOwn } from './own-file.ts'

/** C19: the seed's place first, then the later library, then the runtime's own agents. */
const ROLE_FOLDERS = ['.hestai-sys/agents', '.hestai-sys/library/agents', '.claude/agents'] as const
const SUFFIX = '.oct.md'
const RECORD = '.hestai-sys/governance.json'

interface RoleFile {
  readonly name: string
  /** Relative to the project. */
  readonly path: string
}

export function rolesOf(project: string): readonly string[] {
  return roleFiles(project).map(({ name }) => name)
}

/** A role is looked for among the names that are there: what an agent says never becomes part of a path. */
export function constitutionOf(
  project: string,
  role: string,
): { readonly path: string; readonly text: string } | undefined {
  const wanted = folded(role)
  const file = roleFiles(project).find(({ name }) => folded(name) === wanted)
  if (file === undefined) return undefined
  const text = isReal(project, file.path) ? readOwn(join(project, file.path)) : builtIn(file)
  return text === undefined ? undefined : { path: file.path, text }
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}

function roleFiles(project: string): readonly RoleFile[] {
  const here = ROLE_FOLDERS.flatMap((folder) =>
    isReal(project, folder)
      ? namesIn(join(project, folder)).map((name) => ({ name, path: `${folder}/${name}${SUFFIX}` }))
      : [],
  )
  const brought = isDue(project)
    ? Object.keys(ROLE_FILES).map((name) => ({ name, path: `${ROLE_FOLDERS[0]}/${name}${SUFFIX}` }))
    : []
  const all = [...here, ...brought]
  return all.filter((one, index) => all.findIndex((other) => folded(other.name) === folded(one.name)) === index)
}

const builtIn = ({ name }: RoleFile): string | undefined => ROLE_FILES[name]

/** No part of the way is a link. */
function isReal(project: string, path: string): boolean {
  const parts = path.split('/')
  const folders = parts.slice(0, -1).map((_, index) => join(project, ...parts.slice(0, index + 1)))
  return folders.every((folder) => whatIsAt(folder) === 'folder') && whatIsAt(join(project, path)) !== 'nothing'
}

function namesIn(folder: string): readonly string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(SUFFIX))
    return names
      .map((name) => name.slice(0, -SUFFIX.length))
      .filter((name) => /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/.test(name))
      .toSorted()
  } catch {
    return []
  }
}

interface GovernanceRecord {
  readonly version: number
  /** Path and digest of each file as we wrote it. */
  readonly files: Readonly<Record<string, string>>
}

/** Governance that somebody else brought is complete as it is; ours is renewed when a release changes it. */
function isDue(project: string): boolean {
  const record = recordOf(project)
  if (record !== undefined) return record.version < GOVERNANCE_VERSION
  return ROLE_FOLDERS.slice(0, 2).every((folder) => namesIn(join(project, folder)).length === 0)
}

function recordOf(project: string): GovernanceRecord | undefined {
  try {
    const value = JSON.parse(readOwn(join(project, RECORD)) ?? '')
    return typeof value.version === 'number' && typeof value.files === 'object' && value.files !== null
      ? value
      : undefined
  } catch {
    return undefined
  }
}

/** ANCHOR-21: what is missing is written, what we wrote and nobody changed is renewed, everything else stays. Throws. */
export function govern(project: string): void {
  if (!isDue(project)) return
  const folder = makeOwnFolder(project, '.hestai-sys/agents')
  const before = recordOf(project)?.files ?? {}
  const files: Record<string, string> = {}
  // Before the first role: after a crash, what is there is known to be ours and not to be all of it.
  if (recordOf(project) === undefined) writeRecord(project, { version: 0, files: {} })
  for (const [name, text] of Object.entries(ROLE_FILES)) {
    const path = `${ROLE_FOLDERS[0]}/${name}${SUFFIX}`
    const file = join(folder, `${name}${SUFFIX}`)
    const here = readOwn(file)
    const isOurs = here !== undefined && (here === text || before[path] === sha256(here))
    if (whatIsAt(file) === 'nothing' || isOurs) {
      if (here !== text) writePrivate(file, text)
      files[path] = sha256(text)
    }
  }
  writeRecord(project, { version: GOVERNANCE_VERSION, files })
}

function writeRecord(project: string, record: GovernanceRecord): void {
  writePrivate(join(project, RECORD), `${JSON.stringify(record, null, 2)}\n`)
}
