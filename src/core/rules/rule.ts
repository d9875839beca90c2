import type { PackName, Rule } from '../model/rule.ts'

type Draft = Pick<Rule, 'id' | 'harm' | 'when' | 'reason' | 'examples'> &
  Partial<Pick<Rule, 'tier' | 'type' | 'override' | 'family' | 'about' | 'safer'>>

/** Most rules are junctions, irreversible, that any human door may let pass; a draft says only what differs. */
export function definePack(pack: PackName, drafts: readonly Draft[]): readonly Rule[] {
  return drafts.map((draft) => ({
    tier: 'junction',
    type: 'irreversible',
    override: 'any-door',
    family: draft.id,
    ...draft,
    id: `${pack}.${draft.id}`,
    pack,
  }))
}
