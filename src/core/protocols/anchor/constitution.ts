import { TRUSTS, type Trust } from '../../model/anchor.ts'
import { fold } from './names.ts'
import { parseOctave } from './octave/parse.ts'
import type { Document, Item, Node, Problem, Spot, Value } from './octave/values.ts'

/** One thing the role holds itself to, with the name a tension cites. */
interface Constraint {
  readonly id: string
  readonly text: string
}

/** A role file, as far as binding to it needs it. */
export interface Constitution {
  readonly role: string
  readonly cognition: string
  readonly archetypes: readonly string[]
  readonly mission: string
  readonly constraints: readonly Constraint[]
  readonly trust: Trust
  /** What `express` takes where the agent says nothing: constraint and action, and the gate. */
  readonly express: readonly { readonly constraint: string; readonly action: string }[]
  readonly gate: string
  /** Every line, for quoting one back (C23). */
  readonly lines: readonly string[]
}

export type ReadConstitution =
  | { readonly ok: true; readonly constitution: Constitution; readonly problems: readonly Problem[] }
  | { readonly ok: false; readonly missing: readonly string[]; readonly problems: readonly Problem[] }

const CONSTRAINT_KEYS = new Set(['PRINCIPLES', 'MUST_ALWAYS', 'MUST_NEVER', 'MUST_USE', 'MUST_NOT'])
const MAX_CONSTRAINTS = 64
export const COGNITIONS = ['ETHOS', 'LOGOS', 'PATHOS']
/** No agent is a human. */
const ROLE_TRUSTS = TRUSTS.filter((one) => one !== 'human')
const DEFAULT_GATE = 'the tests of the project pass'

/** Role files of others are read as far as they go: a line that cannot be read is reported and costs only itself. */
export function readConstitution(text: string): ReadConstitution {
  const { nodes, problems: unread, itemAt } = parseOctave(text)
  const pairs = flatten(nodes, itemAt)
  const words = (key: string) => firstText(pairs, key)
  const [role, cognition] = [words('ROLE'), words('COGNITION').split('::', 1)[0] as string]
  const missing = [role === '' ? 'ROLE' : '', cognition === '' ? 'COGNITION' : ''].filter((key) => key !== '')
  const constraints = constraintsOf(pairs)
  const problems = [...unread, ...doubtsOf(pairs, constraints)]
  if (constraints.length === 0) missing.push('PRINCIPLES, MUST_ALWAYS or MUST_NEVER')
  if (missing.length > 0) return { ok: false, missing, problems }
  const trust = ROLE_TRUSTS.find((one) => one === words('TRUST').toLowerCase()) ?? 'worker'
  const constitution: Constitution = {
    role,
    cognition: cognition.toUpperCase(),
    archetypes: archetypesOf(pairs),
    mission: words('MISSION'),
    constraints,
    trust,
    express: expressOf(pairs, constraints),
    gate: words('GATE') === '' ? DEFAULT_GATE : words('GATE'),
    lines: text.split(/\r?\n/),
  }
  return { ok: true, constitution, problems }
}

/** What can be read and is not what it seems: it counts for nothing, and whoever wrote it should know. */
function doubtsOf(pairs: readonly Keyed[], constraints: readonly Constraint[]): readonly Problem[] {
  return pairs.flatMap(({ key, value, at }) => {
    const word = value.kind === 'text' ? value.text.split('::', 1).join('') : ''
    if (key === 'COGNITION' && !COGNITIONS.includes(word.toUpperCase()))
      return [{ at, expected: COGNITIONS.join(', '), example: 'COGNITION::LOGOS' }]
    if (key === 'TRUST' && !ROLE_TRUSTS.some((one) => one === word.toLowerCase()))
      return [{ at, expected: ROLE_TRUSTS.join(', '), example: 'TRUST::worker' }]
    if (key !== 'EXPRESS') return []
    const items = value.kind === 'list' ? value.items : [value]
    const strange = items.find(
      (item) => !(item.kind === 'entry' && constraints.some(({ id }) => id === fold(item.key))),
    )
    const example = `EXPRESS::[${constraints[0]?.id ?? 'TESTS_FIRST'}::"what is done about it"]`
    return strange === undefined
      ? []
      : [{ at, expected: 'names of constraints of this role, each with an action', example }]
  })
}

