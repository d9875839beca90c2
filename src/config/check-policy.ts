import type { Tier } from '../core/model/assessment.ts'
import { type Exception, type NamedSetting, SETTINGS } from '../core/model/policy.ts'
import type { PolicyLayer, Rule } from '../core/model/rule.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import { checkRule } from './check-rule.ts'
import {
  type Complain,
  fields,
  type Located,
  type LocatedEntry,
  oneOf,
  pattern,
  type Read,
  type Said,
  shapeOf,
  text,
} from './read-located.ts'
import { readerOf } from './read-setting.ts'

/** What one file says, as far as it is sound. */
export interface PolicyFile {
  readonly values: ReadonlyMap<NamedSetting, Said<unknown>>
  readonly retunes: readonly (Said<Tier> & { readonly id: string })[]
  readonly rules: readonly Said<Rule>[]
  readonly exceptions: readonly Said<Exception>[]
}

export const EMPTY_FILE: PolicyFile = { values: new Map(), retunes: [], rules: [], exceptions: [] }

const KEYS = Map.groupBy(SETTINGS, ({ name }) => sectionOf(name))
const SECTIONS = [...KEYS.keys(), 'rules', 'allow']
const MAX_RULES = 200
/** Of all rules of a repository together: each is looked for in every word of every command. */
const MAX_WILDCARDS = 1_000
const TIERS: readonly Tier[] = ['routine', 'junction', 'catastrophic']

/** Bad values are reported and left out; the rest counts. */
export function checkPolicyFile(root: Located, layer: PolicyLayer, complain: Complain): PolicyFile {
  if (root.kind === 'scalar' && root.value === null) return EMPTY_FILE
  const top = fields(root, '', { known: SECTIONS, complain })
  if (top === undefined) return EMPTY_FILE
  const exceptions = checkExceptions(top.get('allow')?.value, complain)
  const rules = checkRules(top.get('rules')?.value, layer, complain)
  return { values: checkSettings(top, complain), ...rules, exceptions }
}

function checkSettings(top: ReadonlyMap<string, LocatedEntry>, complain: Complain): PolicyFile['values'] {
  const values = new Map<NamedSetting, Said<unknown>>()
  for (const [section, settings] of KEYS) {
    const node = top.get(section)?.value
    if (node === undefined || (node.kind === 'scalar' && node.value === null)) continue
    const found = fields(node, section, { known: settings.map(({ name }) => keyOf(name)), complain })
    for (const setting of settings) {
      const entry = found?.get(keyOf(setting.name))
      const value: unknown = entry && readerOf(setting.takes)(entry.value, setting.name, complain)
      if (entry && value !== undefined) values.set(setting, { value, line: entry.line })
    }
  }
  return values
}

function sectionOf(name: string): string {
  return name.slice(0, name.indexOf('.'))
}

function keyOf(name: string): string {
  return name.slice(name.indexOf('.') + 1)
}

function checkRules(
  node: Located | undefined,
  layer: PolicyLayer,
  complain: Complain,
): Pick<PolicyFile, 'retunes' | 'rules'> {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return { retunes: [], rules: [] }
  if (node.kind !== 'list') {
    complain(node.line, POLICY_PROBLEMS.rulesList)
    return { retunes: [], rules: [] }
  }
  if (node.items.length > MAX_RULES) complain(node.line, POLICY_PROBLEMS.tooMany('rules', node.items.length, MAX_RULES))
  const retunes: (Said<Tier> & { readonly id: string })[] = []
  const rules: Said<Rule>[] = []
  const seen = new Set<string>()
  let wildcards = 0
  const isFresh = (id: string, line: number): boolean => {
    if (!seen.has(id)) return Boolean(seen.add(id))
    complain(line, POLICY_PROBLEMS.ruleTwice(id))
    return false
  }
  for (const [index, item] of node.items.slice(0, MAX_RULES).entries()) {
    const name = `rules[${index}]`
    if (item.kind === 'map' && !item.entries.some((entry) => entry.key === 'when') && isRetune(item)) {
      const retune = shapeOf<{ readonly id: string; readonly tier: Tier }>({ id: text, tier: oneOf(TIERS) }, [
        'id',
        'tier',
      ])(item, name, complain)
      if (retune && isFresh(retune.id, item.line)) retunes.push({ id: retune.id, value: retune.tier, line: item.line })
    } else {
      const rule = checkRule(item, layer, { name, complain })
      if (!rule || !isFresh(rule.id, item.line)) continue
      wildcards += wildcardsIn(rule)
      if (layer !== 'project' || wildcards <= MAX_WILDCARDS) rules.push({ value: rule, line: item.line })
      else complain(item.line, POLICY_PROBLEMS.tooManyWildcards(rule.id, MAX_WILDCARDS))
    }
  }
  return { retunes, rules }
}

function wildcardsIn({ when }: Rule): number {
  return JSON.stringify(when).match(/[*?]/g)?.length ?? 0
}

/** A built-in rule is named by its full id; a new rule says when it matches, what the harm is and why. */
const isRetune = (item: Extract<Located, { kind: 'map' }>): boolean =>
  !item.entries.some((entry) => entry.key === 'harm' || entry.key === 'reason')

const MAX_EXCEPTIONS = 200

const command: Read<string> = (node, name, complain) => {
  const given = pattern(node, name, complain)?.trim()
  if (given !== '') return given
  complain(node.line, POLICY_PROBLEMS.emptyCommand(name))
  return undefined
}

const folder =
  (what: string): Read<string> =>
  (node, name, complain) => {
    const given = text(node, name, complain)
    if (given === undefined || given.startsWith('/')) return given
    complain(node.line, POLICY_PROBLEMS.absolutePath(name, what))
    return undefined
  }

const exception = shapeOf<Omit<Exception, 'folder'> & Partial<Pick<Exception, 'folder'>>>(
  { rule: text, command, project: folder('the root folder of a project'), folder: folder('a folder') },
  ['rule', 'command', 'project'],
)

/** What `fairlead rules allow` writes: one rule, one command, one folder of one project; its root when none is named. */
function checkExceptions(node: Located | undefined, complain: Complain): readonly Said<Exception>[] {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return []
  if (node.kind !== 'list') {
    complain(node.line, POLICY_PROBLEMS.allowList)
    return []
  }
  if (node.items.length > MAX_EXCEPTIONS)
    complain(node.line, POLICY_PROBLEMS.tooMany('allow', node.items.length, MAX_EXCEPTIONS))
  return node.items.slice(0, MAX_EXCEPTIONS).flatMap((item, index) => {
    const value = exception(item, `allow[${index}]`, complain)
    return value === undefined ? [] : [{ value: { folder: value.project, ...value }, line: item.line }]
  })
}
