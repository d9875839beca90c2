import type { CitedFile, Strictness } from '../../model/anchor.ts'
import { type Field, readPayload, textOf } from './block.ts'
import type { Constitution } from './constitution.ts'
import { fold, isPlaceholder } from './names.ts'
import { LEAST_TENSIONS } from './strictness.ts'
import { readTension, TENSION_EXAMPLE, type Tension } from './tension.ts'

interface Commit {
  readonly artifact: string
  readonly gate: string
}

export interface Proof {
  readonly tensions: readonly Tension[]
  readonly commit: Commit
  /** Told to the agent; they stop nothing. */
  readonly warnings: readonly string[]
}

export type CheckedProof =
  | { readonly ok: true; readonly proof: Proof }
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
  const { blocks, tensions: texts, errors: unread } = readPayload(text)
  const errors = [...unread]
  if (blocks.has('ARM')) errors.push('`ARM` is computed by the server and refused from an agent; leave it out')
  if (blocks.has('BIND')) errors.push('`BIND` was accepted in stage context; leave it out')
  const tensions = readTensions(texts, errors)
  errors.push(...tensions.flatMap((tension, index) => faultsOf(tension, index, ground)))
  errors.push(...repeated(tensions))
  const least = LEAST_TENSIONS[ground.strictness]
  if (texts.length < least) {
    errors.push(`strictness ${ground.strictness} asks for at least ${least} tensions, and there are ${texts.length}`)
  }
  const commit = readCommit(blocks.get('COMMIT'), ground, errors)
  if (errors.length > 0) return { ok: false, errors }
  const numbered = tensions.map((tension, index) => ({ ...tension, number: tension.number ?? index + 1 }))
  return {
    ok: true,
    proof: { tensions: numbered, commit, warnings: numbered.flatMap((one) => warningOf(one, ground)) },
  }
}

/** Every path that a payload names, for the gate to look at before anything is decided. */
export function pathsCited(text: string): readonly string[] {
  const { blocks, tensions } = readPayload(text)
  const paths = tensions.flatMap((one) => {
    const read = readTension(one)
    return read.ok ? [read.tension.path] : []
  })
  const artifact = fieldText(blocks.get('COMMIT') ?? [], 'ARTIFACT')
  return [...new Set([...paths, artifact])].filter((path) => path !== '').slice(0, MAX_CITED)
}

const MAX_CITED = 40

function readTensions(texts: readonly string[], errors: string[]): readonly Tension[] {
  return texts.slice(0, MAX_CITED).flatMap((text, index) => {
    const read = readTension(text)
    if (read.ok) return [read.tension]
    const { column, expected } = read
    errors.push(`tension ${index + 1}, column ${column}: expected ${expected}; for example \`${TENSION_EXAMPLE}\``)
    return []
  })
}

const EMPTY_CONSTRAINTS = new Set(['CONSTRAINT', 'RULE', 'POLICY', 'REQUIREMENT'])
const OWN_FOLDERS = /^(?:\.\/)*\.(?:git|hestai\/sessions)(?:\/|$)/

/** Whatever is wrong with one tension, all of it. */
function faultsOf(tension: Tension, index: number, { constitution, strictness, cited }: Ground): readonly string[] {
  const { constraint, path, lines, state, action } = tension
  const name = fold(constraint)
  const known = constitution.constraints.map(({ id }) => id)
  const file = cited.find((one) => one.path === path)
  const faults: readonly (readonly [boolean, string])[] = [
    [EMPTY_CONSTRAINTS.has(name) || isPlaceholder(constraint), `\`${constraint}\` stands for no constraint`],
    [
      !known.includes(name),
      `\`${constraint}\` is no constraint of ${constitution.role}; cite one of ${known.join(', ')}`,
    ],
    [OWN_FOLDERS.test(path), `\`${path}\` is no context; cite a file of the work`],
    [
      file?.kind !== 'file',
      `\`${path}\` ${whatIs(file)}; cite a file that is there, relative to the working directory`,
    ],
    [
      strictness === 'deep' && lines === undefined,
      `\`CTX:${path}\` has no lines; strictness deep asks for \`CTX:${path}:first-last\``,
    ],
    [
      lines !== undefined && file?.kind === 'file' && !isRange(lines, file),
      `\`${path}\` has ${file?.lines ?? 0} lines, and ${lines?.first}-${lines?.last} are not among them`,
    ],
    [isPlaceholder(state), `\`[${state}]\` does not say what you found in \`${path}\``],
    [isPlaceholder(action) || EMPTY_ACTIONS.has(fold(action)), `\`TRIGGER[${action}]\` does not say what you will do`],
  ]
  return faults.flatMap(([isWrong, text]) => (isWrong ? [`tension ${index + 1}: ${text}`] : []))
}

