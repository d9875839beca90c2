import type { NamedSetting, Unconfirmed } from '../core/model/policy.ts'
import { isStricterTier, type Knob, type Tuned, type Weighed } from './combine-policy.ts'
import { isStricter, stringOf } from './read-setting.ts'

type Change = 'same' | 'tighter' | 'looser'

/** What is in force while a person has not confirmed what their file wants: of each value the stricter one. */
export function strictestOf(
  wanted: Weighed,
  confirmed: Weighed,
): { readonly inForce: Weighed; readonly changed: Pick<Unconfirmed, 'looser' | 'tighter'> } {
  const names: Record<Change, Set<string>> = { same: new Set(), tighter: new Set(), looser: new Set() }
  const pick = <Value>(name: string, change: Change, values: Both<Value>): Value => {
    names[change].add(name)
    return change === 'looser' ? values.confirmed : values.wanted
  }
  const knobs = new Map(
    [...wanted.knobs].map(([setting, knob]) => {
      const both = { wanted: knob, confirmed: confirmed.knobs.get(setting) ?? knob }
      return [setting, pick(setting.name, settingChange(setting, both), both)]
    }),
  )
  const ids = new Set([...wanted.book.keys(), ...confirmed.book.keys()])
  const book = new Map(
    [...ids].flatMap((id): [string, Tuned][] => {
      const both = { wanted: wanted.book.get(id), confirmed: confirmed.book.get(id) }
      const rule = pick(id, ruleChange(both), both)
      return rule === undefined ? [] : [[id, rule]]
    }),
  )
  const has = ({ allowed }: Weighed, one: Weighed['allowed'][number]) =>
    allowed.some(({ from: _, ...other }) => JSON.stringify({ ...other, from: one.from }) === JSON.stringify(one))
  for (const one of wanted.allowed) if (!has(confirmed, one)) names.looser.add(`allow ${one.rule}`)
  for (const one of confirmed.allowed) if (!has(wanted, one)) names.tighter.add(`allow ${one.rule}`)
  const allowed = wanted.allowed.filter((one) => has(confirmed, one))
  const listed = (change: Change) => [...names[change]].slice(0, MAX_NAMED)
  return {
    inForce: { knobs, book, allowed, problems: wanted.problems },
    changed: { looser: listed('looser'), tighter: listed('tighter') },
  }
}

/** How many settings and rules a fact names. */
const MAX_NAMED = 50

interface Both<Value> {
  readonly wanted: Value
  readonly confirmed: Value
}

function settingChange(setting: NamedSetting, { wanted, confirmed }: Both<Knob<unknown>>): Change {
  if (stringOf(wanted.value) === stringOf(confirmed.value)) return 'same'
  return isStricter(setting, wanted.value, confirmed.value) ? 'tighter' : 'looser'
}

/** Nobody can tell whether another text of a rule catches less. */
function ruleChange({ wanted, confirmed }: Both<Tuned | undefined>): Change {
  if (wanted === undefined) return 'looser'
  if (confirmed === undefined) return 'tighter'
  if (textOf(wanted) !== textOf(confirmed)) return 'looser'
  if (wanted.tier.value === confirmed.tier.value) return 'same'
  return isStricterTier(wanted.tier.value, confirmed.tier.value) ? 'tighter' : 'looser'
}

function textOf({ added }: Tuned): string {
  return added === undefined ? '' : JSON.stringify({ ...added, tier: '' })
}
