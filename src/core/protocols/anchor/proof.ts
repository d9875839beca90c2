import type { CitedFile, Strictness } from '../../model/anchor.ts'
import { type BlockPayload, type Field, readPayload, valueText } from './block.ts'
import type { Constitution } from './constitution.ts'
import { fold, gist, isEmptyWord, isPlaceholder } from './names.ts'
import { LEAST_TENSIONS } from './role-policy.ts'
import { emitPath, readTension, TENSION_EXAMPLE, type Tension } from './tension.ts'

export interface AnchorProof {
  readonly tensions: readonly Tension[]
  readonly commit: Commit
  /** StageAnswer to the agent; they stop nothing. */
  readonly warnings: readonly string[]
}

export type CheckedProof =
  | { readonly ok: true; readonly proof: AnchorProof }
  | { readonly ok: false; readonly errors: readonly string[] }

/** What a proof is held against. */
export interface Ground {
  readonly constitution: Constitution
  readonly strictness: Strictness
  /** What the server found at the paths that the payload cites. */
  readonly cited: readonly CitedFile[]
}

/** ANCHOR-35, ANCHOR-42: tensions by strictness and a commitment that can be checked; every claim is looked up. */
export function checkProof(text: string, ground: Ground): CheckedProof {
  const { blocks, places, tensions: given, errors: unread } = readPayload(text)
  const errors = [...unread]
  if (blocks.has('ARM'))
    errors.push(`${places.get('ARM')}: \`ARM\` is computed by the server and refused from an agent; leave it out`)
  if (blocks.has('BIND')) errors.push(`${places.get('BIND')}: \`BIND\` was accepted in stage context; leave it out`)
  const least = LEAST_TENSIONS[ground.strictness]
  if (given.length < least || given.length > MAX_TENSIONS) {
    const where = places.has('TENSIONS') ? `${places.get('TENSIONS')}: ` : ''
    const wanted = given.length < least ? `at least ${least} tensions` : `at most ${MAX_TENSIONS} tensions`
    errors.push(`${where}strictness ${ground.strictness} asks for ${wanted}, and there are ${given.length}`)
  }
  const tensions = readTensions(given, errors)
  errors.push(...tensions.flatMap((one) => faultsOf(one, ground)), ...repeated(tensions, ground))
  const commit = readCommit({ fields: blocks.get('COMMIT'), where: String(places.get('COMMIT')) }, ground.cited, errors)
  if (errors.length > 0) return { ok: false, errors }
  const canonical = tensions.map(({ tension }, index) => ({
    ...tension,
    number: tension.number ?? index + 1,
    constraint: fold(tension.constraint),
  }))
  return {
    ok: true,
    proof: { tensions: canonical, commit, warnings: canonical.flatMap((one) => warningOf(one, ground)) },
  }
}

/** Every path that a payload names, for the gate to look at before anything is decided. */
export function pathsCited(text: string): readonly string[] {
  const { blocks, tensions } = readPayload(text)
  const paths = tensions.slice(0, MAX_TENSIONS).flatMap((one) => {
    const read = readTension(one.text)
    return read.ok ? [read.tension.path] : []
  })
  const artifact = fieldText(blocks.get('COMMIT') ?? [], 'ARTIFACT')
  return [...new Set([artifact, ...paths])].filter((path) => path !== '')
}

const MAX_TENSIONS = 40

/** A tension with its place in the payload. */
interface Placed {
  readonly tension: Tension
  /** What a message about it begins with. */
  readonly name: string
  readonly number: number
}

function readTensions(given: BlockPayload['tensions'], errors: string[]): readonly Placed[] {
  return given.slice(0, MAX_TENSIONS).flatMap(({ text, where }, index) => {
    const read = readTension(text)
    const name = `${where}: tension ${index + 1}`
    if (read.ok) return [{ tension: read.tension, name, number: index + 1 }]
    errors.push(`${name}, column ${read.column}: expected ${read.expected}; for example \`${TENSION_EXAMPLE}\``)
    return []
  })
}

