import { lookUp } from '../model/language.ts'
import type { Policy } from '../model/policy.ts'
import type { Rule } from '../model/rule.ts'
import { blockAll, lockfiles } from './packs/by-policy.ts'
import { BUILT_IN, bookOf, builtInRules, type RuleBook } from './rule-book.ts'

const books = new WeakMap<Policy, RuleBook>()

/** The rules of this policy by program, the same book for the same policy. */
export function bookFor(policy: Policy): RuleBook {
  if (!changes(policy)) return BUILT_IN
  const known = books.get(policy)
  if (known !== undefined) return known
  const book = bookOf(effectiveRules(policy))
  books.set(policy, book)
  return book
}

/** The rules of this policy as a list. */
export const rulesOf = (policy: Policy): readonly Rule[] => (changes(policy) ? effectiveRules(policy) : builtInRules())

const changes = ({ tiers, rules, filesystem }: Policy): boolean =>
  rules.length > 0 ||
  filesystem.rmRf === 'block-all' ||
  filesystem.lockfiles === 'protect' ||
  Object.keys(tiers).length > 0

/** Added rules come last: of two that say the same, a person reads the built-in reason. */
function effectiveRules({ tiers, rules, filesystem }: Policy): readonly Rule[] {
  const strict = filesystem.rmRf === 'block-all' ? blockAll() : []
  const kept = filesystem.lockfiles === 'protect' ? lockfiles() : []
  const builtIn = [...builtInRules(), ...strict, ...kept]
  return [...builtIn.flatMap((rule) => retuned(rule, lookUp(tiers, rule.id))), ...rules]
}

/** What guards the gate itself is no policy's to change, whoever compiled it. */
function retuned(rule: Rule, tier: Policy['tiers'][string] | undefined): readonly Rule[] {
  if (tier === undefined || tier === rule.tier || rule.harm === 'tamper') return [rule]
  return tier === 'routine' ? [] : [{ ...rule, tier }]
}
