import { own } from '../model/own.ts'
import type { Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { blockAll } from './block-all.ts'
import { lockfiles } from './lockfiles.ts'
import { RULES } from './rule-book.ts'

const lists = new WeakMap<Policy, readonly Rule[]>()

/** The rules of this policy, the same list for the same policy: the book of a list is made once. */
export function rulesOf(policy: Policy): readonly Rule[] {
  const known = lists.get(policy)
  if (known !== undefined) return known
  const rules = changes(policy) ? effectiveRules(policy) : RULES
  lists.set(policy, rules)
  return rules
}

const changes = ({ tiers, rules, filesystem }: Policy): boolean =>
  rules.length > 0 ||
  filesystem.rmRf === 'block-all' ||
  filesystem.lockfiles === 'protect' ||
  Object.keys(tiers).length > 0

/** Added rules come last: of two that say the same, a person reads the built-in reason. */
function effectiveRules({ tiers, rules, filesystem }: Policy): readonly Rule[] {
  const strict = filesystem.rmRf === 'block-all' ? blockAll : []
  const kept = filesystem.lockfiles === 'protect' ? lockfiles : []
  const builtIn = [...RULES, ...strict, ...kept]
  return [...builtIn.flatMap((rule) => retuned(rule, own(tiers, rule.id))), ...rules]
}

/** What guards the gate itself is no policy's to change, whoever compiled it. */
function retuned(rule: Rule, tier: Policy['tiers'][string] | undefined): readonly Rule[] {
  if (tier === undefined || tier === rule.tier || rule.harm === 'tamper') return [rule]
  return tier === 'routine' ? [] : [{ ...rule, tier }]
}
