import { onFirstUse } from '../model/language.ts'
import type { PackName, Rule } from '../model/rule.ts'
import { RISKS, type RiskId } from '../words/risks.ts'

/** Names of the rules of one pack; what each tells a person is in `words/risks.ts`. */
type NameIn<Pack extends PackName> = RiskId extends infer Id
  ? Id extends `${Pack}.${infer Name}`
    ? Name
    : never
  : never

type Draft<Pack extends PackName> = Pick<Rule, 'harm' | 'when' | 'examples'> &
  Partial<Pick<Rule, 'tier' | 'type' | 'override' | 'family' | 'about'>> & { readonly id: NameIn<Pack> }

/** Rules that are made at their first use: a cold hook asks about one program and has no need of the others. */
export type Pack = () => readonly Rule[]

/** Most rules are junctions, irreversible, that any human door may let pass; a draft says only what differs. */
export function definePack<Name extends PackName>(pack: Name, drafts: () => readonly Draft<Name>[]): Pack {
  return onFirstUse(() => drafts().map((draft) => ruleOf(pack, draft)))
}

function ruleOf<Name extends PackName>(pack: Name, draft: Draft<Name>): Rule {
  const id = `${pack}.${draft.id}` as RiskId
  const words: readonly [reason: string, safer?: string] = RISKS[id]
  const [reason, safer] = words
  return {
    tier: 'junction',
    type: 'irreversible',
    override: 'any-door',
    family: draft.id,
    ...draft,
    id,
    pack,
    reason,
    ...(safer !== undefined && { safer }),
  }
}