const EMPTY_CONSTRAINTS = new Set(['CONSTRAINT', 'RULE', 'POLICY', 'REQUIREMENT'])

/** Whatever is wrong with one tension, all of it. */
function faultsOf({ tension, name }: Placed, { constitution, strictness, cited }: Ground): readonly string[] {
  const { constraint, path, lines, state, action } = tension
  const cites = fold(constraint)
  const known = constitution.constraints.map(({ id }) => id)
  const file = cited.find((one) => one.path === path)
  const faults: readonly (readonly [boolean, string])[] = [
    [EMPTY_CONSTRAINTS.has(cites) || isPlaceholder(constraint), `\`${constraint}\` isn't a constraint`],
    [
      !known.includes(cites),
      `\`${constraint}\` isn't a constraint of ${constitution.role}; cite one of ${known.join(', ')}`,
    ],
    [
      file?.kind !== 'file' || file.lines === 0,
      `\`${path}\` ${whatIs(file)}; cite a file that is there, relative to the working directory`,
    ],
    [
      strictness === 'deep' && lines === undefined,
      `\`CTX:${emitPath(path)}\` has no lines; strictness deep asks for \`CTX:${emitPath(path)}:first-last\``,
    ],
    [
      lines !== undefined && file?.kind === 'file' && file.lines > 0 && !isRange(lines, file),
      `\`${path}\` has ${file?.lines} lines, and ${lines?.first}-${lines?.last} are not among them`,
    ],
    [
      isPlaceholder(state) || isEcho(state, [constraint, path, action]),
      `\`[${state}]\` does not say what you found in \`${path}\``,
    ],
    [
      isPlaceholder(action) || EMPTY_ACTIONS.has(gist(action)) || isEcho(action, [constraint, path]),
      `\`TRIGGER[${action}]\` does not say what you will do`,
    ],
  ]
  return faults.flatMap(([isWrong, text]) => (isWrong ? [`${name}: ${text}`] : []))
}

/** A letter or two, or what another part of the same tension says already. */
function isEcho(text: string, parts: readonly string[]): boolean {
  const letters = gist(text)
  return /^[A-Z\d]{1,2}$/.test(letters) || parts.some((part) => gist(part) === letters)
}

const EMPTY_ACTIONS = new Set(['ACTION', 'TRIGGER', 'DOIT', 'DOSOMETHING', 'OK', 'YES', 'DONE'])

function whatIs(file: CitedFile | undefined): string {
  switch (file?.kind) {
    case 'folder':
      return 'is a folder'
    case 'outside':
      return 'is outside the working directory'
    case 'other':
      return "isn't a regular file"
    case 'own':
      return "belongs to git or to Fairlead and can't be cited"
    case 'binary':
      return 'is not text'
    case 'file':
      return 'is empty'
    default:
      return 'does not exist'
  }
}

function isRange({ first, last }: { readonly first: number; readonly last: number }, { lines }: CitedFile): boolean {
  return first >= 1 && first <= last && last <= lines
}

/** Two tensions with the same constraint at the same file, or with the same answer, are one, however they are spelled. */
function repeated(tensions: readonly Placed[], { cited }: Ground): readonly string[] {
  const seen = new Map<string, number>()
  return tensions.flatMap(({ tension: { constraint, path, action }, name, number }) => {
    const file = cited.find((one) => one.path === path)
    const marks = [`at ${fold(constraint)} ${file?.real ?? path}`, `by ${gist(action)}`]
    const earlier = marks.map((mark) => seen.get(mark)).find((one) => one !== undefined)
    for (const mark of marks) seen.set(mark, seen.get(mark) ?? number)
    return earlier === undefined ? [] : [`${name} repeats tension ${earlier}; each must be one of its own`]
  })
}