interface Keyed {
  readonly key: string
  readonly value: Value
  readonly at: Spot
}

/** Every `KEY::value` of the file, at whatever depth, also inside lists. */
function flatten(nodes: readonly Node[], itemAt: Document['itemAt']): readonly Keyed[] {
  return nodes.flatMap((node) =>
    node.kind === 'block' ? flatten(node.children, itemAt) : [node, ...inList(node.value, itemAt)],
  )
}

function inList(value: Value, itemAt: Document['itemAt']): readonly Keyed[] {
  if (value.kind === 'text') return []
  return value.items.flatMap((item) => {
    if (item.kind !== 'entry') return inList(item, itemAt)
    return [{ ...item, at: itemAt(item) as Spot }, ...inList(item.value, itemAt)]
  })
}

function firstText(pairs: readonly Keyed[], key: string): string {
  const value = pairs.find((pair) => pair.key === key && pair.value.kind === 'text')?.value
  return value?.kind === 'text' ? value.text : ''
}

function constraintsOf(pairs: readonly Keyed[]): readonly Constraint[] {
  const found = new Map<string, Constraint>()
  for (const { key, value } of pairs) {
    if (!CONSTRAINT_KEYS.has(key)) continue
    for (const item of value.kind === 'list' ? value.items : [value]) {
      const constraint = constraintOf(item)
      if (constraint.id !== '' && found.size < MAX_CONSTRAINTS && !found.has(constraint.id)) {
        found.set(constraint.id, constraint)
      }
    }
  }
  return [...found.values()]
}

const MAX_ID_WORDS = 6

/** `NAME::"text"` has a name; a sentence is named by its first words. */
function constraintOf(item: Item): Constraint {
  if (item.kind === 'entry') return { id: fold(item.key), text: plainText(item.value) }
  const text = plainText(item)
  return { id: fold(text).split('_').slice(0, MAX_ID_WORDS).join('_'), text }
}

function plainText(value: Value): string {
  return value.kind === 'text' ? value.text : value.items.map((item) => constraintOf(item).text).join(', ')
}

/** `HEPHAESTUS<craft>` is cited as HEPHAESTUS. */
function archetypesOf(pairs: readonly Keyed[]): readonly string[] {
  const value = pairs.find(({ key }) => key === 'ARCHETYPE' || key === 'ARCHETYPES')?.value
  if (value === undefined) return []
  const texts = value.kind === 'list' ? value.items.map((item) => constraintOf(item).text) : value.text.split(/[⊕+,]/)
  return texts.map((text) => fold(text.replace(/[<[].*$/s, ''))).filter((name) => name !== '')
}

/** `EXPRESS::[NAME::"what is done"]`, else the first constraints as they stand. */
function expressOf(pairs: readonly Keyed[], constraints: readonly Constraint[]): Constitution['express'] {
  const value = pairs.find(({ key }) => key === 'EXPRESS')?.value
  const items = value?.kind === 'list' ? value.items : []
  const named = items.flatMap((item) =>
    item.kind === 'entry' ? [{ constraint: fold(item.key), action: plainText(item.value) }] : [],
  )
  const real = named.filter(({ constraint }) => constraints.some(({ id }) => id === constraint))
  const rest = constraints.filter(({ id }) => !real.some(({ constraint }) => constraint === id))
  return [...real, ...rest.map(({ id, text }) => ({ constraint: id, action: text }))].map(({ constraint, action }) => ({
    constraint,
    action: action.replaceAll(/[[\]\n]+/g, ' ').trim(),
  }))
}
