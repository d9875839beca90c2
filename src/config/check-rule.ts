import type { Harm, JunctionType, Override, Tier } from '../core/model/assessment.ts'
import type {
  HttpTest,
  Matcher,
  PolicyLayer,
  Rule,
  SqlDeed,
  TargetClass,
  TargetTest,
  Words,
} from '../core/model/rule.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import {
  type Complain,
  flag,
  type Located,
  listOf,
  oneOf,
  pattern,
  patterns,
  type Read,
  shapeOf,
  someOf,
  text,
} from './read-located.ts'

/** Tables by name, so that the compiler reports a word that the core knows and a file could not say. */
const named = <Name extends string>(table: Readonly<Record<Name, true>>): readonly Name[] =>
  Object.keys(table) as Name[]

/** `tamper` is what guards the gate itself, `waste` is a matter of method: no file may claim them. */
export const HARMS = named<Exclude<Harm, 'tamper' | 'waste'>>({
  delete: true,
  overwrite: true,
  'discard-uncommitted': true,
  'rewrite-history': true,
  publish: true,
  deploy: true,
  migrate: true,
  'drop-data': true,
  send: true,
  'execute-remote': true,
  'execute-unresolved': true,
  escalate: true,
  weaken: true,
  kill: true,
})
export const TYPES = named<Exclude<JunctionType, 'quality_gate'>>({
  irreversible: true,
  external: true,
  ambiguous: true,
})
export const ADDED_TIERS = named<Exclude<Tier, 'routine'>>({ junction: true, catastrophic: true })
export const OVERRIDES = named<Override>({ 'any-door': true, passphrase: true, never: true })
export const DEEDS = named<SqlDeed>({
  drop: true,
  truncate: true,
  delete: true,
  'update-all': true,
  'alter-drop': true,
})
export const CLASSES = named<TargetClass>({
  own: true,
  null: true,
  device: true,
  root: true,
  home: true,
  system: true,
  'project-root': true,
  vcs: true,
  'vcs-control': true,
  account: true,
  startup: true,
  'home-config': true,
  'temp-root': true,
  'temp-entry': true,
  regenerable: true,
  absent: true,
  committed: true,
  recoverable: true,
  project: true,
  'outside-project': true,
  'remote-path': true,
  'maybe-root': true,
  unknown: true,
  secret: true,
  private: true,
  tooling: true,
  instructions: true,
  unsaved: true,
  sources: true,
  lockfile: true,
  document: true,
  later: true,
  personal: true,
  kept: true,
})
const WORDS = named<Exclude<Words, `${string}:${string}`>>({
  operands: true,
  first: true,
  rest: true,
  last: true,
  sources: true,
  landings: true,
  written: true,
  emptied: true,
  reads: true,
  writes: true,
  overwrites: true,
  empties: true,
  deletes: true,
  uproots: true,
  alters: true,
  reshapes: true,
  moves: true,
  changes: true,
  fills: true,
  replaced: true,
  linked: true,
  emptying: true,
  read: true,
})

/** `option:-o|--output` and `key:of` beside the plain names. */
const words: Read<Words> = (node, name, complain) => {
  const given = node.kind === 'scalar' ? String(node.value) : ''
  if (/^(?:option|key):\S+$/.test(given)) return given as Words
  return oneOf(WORDS)(node, name, complain)
}

const manyWords: Read<Words | readonly Words[]> = (node, name, complain) =>
  node.kind === 'list' ? listOf(words)(node, name, complain) : words(node, name, complain)

export const HOSTS = ['local', 'private', 'public', 'metadata', 'drop-box', 'data-service'] as const
export const INPUT_KINDS = ['network', 'command', 'file', 'text', 'unknown', 'none'] as const
export const SIDES = ['local', 'remote'] as const

const MAX_OPERANDS = 999

const range: Read<readonly [least: number, most: number]> = (node, name, complain) => {
  const numbers = node.kind === 'list' ? node.items.map((item) => (item.kind === 'scalar' ? item.value : null)) : []
  const [least, most] = numbers
  if (numbers.length === 2 && isCount(least) && isCount(most) && least <= most) return [least, most]
  complain(node.line, POLICY_PROBLEMS.expects(name, POLICY_PROBLEMS.twoNumbers(MAX_OPERANDS)))
  return undefined
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_OPERANDS

const targets = shapeOf<TargetTest>({ of: manyWords, is: someOf(CLASSES) }, ['of', 'is'])

const http = shapeOf<HttpTest>(
  {
    method: patterns,
    host: someOf(HOSTS),
    path: patterns,
    body: patterns,
    noBody: patterns,
    upload: flag,
    output: someOf(CLASSES),
  },
  [],
)

const matcher = shapeOf<Matcher>(
  {
    program: patterns,
    path: patterns,
    has: patterns,
    lacks: patterns,
    words: patterns,
    noWords: patterns,
    operands: range,
    targets,
    sql: someOf(DEEDS),
    http,
    env: pattern,
    noEnv: pattern,
    raw: patterns,
    input: patterns,
    inputFrom: pattern,
    inputKind: someOf(INPUT_KINDS),
    unlessClean: flag,
    place: oneOf(SIDES),
    via: patterns,
  },
  ['program'],
)

const examples = shapeOf<Partial<Rule['examples']>>({ matches: patterns, not: patterns }, [])

type Draft = Pick<Rule, 'id' | 'harm' | 'when' | 'reason'> &
  Partial<Pick<Rule, 'tier' | 'type' | 'override' | 'about' | 'safer'>> & {
    readonly examples?: Partial<Rule['examples']>
  }

const draft = shapeOf<Draft>(
  {
    id: text,
    harm: oneOf(HARMS),
    tier: oneOf(ADDED_TIERS),
    type: oneOf(TYPES),
    override: oneOf(OVERRIDES),
    when: listOf(matcher),
    about: words,
    reason: text,
    safer: text,
    examples,
  },
  ['id', 'harm', 'when', 'reason'],
)

const SHORT_ID = /^[a-z0-9]+(?:-[a-z0-9]+)*$/

/** A rule of a file, in the shape of the packs. It gets the name of the file's layer in front, so that it never meets another. */
export function checkRule(
  node: Located,
  layer: PolicyLayer,
  { name, complain }: { readonly name: string; readonly complain: Complain },
): Rule | undefined {
  const given = draft(node, name, complain)
  if (given === undefined) return undefined
  const short = given.id.startsWith(`${layer}.`) ? given.id.slice(layer.length + 1) : given.id
  if (!SHORT_ID.test(short)) {
    complain(
      node.line,
      `\`${name}.id\` of a new rule is lower-case words with hyphens, such as \`push-to-prod\`; to change the tier of a rule that exists, leave \`when\` out`,
    )
    return undefined
  }
  const id = `${layer}.${short}`
  return {
    tier: 'junction',
    type: 'irreversible',
    override: 'any-door',
    ...given,
    id,
    pack: layer,
    // Its own family: a dismissal of this rule must never cover calls of another.
    family: id,
    examples: { matches: given.examples?.matches ?? [], not: given.examples?.not ?? [] },
  }
}
