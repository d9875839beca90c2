import { type Field, readPayload, valueList, valueText } from './block.ts'
import { COGNITIONS, type Constitution } from './constitution.ts'
import { fold, isPlaceholder } from './names.ts'
import { emit } from './octave/emit.ts'
import type { Block, Pair } from './octave/values.ts'

export type CheckedBind =
  | { readonly ok: true; readonly canonical: string }
  | { readonly ok: false; readonly errors: readonly string[] }

const FIELDS = ['ROLE', 'COGNITION', 'ARCHETYPES', 'AUTHORITY'] as const
type BindField = (typeof FIELDS)[number]
const AUTHORITY = /^(?:RESPONSIBLE\s*[[<]([^[\]<>]+)[\]>]|DELEGATED\s*[[<]([^[\]<>]+?)::([^[\]<>]+)[\]>])$/

/** ANCHOR-28, ANCHOR-41: BIND and nothing else, and it agrees with the constitution that was loaded. */
export function checkBind(text: string, constitution: Constitution): CheckedBind {
  const { blocks, places, errors: unread } = readPayload(text)
  const errors = [...unread]
  for (const name of ['ARM', 'TENSIONS', 'COMMIT'] as const) {
    if (blocks.has(name))
      errors.push(`${places.get(name)}: \`${name}\` doesn't belong in stage context; send BIND alone`)
  }
  const bind = blocks.get('BIND')
  if (bind === undefined && unread.length === 0) errors.push('there is no BIND block; copy the template and fill it in')
  const fields = fieldsOf(bind ?? [], errors)
  if (errors.length > 0 || bind === undefined) return { ok: false, errors }
  const said = readFields({ fields, where: String(places.get('BIND')) }, constitution)
  const wrong = said.flatMap((one) => ('error' in one ? [one.error] : []))
  if (wrong.length > 0) return { ok: false, errors: wrong }
  return { ok: true, canonical: canonicalBind(said.flatMap((one) => ('pair' in one ? [one.pair] : []))) }
}

function canonicalBind(children: readonly Pair[]): string {
  return emit('IDENTITY', [meta(), { kind: 'block', key: 'BIND', children, at: NOWHERE }])
}

/** What an agent would have said of itself; in express the server says it. */
export function bindFor({ role, cognition, archetypes }: Constitution, scope: string): string {
  const items = archetypes.map((text) => ({ kind: 'text', text }) as const)
  const listed: Pair = { kind: 'pair', key: 'ARCHETYPES', value: { kind: 'list', items }, at: NOWHERE }
  const pairs = [
    textPair('ROLE', role),
    textPair('COGNITION', cognition),
    textPair('AUTHORITY', `RESPONSIBLE[${scope}]`),
  ]
  return canonicalBind(items.length === 0 ? pairs : pairs.toSpliced(2, 0, listed))
}

const NOWHERE = { line: 0, column: 0 }

function meta(): Block {
  const children = [textPair('TYPE', 'IDENTITY'), textPair('VERSION', '5.0')]
  return { kind: 'block', key: 'META', children, at: NOWHERE }
}

function textPair(key: string, text: string): Pair {
  return { kind: 'pair', key, value: { kind: 'text', text }, at: NOWHERE }
}

function fieldsOf(given: readonly Field[], errors: string[]): ReadonlyMap<BindField, Field> {
  const found = new Map<BindField, Field>()
  for (const field of given) {
    const key = field.key.toUpperCase()
    const name = FIELDS.find((known) => known === (key === 'ARCHETYPE' ? 'ARCHETYPES' : key))
    if (name === undefined)
      errors.push(`${field.where}: \`${field.key}\` isn't a field of BIND; they are ${FIELDS.join(', ')}`)
    else if (found.has(name)) errors.push(`${field.where}: \`${name}\` is given twice; send it once`)
    else found.set(name, field)
  }
  return found
}

type Said = { readonly pair: Pair } | { readonly error: string } | Readonly<Record<string, never>>

