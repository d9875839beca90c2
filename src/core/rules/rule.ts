import { onFirstUse } from '../model/language.ts'
import type { HttpTest, Matcher, PackName, Rule, TargetClass, Words } from '../model/rule.ts'
import { RISKS, type RiskId } from '../words/risks.ts'
import { textAt } from './text/word-table.ts'

/** All rules, made at their first use; or, of those that may be about one program, no more than that: a cold hook asks for no other. */
export type Pack = (program?: string) => readonly Rule[]

/**
 * A pack as text. `NAME = a|b` is put wherever `{NAME}` stands. A rule begins with `id: harm`, then what differs from a junction,
 * irreversible, that any human door may let pass, after `·`. Below it, a line for each matcher: the program and its
 * sub-command (several that share the rest stand before commas), then one condition after each `·` (see `CONDITIONS`). `+` and `-` are examples
 * that match and that do not, between `¦`; `⏎` is a new line. What a rule tells a person is in `words/risks.ts`.
 */
export function definePack(pack: PackName, text: string): Pack {
  const all = onFirstUse(() => rulesIn(pack, text, undefined))
  return (program) => (program === undefined ? all() : rulesIn(pack, text, program))
}

interface Draft {
  readonly head: string
  readonly when: Matcher[]
  readonly matches: string[]
  readonly not: string[]
}

function rulesIn(pack: PackName, text: string, program: string | undefined): readonly Rule[] {
  const names = new Map<string, string>()
  const drafts: Draft[] = []
  for (const written of text.split('\n')) {
    const isExample = written.startsWith('  + ') || written.startsWith('  - ')
    if (isExample && program !== undefined) continue
    const name = /^([A-Z_]+) = (.*)$/.exec(written)
    if (name !== null) {
      names.set(textAt(name, 1), textAt(name, 2))
      continue
    }
    const line = written.includes('{')
      ? written.replace(/\{([A-Z_]+)\}/g, (_, key: string) => `${names.get(key)}`)
      : written
    const draft = drafts.at(-1)
    if (!line.startsWith('  ')) {
      if (line !== '') drafts.push({ head: line, when: [], matches: [], not: [] })
    } else if (program !== undefined) {
      if (mayName(line, program)) draft?.when.push(...matchersIn(line.trim()))
    } else if (line.startsWith('  + ')) draft?.matches.push(...examplesIn(line))
    else if (line.startsWith('  - ')) draft?.not.push(...examplesIn(line))
    else draft?.when.push(...matchersIn(line.trim()))
  }
  const meant = program === undefined ? drafts : drafts.filter(({ when }) => when.length > 0)
  return meant.map((draft) => ruleOf(pack, draft))
}

/** Before the first condition stand the programs; a pattern may name any. */
function mayName(line: string, program: string): boolean {
  const end = line.indexOf(' · ')
  const head = end < 0 ? line : line.slice(0, end)
  return head.includes(program) || head.includes('*') || head.includes('?')
}

const examplesIn = (line: string): readonly string[] => line.slice(4).replaceAll('⏎', '\n').split(' ¦ ')

const SETTINGS: ReadonlyMap<string, Partial<Rule>> = new Map<string, Partial<Rule>>([
  ['catastrophic', { tier: 'catastrophic' }],
  ['external', { type: 'external' }],
  ['passphrase', { override: 'passphrase' }],
  ['never', { override: 'never' }],
])

function ruleOf(pack: PackName, { head, when, matches, not }: Draft): Rule {
  const [first, ...others] = head.split(' · ')
  const [name, harm] = `${first}`.split(': ')
  const id = `${pack}.${name}` as RiskId
  const words: readonly [reason: string, safer?: string] = RISKS[id]
  const [reason, safer] = words
  const settings = Object.assign({}, ...others.map(settingIn)) as Partial<Rule>
  return {
    tier: 'junction',
    type: 'irreversible',
    override: 'any-door',
    family: `${name}`,
    id,
    harm: harm as Rule['harm'],
    when,
    examples: { matches, not },
    pack,
    reason,
    ...(safer !== undefined && { safer }),
    ...settings,
  }
}

function settingIn(text: string): Partial<Rule> {
  const [key, value] = apart(text)
  if (key === 'family') return { family: value }
  return key === 'about' ? { about: value as Words } : (SETTINGS.get(text) ?? {})
}

/** `git svn dcommit, jj git push · lacks --dry-run`: a matcher for each of them. */
function matchersIn(line: string): readonly Matcher[] {
  const [heads, ...conditions] = line.split(' · ')
  const shared: Partial<Matcher> = {}
  for (const text of conditions) Object.assign(shared, conditionIn(text, shared))
  return `${heads}`.split(', ').map((head) => {
    const [programs, ...path] = head.split(' ')
    return { program: `${programs}`.split('|'), ...(path.length > 0 && { path }), ...shared }
  })
}

const apart = (text: string): readonly [key: string, rest: string] => {
  const blank = text.indexOf(' ')
  return blank < 0 ? [text, ''] : [text.slice(0, blank), text.slice(blank + 1)]
}

type Condition = (value: string, before: Partial<Matcher>) => Partial<Matcher>

/** What a condition is called in a pack, and in the rule. Those that may be given twice must all hold. */
const CONDITIONS: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['has', (value, { has = [] }) => ({ has: [...has, value] })],
  ['lacks', (value, { lacks = [] }) => ({ lacks: [...lacks, value] })],
  ['words', (value, { words = [] }) => ({ words: [...words, value] })],
  ['without', (value, { noWords = [] }) => ({ noWords: [...noWords, value] })],
  ['operands', (value) => ({ operands: rangeIn(value) })],
  ['sql', (value) => ({ sql: value.split(',') as NonNullable<Matcher['sql']> })],
  ['http', (value, { http = {} }) => ({ http: { ...http, ...httpIn(value) } })],
  ['env', (env) => ({ env })],
  ['no-env', (noEnv) => ({ noEnv })],
  ['from', (inputFrom) => ({ inputFrom })],
  ['place', (place) => ({ place: place as NonNullable<Matcher['place']> })],
  ['raw', (value, { raw = [] }) => ({ raw: [...raw, value] })],
  ['input', (value, { input = [] }) => ({ input: [...input, value] })],
  ['fed', (value) => ({ inputKind: value.split(',') as NonNullable<Matcher['inputKind']> })],
  ['via', (value, { via = [] }) => ({ via: [...via, value] })],
  ['unless-clean', () => ({ unlessClean: true })],
])

/** `operands+read is secret,private` is about what words stand for. */
function conditionIn(text: string, before: Partial<Matcher>): Partial<Matcher> {
  const about = /^(\S+) is (\S+)$/.exec(text)
  if (about !== null)
    return { targets: { of: wordsIn(textAt(about, 1)), is: textAt(about, 2).split(',') as TargetClass[] } }
  const [key, value] = apart(text)
  return CONDITIONS.get(key)?.(value, before) ?? { words: [`unknown condition ${text}`] }
}

function wordsIn(text: string): Words | readonly Words[] {
  const all = text.split('+') as Words[]
  return all.length === 1 ? (text as Words) : all
}

function rangeIn(text: string): readonly [number, number] {
  const dash = text.indexOf('-')
  return [Number(text.slice(0, dash)), Number(text.slice(dash + 1))]
}

function httpIn(text: string): HttpTest {
  const [key, value] = apart(text)
  if (key === 'upload') return { upload: true }
  return { [key]: /^(?:method|host|output)$/.test(key) ? value.split(',') : [value] }
}
