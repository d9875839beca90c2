import type { Tier } from '../core/model/assessment.ts'
import { ENFORCEMENTS, type Enforcement, type Exception, RM_RF, type RmRf } from '../core/model/policy.ts'
import type { PolicyLayer, Rule } from '../core/model/rule.ts'
import { checkExceptions } from './check-exception.ts'
import { checkRule } from './check-rule.ts'
import type { Located } from './located.ts'
import { type Complain, fields, oneOf, type Read, type Said, shapeOf, text } from './read-located.ts'

/** What one file says, as far as it is sound. */
export interface PolicyFile {
  readonly level?: Said<Enforcement>
  readonly rmRf?: Said<RmRf>
  readonly retunes: readonly (Said<Tier> & { readonly id: string })[]
  readonly rules: readonly Said<Rule>[]
  readonly exceptions: readonly Said<Exception>[]
}

export const EMPTY_FILE: PolicyFile = { retunes: [], rules: [], exceptions: [] }

const SECTIONS = ['edge', 'filesystem', 'rules', 'allow']
const MAX_RULES = 200
const TIERS: readonly Tier[] = ['routine', 'junction', 'catastrophic']

/** Bad values are reported and left out; the rest counts. */
export function checkPolicyFile(root: Located, layer: PolicyLayer, complain: Complain): PolicyFile {
  if (root.kind === 'scalar' && root.value === null) return EMPTY_FILE
  const top = fields(root, '', { known: SECTIONS, complain })
  if (top === undefined) return EMPTY_FILE
  const [edge, filesystem, rules, allow] = SECTIONS.map((name) => top.get(name)?.value)
  const level = edge && setting(edge, { section: 'edge', key: 'level', read: oneOf(ENFORCEMENTS), complain })
  const rmRf = filesystem && setting(filesystem, { section: 'filesystem', key: 'rm_rf', read: oneOf(RM_RF), complain })
  const exceptions = checkExceptions(allow, complain)
  return { ...(level && { level }), ...(rmRf && { rmRf }), ...checkRules(rules, layer, complain), exceptions }
}

interface Wanted<Value> {
  readonly section: string
  readonly key: string
  readonly read: Read<Value>
  readonly complain: Complain
}

function setting<Value>(node: Located, { section, key, read, complain }: Wanted<Value>): Said<Value> | undefined {
  if (node.kind === 'scalar' && node.value === null) return undefined
  const entry = fields(node, section, { known: [key], complain })?.get(key)
  const value = entry && read(entry.value, `${section}.${key}`, complain)
  return entry && value !== undefined ? { value, line: entry.line } : undefined
}

function checkRules(
  node: Located | undefined,
  layer: PolicyLayer,
  complain: Complain,
): Pick<PolicyFile, 'retunes' | 'rules'> {
  if (node === undefined || (node.kind === 'scalar' && node.value === null)) return EMPTY_FILE
  if (node.kind !== 'list') {
    complain(node.line, '`rules` expects a list, each entry beginning with `- id:`')
    return EMPTY_FILE
  }
  if (node.items.length > MAX_RULES)
    complain(node.line, `\`rules\` has ${node.items.length} entries; the first ${MAX_RULES} count`)
  const retunes: (Said<Tier> & { readonly id: string })[] = []
  const rules: Said<Rule>[] = []
  const seen = new Set<string>()
  const isFresh = (id: string, line: number): boolean => {
    if (!seen.has(id)) return Boolean(seen.add(id))
    complain(line, `rule \`${id}\` is given twice; the first one counts`)
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
      if (rule && isFresh(rule.id, item.line)) rules.push({ value: rule, line: item.line })
    }
  }
  return { retunes, rules }
}

/** A built-in rule is named by its full id; a new rule says when it matches, what the harm is and why. */
const isRetune = (item: Extract<Located, { kind: 'map' }>): boolean =>
  !item.entries.some((entry) => entry.key === 'harm' || entry.key === 'reason')