interface Given {
  readonly fields: ReadonlyMap<BindField, Field>
  /** Of the block. */
  readonly where: string
}

function readFields({ fields, where }: Given, constitution: Constitution): readonly Said[] {
  const text = (name: BindField) => {
    const field = fields.get(name)
    return field === undefined ? '' : valueText(field.value).trim()
  }
  // `COGNITION::LOGOS::ATLAS⊕HERMES` is the legacy way to name archetypes; canonical are two fields.
  const [cognition = '', ...legacy] = text('COGNITION').split('::')
  const archetypes = fields.get('ARCHETYPES')
  const named = [
    ...legacy.flatMap((part) => valueList({ kind: 'text', text: part })),
    ...(archetypes ? valueList(archetypes.value) : []),
  ]
  const at = (name: BindField, said: Said): Said =>
    'error' in said ? { error: `${fields.get(name)?.where ?? where}: ${said.error}` } : said
  return [
    at('ROLE', readRole(text('ROLE'), constitution)),
    at('COGNITION', readCognition(cognition.trim(), constitution)),
    at(archetypes ? 'ARCHETYPES' : 'COGNITION', readArchetypes(named, constitution)),
    at('AUTHORITY', readAuthority(text('AUTHORITY'))),
  ]
}

function readRole(role: string, constitution: Constitution): Said {
  if (role === '') return { error: 'BIND has no ROLE; for example `ROLE::reviewer`' }
  if (fold(role) !== fold(constitution.role)) {
    return {
      error: `ROLE is \`${role}\`, and the constitution you were given is that of \`${constitution.role}\`; send \`ROLE::${constitution.role}\``,
    }
  }
  return pairOf('ROLE', constitution.role)
}

function readCognition(cognition: string, constitution: Constitution): Said {
  if (cognition === '')
    return { error: `BIND has no COGNITION; one of ${COGNITIONS.join(', ')}, as the constitution says` }
  if (fold(cognition) !== fold(constitution.cognition)) {
    return {
      error: `COGNITION is \`${cognition}\`, and the constitution says otherwise; send the one of ${COGNITIONS.join(', ')} that its IDENTITY section names`,
    }
  }
  return pairOf('COGNITION', constitution.cognition)
}

function readArchetypes(given: readonly string[], { archetypes }: Constitution): Said {
  const names = given.map((text) => fold(text.replace(/[<[].*$/s, ''))).filter((name) => name !== '')
  const stranger = names.find((name) => !archetypes.includes(name))
  if (stranger !== undefined)
    return {
      error: `ARCHETYPES names \`${stranger}\`, which the constitution does not list; copy names from its IDENTITY section`,
    }
  if (archetypes.length === 0) return {}
  if (names.length === 0) return { error: 'BIND has no ARCHETYPES; name at least one that the constitution lists' }
  const items = [...new Set(names)].map((text) => ({ kind: 'text', text }) as const)
  return { pair: { kind: 'pair', key: 'ARCHETYPES', value: { kind: 'list', items }, at: NOWHERE } }
}

function readAuthority(authority: string): Said {
  const [, scope, parent, task] = AUTHORITY.exec(authority) ?? []
  const example = 'AUTHORITY::RESPONSIBLE[the_parser] or AUTHORITY::DELEGATED[lead::write_the_tests]'
  const words = [scope, parent, task].flatMap((part) => (part === undefined ? [] : [part.trim()]))
  if (words.length === 0) return { error: `AUTHORITY can't be read; for example \`${example}\`` }
  if (words.some(isPlaceholder)) return { error: `AUTHORITY has no scope; for example \`${example}\`` }
  return pairOf('AUTHORITY', scope === undefined ? `DELEGATED[${words.join('::')}]` : `RESPONSIBLE[${words.join('')}]`)
}

function pairOf(key: BindField, text: string): Said {
  return { pair: textPair(key, text) }
}