const EMPTY_ACTIONS = new Set(['ACTION', 'TRIGGER', 'DO_IT', 'DO_SOMETHING', 'OK', 'YES', 'DONE'])

function whatIs(file: CitedFile | undefined): string {
  switch (file?.kind) {
    case 'folder':
      return 'is a folder'
    case 'outside':
      return 'leads out of the working directory'
    case 'other':
      return 'is no regular file'
    default:
      return 'does not exist'
  }
}

function isRange({ first, last }: { readonly first: number; readonly last: number }, { lines }: CitedFile): boolean {
  return first >= 1 && first <= last && last <= lines
}

/** Two tensions with the same constraint at the same file, or with the same answer, are one. */
function repeated(tensions: readonly Tension[]): readonly string[] {
  return tensions.flatMap((one, index) => {
    const earlier = tensions.findIndex((other) => isSame(one, other))
    return earlier < index ? [`tension ${index + 1} repeats tension ${earlier + 1}; each must be one of its own`] : []
  })
}

function isSame(one: Tension, other: Tension): boolean {
  const place = (tension: Tension) => `${fold(tension.constraint)} ${tension.path}`
  return place(one) === place(other) || fold(one.action) === fold(other.action)
}

const EMPTY_ARTIFACTS = new Set(
  'RESPONSE RESULT OUTPUT COMPLETION ANSWER REPLY ARTIFACT CODE CHANGES WORK FILE THE_RESPONSE THE_RESULT THE_OUTPUT THE_ANSWER THE_CODE'.split(
    ' ',
  ),
)
const EMPTY_GATES = new Set(
  'GATE TEST TESTS CHECK DONE OK YES PASS PASSES REVIEW LGTM IT_WORKS WORKS SUCCESS'.split(' '),
)

function readCommit(fields: readonly Field[] | undefined, { cited }: Ground, errors: string[]): Commit {
  if (fields === undefined) errors.push('there is no COMMIT block with ARTIFACT and GATE')
  const given = fields ?? []
  for (const { key, where } of given) {
    if (!['ARTIFACT', 'GATE'].includes(key.toUpperCase()))
      errors.push(`${where}: \`${key}\` is no field of COMMIT; they are ARTIFACT, GATE`)
  }
  const [artifact, gate] = [fieldText(given, 'ARTIFACT'), fieldText(given, 'GATE')]
  if (fields !== undefined) errors.push(...faultsOfArtifact(artifact, cited), ...faultsOfGate(gate))
  return { artifact, gate }
}

/** A file inside the working directory that is there or can be made; a sentence is not one. */
function faultsOfArtifact(artifact: string, cited: readonly CitedFile[]): readonly string[] {
  const file = cited.find((one) => one.path === artifact)
  const example = 'for example `ARTIFACT::"src/parser.ts"`'
  if (artifact === '') return [`COMMIT has no ARTIFACT; ${example}`]
  if (EMPTY_ARTIFACTS.has(fold(artifact)) || isPlaceholder(artifact))
    return [`ARTIFACT \`${artifact}\` names no file; ${example}`]
  if (file === undefined || file.kind === 'outside')
    return [`ARTIFACT \`${artifact}\` leads out of the working directory; ${example}`]
  if (file.kind === 'folder' || file.kind === 'other') return [`ARTIFACT \`${artifact}\` is no file; ${example}`]
  if (OWN_FOLDERS.test(artifact)) return [`ARTIFACT \`${artifact}\` is not yours to write; ${example}`]
  return file.kind === 'absent' && /\s/.test(artifact) ? [`ARTIFACT \`${artifact}\` names no file; ${example}`] : []
}

function faultsOfGate(gate: string): readonly string[] {
  const example = 'for example `GATE::"npm test -- parser"`'
  if (gate.trim() === '') return [`COMMIT has no GATE; ${example}`]
  return EMPTY_GATES.has(fold(gate)) || isPlaceholder(gate)
    ? [`GATE \`${gate}\` cannot be checked; name the command or the condition that decides, ${example}`]
    : []
}

function fieldText(fields: readonly Field[], name: string): string {
  const field = fields.find(({ key }) => key.toUpperCase() === name)
  return field === undefined ? '' : textOf(field.value).trim()
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
