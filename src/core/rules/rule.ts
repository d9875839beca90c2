import { onFirstUse } from '../model/language.ts'
import type { PackName, Rule } from '../model/rule.ts'

type Draft = Pick<Rule, 'id' | 'harm' | 'when' | 'reason' | 'examples'> &
  Partial<Pick<Rule, 'tier' | 'type' | 'override' | 'family' | 'about' | 'safer'>>

/** Rules that are made at their first use: a cold hook asks about one program and has no need of the others. */
export type Pack = () => readonly Rule[]

/** Most rules are junctions, irreversible, that any human door may let pass; a draft says only what differs. */
export function definePack(pack: PackName, drafts: () => readonly Draft[]): Pack {
  return onFirstUse(() => drafts().map((draft) => ruleOf(pack, draft)))
}

const ruleOf = (pack: PackName, draft: Draft): Rule => ({
  tier: 'junction',
  type: 'irreversible',
  override: 'any-door',
  family: draft.id,
  ...draft,
  id: `${pack}.${draft.id}`,
  pack,
})
