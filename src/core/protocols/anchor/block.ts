import { parseOctave } from './octave/parse.ts'
import type { Block, Document, Node, Pair, Problem, Spot, Value } from './octave/values.ts'

/** One line of a block, with its place for messages. */
export interface Field {
  readonly key: string
  readonly value: Value
  readonly where: string
}

/** What a payload holds, by the names that the identity schema knows. */
export interface BlockPayload {
  readonly blocks: ReadonlyMap<BlockName, readonly Field[]>
  /** Where each of them begins. */
  readonly places: ReadonlyMap<BlockName, string>
  /** As texts, however they were written: bare, quoted, in a list, below a heading. */
  readonly tensions: readonly { readonly text: string; readonly where: string }[]
  readonly errors: readonly string[]
}

const NAMES = ['META', 'BIND', 'ARM', 'TENSIONS', 'COMMIT'] as const
type BlockName = (typeof NAMES)[number]
/** The canonical block has these and would drop any other. */
const META_FIELDS = ['TYPE', 'VERSION']

/** A payload longer than this is not read. */
const MAX_PAYLOAD_CHARS = 65_536

export function readPayload(text: string): BlockPayload {
  if (text.length > MAX_PAYLOAD_CHARS) {
    const error = `the payload has ${text.length} characters; at most ${MAX_PAYLOAD_CHARS} are read`
    return { blocks: new Map(), places: new Map(), tensions: [], errors: [error] }
  }
  const { nodes, problems, itemAt } = parseOctave(text)
  const errors = problems.map(describe)
  const blocks = new Map<BlockName, readonly Field[]>()
  const places = new Map<BlockName, string>()
  for (const node of nodes) {
    const name = nameOf(node.key)
    if (name === undefined) errors.push(`${placeOf(node)}: ${strangerTo(node)}`)
    else if (blocks.has(name)) errors.push(`${placeOf(node)}: \`${name}\` is given twice; send it once`)
    else {
      blocks.set(name, fieldsOf(node, itemAt, errors))
      places.set(name, placeOf(node))
    }
  }
  for (const { key, where } of blocks.get('META') ?? []) {
    if (!META_FIELDS.includes(key.toUpperCase()))
      errors.push(`${where}: \`${key}\` isn't a field of META; they are ${META_FIELDS.join(', ')}`)
  }
  const tensions = (blocks.get('TENSIONS') ?? []).map(({ key, value, where }) => ({
    text: tensionText(key, value),
    where,
  }))
  return { blocks, places, tensions, errors }
}

export function describe({ at, expected, example }: Problem): string {
  return `line ${at.line}, column ${at.column}: expected ${expected}; for example \`${example}\``
}

/** `TENSION` is the legacy name. */
function nameOf(key: string): BlockName | undefined {
  const name = key.toUpperCase()
  return name === 'TENSION' ? 'TENSIONS' : NAMES.find((known) => known === name)
}

function strangerTo(node: Node): string {
  const what = node.key === '' ? 'a line without a key' : `\`${node.key}\``
  return `${what} isn't in a block; the blocks are BIND, TENSIONS and COMMIT, and their lines are indented by two blanks`
}

function placeOf({ at }: { readonly at: Spot }): string {
  return `line ${at.line}, column ${at.column}`
}

function fieldsOf(node: Node, itemAt: Document['itemAt'], errors: string[]): readonly Field[] {
  if (node.kind === 'block') return node.children.flatMap((child) => childField(child, errors))
  if (node.value.kind === 'text') return [{ key: '', value: node.value, where: placeOf(node) }]
  return node.value.items.map((item) => {
    const where = placeOf({ at: itemAt(item) as Spot })
    return item.kind === 'entry' ? { key: item.key, value: item.value, where } : { key: '', value: item, where }
  })
}

function childField(child: Pair | Block, errors: string[]): readonly Field[] {
  if (child.kind === 'pair') return [{ key: child.key, value: child.value, where: placeOf(child) }]
  errors.push(`${placeOf(child)}: \`${child.key}:\` opens a block inside a block; write \`${child.key}::value\``)
  return []
}

function tensionText(key: string, value: Value): string {
  return `${key === '' ? '' : `${key}::`}${valueText(value)}`
}

/** A list in place of a text, as it would be written bare. */
export function valueText(value: Value): string {
  if (value.kind === 'text') return value.text
  const items = value.items.map((item) =>
    item.kind === 'entry' ? `${item.key}::${valueText(item.value)}` : valueText(item),
  )
  return `[${items.join(',')}]`
}

export function valueList(value: Value): readonly string[] {
  if (value.kind === 'text') return value.text.split(/[⊕+,]/).map((part) => part.trim())
  return value.items.map((item) => (item.kind === 'entry' ? `${item.key}::${valueText(item.value)}` : valueText(item)))
}
