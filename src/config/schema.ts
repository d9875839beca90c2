import type { Json } from '../core/model/json.ts'
import { SETTINGS } from '../core/model/policy.ts'
import { ADDED_TIERS, CLASSES, DEEDS, HARMS, HOSTS, INPUT_KINDS, OVERRIDES, SIDES, TYPES } from './check-rule.ts'
import { schemaOf, stringOf } from './read-setting.ts'

type Schema = { readonly [key: string]: Json }

/** What an editor needs to complete and check a policy file. The loader stays the judge; this is its description. */
export function policySchema(): Schema {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const properties = [...sections].map(([section, settings]) => [
    section,
    record(
      Object.fromEntries(
        settings.map(({ name, takes, about, initial }) => [
          name.slice(name.indexOf('.') + 1),
          { ...schemaOf(takes), description: about, default: initial as Json },
        ]),
      ),
    ),
  ])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Fairlead policy',
    ...record({ ...Object.fromEntries(properties), rules: RULES, allow: ALLOW }),
  }
}

const text: Schema = { type: 'string' }
const flag: Schema = { type: 'boolean' }
const word = (values: readonly string[]): Schema => ({ enum: [...values] })
/** A single value stands for a list of one. */
const some = (one: Schema): Schema => ({ oneOf: [one, { type: 'array', items: one, minItems: 1 }] })
const texts = some(text)

function record(properties: Schema, required: readonly string[] = []): Schema {
  return {
    type: 'object',
    properties,
    additionalProperties: false,
    ...(required.length > 0 && { required: [...required] }),
  }
}

const TARGETS = record({ of: some(text), is: some(word(CLASSES)) }, ['of', 'is'])
const HTTP = record({
  method: texts,
  host: some(word(HOSTS)),
  path: texts,
  body: texts,
  noBody: texts,
  upload: flag,
  output: some(word(CLASSES)),
})
const MATCHER = record(
  {
    ...{ program: texts, path: texts, has: texts, lacks: texts, words: texts, noWords: texts },
    operands: { type: 'array', items: { type: 'integer', minimum: 0 }, minItems: 2, maxItems: 2 },
    ...{ targets: TARGETS, sql: some(word(DEEDS)), http: HTTP, env: text, noEnv: text, raw: texts, input: texts },
    inputFrom: text,
    inputKind: some(word(INPUT_KINDS)),
    unlessClean: flag,
    place: word(SIDES),
    via: texts,
  },
  ['program'],
)
const ADDED = record(
  {
    id: { ...text, description: 'lower-case words with hyphens' },
    harm: word(HARMS),
    tier: word(ADDED_TIERS),
    type: word(TYPES),
    override: word(OVERRIDES),
    when: { type: 'array', items: MATCHER, minItems: 1 },
    about: text,
    reason: { ...text, description: 'one sentence for the person who is asked' },
    safer: { ...text, description: 'a command that reaches the end and passes the gate' },
    examples: record({ matches: texts, not: texts }),
  },
  ['id', 'harm', 'when', 'reason'],
)
const RETUNED = record(
  { id: { ...text, description: 'as in `fairlead rules list`' }, tier: word(['routine', ...ADDED_TIERS]) },
  ['id', 'tier'],
)
const RULES: Schema = { type: 'array', items: { anyOf: [RETUNED, ADDED] }, description: 'rules added or retuned' }
const ALLOW: Schema = {
  type: 'array',
  items: record({ rule: text, command: text, project: text, folder: text }, ['rule', 'command', 'project']),
  description: 'false holds that you have settled; written by `fairlead rules allow`',
}

/**
 * A policy file that changes nothing and shows everything: each default, switched off, with what it changes. Without a
 * schema's place for a file that others get too: a path on this machine is none on theirs.
 */
export function starterPolicy(schemaFile?: string): string {
  const sections = Map.groupBy(SETTINGS, ({ name }) => name.slice(0, name.indexOf('.')))
  const body = [...sections].map(([section, settings]) => {
    const lines = settings.map(({ name, initial, about }) => {
      const key = name.slice(name.indexOf('.') + 1)
      return `  # ${about}\n  # ${key}: ${stringOf(initial)}\n`
    })
    return `# ${section}:\n${lines.join('')}`
  })
  const head = [
    schemaFile === undefined
      ? '# `fairlead config schema` prints the JSON Schema of this file, for editors.'
      : `# yaml-language-server: $schema=${schemaFile}`,
    '# Every setting with its default. Take the # away from a section and a line to change it.',
    '# `fairlead config check` names what is wrong, `fairlead config show` what counts and why.',
  ]
  return `${head.join('\n')}\n\n${body.join('\n')}`
}