/** C23: the number of a tension is an ordinal; in deep it may also be the line of the constitution it speaks of. */
function warningOf({ number = 0 }: Tension, { constitution, strictness }: Ground): readonly string[] {
  if (strictness !== 'deep') return []
  const line = (constitution.lines[number - 1] ?? '').trim()
  return [
    line === ''
      ? `L${number} is no line of the constitution; taken as an ordinal`
      : `L${number} quotes the constitution: ${line}`,
  ]
}

interface Commit {
  readonly artifact: string
  readonly gate: string
}

interface Given {
  /** Undefined when there is no such block. */
  readonly fields: readonly Field[] | undefined
  /** Of the block. */
  readonly where: string
}

const FIELDS = ['ARTIFACT', 'GATE']

function readCommit({ fields, where }: Given, cited: readonly CitedFile[], errors: string[]): Commit {
  if (fields === undefined) {
    errors.push('there is no COMMIT block with ARTIFACT and GATE')
    return { artifact: '', gate: '' }
  }
  fields.forEach(({ key, where: at }, index) => {
    const name = key.toUpperCase()
    if (!FIELDS.includes(name)) errors.push(`${at}: \`${key}\` isn't a field of COMMIT; they are ${FIELDS.join(', ')}`)
    else if (fields.findIndex((one) => one.key.toUpperCase() === name) < index)
      errors.push(`${at}: \`${name}\` is given twice; send it once`)
  })
  const [artifact, gate] = [fieldText(fields, 'ARTIFACT'), fieldText(fields, 'GATE')]
  const placed = (name: string, faults: readonly string[]) =>
    faults.map((fault) => `${fieldOf(fields, name)?.where ?? where}: ${fault}`)
  errors.push(...placed('ARTIFACT', faultsOfArtifact(artifact, cited)), ...placed('GATE', faultsOfGate(gate)))
  return { artifact, gate }
}

function fieldOf(fields: readonly Field[], name: string): Field | undefined {
  return fields.find(({ key }) => key.toUpperCase() === name)
}

function fieldText(fields: readonly Field[], name: string): string {
  const field = fieldOf(fields, name)
  return field === undefined ? '' : valueText(field.value).trim()
}

/** A file inside the working directory that is there or can be made; a sentence is not one. */
function faultsOfArtifact(artifact: string, cited: readonly CitedFile[]): readonly string[] {
  const file = cited.find((one) => one.path === artifact)
  const example = 'for example `ARTIFACT::"src/parser.ts"`'
  if (artifact === '') return [`COMMIT has no ARTIFACT; ${example}`]
  if (isEmptyWord(artifact)) return [`ARTIFACT \`${artifact}\` doesn't name a file; ${example}`]
  switch (file?.kind) {
    case 'file':
    case 'binary':
      return []
    case 'absent':
      // `TODO.md` may become a file; `TODO` alone is a promise of one.
      return /\s/.test(artifact) || (isPlaceholder(artifact) && !/^[\w./@+[\]-]+\.\w+$/.test(artifact))
        ? [`ARTIFACT \`${artifact}\` doesn't name a file; ${example}`]
        : []
    case 'folder':
    case 'other':
      return [`ARTIFACT \`${artifact}\` isn't a file; ${example}`]
    case 'own':
      return [`ARTIFACT \`${artifact}\` is not yours to write; ${example}`]
    default:
      return [`ARTIFACT \`${artifact}\` is outside the working directory; ${example}`]
  }
}

const EMPTY_GATES = new Set(
  'GATE TEST TESTS CHECK DONE OK YES PASS PASSES REVIEW LGTM ITWORKS WORKS SUCCESS LOOKSGOOD ALLGOOD'.split(' '),
)

function faultsOfGate(gate: string): readonly string[] {
  const example = 'for example `GATE::"npm test -- parser"`'
  if (gate === '') return [`COMMIT has no GATE; ${example}`]
  return EMPTY_GATES.has(gist(gate)) || isEmptyWord(gate) || isPlaceholder(gate)
    ? [`GATE \`${gate}\` can't be checked; name the command or condition that decides, ${example}`]
    : []
}
