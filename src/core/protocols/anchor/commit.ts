import type { CitedFile } from '../../model/anchor.ts'
import { type Field, textOf } from './block.ts'
import { gist, isEmptyWord, isPlaceholder } from './names.ts'

export interface Commit {
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

export function readCommit({ fields, where }: Given, cited: readonly CitedFile[], errors: string[]): Commit {
  if (fields === undefined) {
    errors.push('there is no COMMIT block with ARTIFACT and GATE')
    return { artifact: '', gate: '' }
  }
  fields.forEach(({ key, where: at }, index) => {
    const name = key.toUpperCase()
    if (!FIELDS.includes(name)) errors.push(`${at}: \`${key}\` is no field of COMMIT; they are ${FIELDS.join(', ')}`)
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

export function fieldText(fields: readonly Field[], name: string): string {
  const field = fieldOf(fields, name)
  return field === undefined ? '' : textOf(field.value).trim()
}

/** A file inside the working directory that is there or can be made; a sentence is not one. */
function faultsOfArtifact(artifact: string, cited: readonly CitedFile[]): readonly string[] {
  const file = cited.find((one) => one.path === artifact)
  const example = 'for example `ARTIFACT::"src/parser.ts"`'
  if (artifact === '') return [`COMMIT has no ARTIFACT; ${example}`]
  if (isEmptyWord(artifact)) return [`ARTIFACT \`${artifact}\` names no file; ${example}`]
  switch (file?.kind) {
    case 'file':
    case 'binary':
      return []
    case 'absent':
      // `TODO.md` may become a file; `TODO` alone is a promise of one.
      return /\s/.test(artifact) || (isPlaceholder(artifact) && !/^[\w./@+[\]-]+\.\w+$/.test(artifact))
        ? [`ARTIFACT \`${artifact}\` names no file; ${example}`]
        : []
    case 'folder':
    case 'other':
      return [`ARTIFACT \`${artifact}\` is no file; ${example}`]
    case 'own':
      return [`ARTIFACT \`${artifact}\` is not yours to write; ${example}`]
    default:
      return [`ARTIFACT \`${artifact}\` leads out of the working directory; ${example}`]
  }
}

const EMPTY_GATES = new Set(
  'GATE TEST TESTS CHECK DONE OK YES PASS PASSES REVIEW LGTM ITWORKS WORKS SUCCESS LOOKSGOOD ALLGOOD'.split(' '),
)

function faultsOfGate(gate: string): readonly string[] {
  const example = 'for example `GATE::"npm test -- parser"`'
  if (gate === '') return [`COMMIT has no GATE; ${example}`]
  return EMPTY_GATES.has(gist(gate)) || isEmptyWord(gate) || isPlaceholder(gate)
    ? [`GATE \`${gate}\` cannot be checked; name the command or the condition that decides, ${example}`]
    : []
}
