import type { Tier } from '../core/model/assessment.ts'
import { type Exception, type NamedSetting, type Policy, SETTINGS, settledBy } from '../core/model/policy.ts'
import { isProjectRule, type PolicyLayer, type Rule } from '../core/model/rule.ts'
import { POLICY_PROBLEMS } from '../core/words/config.ts'
import type { PolicyFile } from './check-policy.ts'
import { nearest } from './nearest.ts'
import type { Said } from './read-located.ts'
import { isStricter, stringOf } from './read-setting.ts'

/** `error`: the file is wrong there. `ignored`: the file is sound and has no right to say so. */
export interface PolicyProblem {
  readonly kind: 'error' | 'ignored'
  readonly file: string
  readonly line: number
  readonly text: string
}

/** One file's say, in order of authority: managed, user, project. */
export interface Layer {
  readonly layer: PolicyLayer
  readonly file: string
  readonly says: PolicyFile
  /** A person pinned these very bytes. Only a project's file needs it. */
  readonly trusted: boolean
}

/** One effective value and the place that decided it. */
interface Origin {
  readonly name: string
  readonly value: string
  readonly from: string
}

export interface Combined {
  readonly policy: Policy
  readonly problems: readonly PolicyProblem[]
  readonly settings: readonly Origin[]
  /** The policy's exceptions, each with the place that says so. */
  readonly allowed: readonly Allowed[]
}

type Allowed = Exception & Pick<Origin, 'from'>

/** What of a built-in rule a file may refer to. */
export type KnownRule = Pick<Rule, 'id' | 'tier' | 'harm'>

/** A value that files compete for. `floor` is what the managed file said: nobody goes below it. */
export interface Knob<Value> {
  readonly value: Value
  readonly from: string
  readonly floor?: Value
}

const TIERS: readonly Tier[] = ['routine', 'junction', 'catastrophic']
const BUILT_IN = 'default'
export const isStricterTier = (wanted: Tier, than: Tier): boolean => TIERS.indexOf(wanted) > TIERS.indexOf(than)

/** What a list of files comes to, before it is made a policy. */
export interface Weighed {
  readonly knobs: ReadonlyMap<NamedSetting, Knob<unknown>>
  readonly book: ReadonlyMap<string, Tuned>
  readonly allowed: readonly Allowed[]
  readonly problems: readonly PolicyProblem[]
}

/** Who may tighten and who may loosen what is decided here and nowhere else. */
export function weighLayers(layers: readonly Layer[], builtIn: readonly KnownRule[]): Weighed {
  const problems: PolicyProblem[] = []
  const knobs = new Map<NamedSetting, Knob<unknown>>(
    SETTINGS.map((setting) => [setting, { value: setting.initial, from: BUILT_IN }]),
  )
  const book = new Map(builtIn.map((rule) => [rule.id, tunedRule(rule)]))
  for (const layer of layers) {
    const ignore = (line: number, text: string) => problems.push({ kind: 'ignored', file: layer.file, line, text })
    const turn = { layer, ignore }
    for (const [setting, said] of layer.says.values) {
      const knob = knobs.get(setting) ?? { value: setting.initial, from: BUILT_IN }
      const turning = {
        ...turn,
        name: setting.name,
        isStricter: (wanted: unknown, than: unknown) => isStricter(setting, wanted, than),
        tightenOnly: setting.firm === true && layer.layer === 'project',
      }
      knobs.set(setting, turned(knob, said, turning))
    }
    for (const said of layer.says.retunes) {
      const known = book.get(said.id)
      const error = known === undefined ? unknownRule(said.id, [...book.keys()]) : tampered(known)
      if (error !== undefined) problems.push({ kind: 'error', file: layer.file, line: said.line, text: error })
      else if (known !== undefined) book.set(said.id, { ...known, tier: retuned(known, said, turn) })
    }
    for (const said of layer.says.rules) book.set(said.value.id, addedRule(said, turn))
  }
  const allowed = layers.flatMap((layer) =>
    layer.says.exceptions.flatMap(({ value, line }) => {
      const problem = unsettled(value, layer, book)
      if (problem === undefined) return [{ ...value, from: placeOf(layer, line) }]
      problems.push({ ...problem, file: layer.file, line })
      return []
    }),
  )
  return { knobs, book, allowed, problems }
}

/** The effective policy. */
export function settlePolicy({ knobs, book, allowed, problems }: Weighed): Combined {
  const tuned = [...book.values()]
  const policy: Policy = {
    ...settledBy(new Map([...knobs].map(([{ name }, { value }]) => [name, value]))),
    tiers: Object.fromEntries(
      tuned.flatMap(({ id, tier, added, was }) =>
        added === undefined && tier.value !== was ? [[id, tier.value]] : [],
      ),
    ),
    rules: tuned.flatMap(({ added, tier }) =>
      added && tier.value !== 'routine' ? [{ ...added, tier: tier.value }] : [],
    ),
    exceptions: allowed.map(({ from: _, ...exception }) => exception),
    problems: [],
  }
  return { policy, problems, settings: originsOf(knobs, tuned), allowed }
}

export interface Tuned {
  readonly id: string
  readonly harm: Rule['harm']
  /** The tier it has without any retuning. */
  readonly was: Tier
  readonly tier: Knob<Tier>
  readonly added?: Rule
}

interface Turn {
  readonly layer: Layer
  readonly ignore: (line: number, text: string) => void
}

const tunedRule = ({ id, tier, harm }: KnownRule): Tuned => ({
  id,
  harm,
  was: tier,
  tier: { value: tier, from: BUILT_IN },
})

function addedRule({ value, line }: Said<Rule>, { layer, ignore }: Turn): Tuned {
  const { safer, ...plain } = value
  const quiet = safer !== undefined && layer.layer === 'project' && !layer.trusted
  // `safer` is a command that we would recommend to an agent.
  if (quiet) ignore(line, POLICY_PROBLEMS.saferFromRepository(value.id))
  const tier = {
    value: value.tier,
    from: placeOf(layer, line),
    ...(layer.layer === 'managed' && { floor: value.tier }),
  }
  return { id: value.id, harm: value.harm, was: value.tier, tier, added: quiet ? plain : value }
}

function retuned(known: Tuned, said: Said<Tier>, turn: Turn): Knob<Tier> {
  const grave = known.was === 'catastrophic' || known.tier.value === 'catastrophic'
  const tightenOnly = grave && turn.layer.layer === 'project'
  return turned(known.tier, said, {
    ...turn,
    name: POLICY_PROBLEMS.tierOf(known.id),
    isStricter: isStricterTier,
    tightenOnly,
  })
}

interface Turning<Value> extends Turn {
  readonly name: string
  /** What is neither stricter nor the same counts as looser. */
  readonly isStricter: (wanted: Value, than: Value) => boolean
  /** Not even trust lets this file loosen it. */
  readonly tightenOnly: boolean
}

function turned<Value>(knob: Knob<Value>, said: Said<Value> | undefined, turning: Turning<Value>): Knob<Value> {
  if (said === undefined) return knob
  const { layer, ignore, name } = turning
  const from = placeOf(layer, said.line)
  if (layer.layer === 'managed') return { value: said.value, from, floor: said.value }
  const isSame = stringOf(said.value) === stringOf(knob.value)
  if (isSame) return knob.from === BUILT_IN ? { ...knob, from } : knob
  if (turning.isStricter(said.value, knob.value)) return { ...knob, value: said.value, from }
  const why = refusal(knob, said.value, turning)
  if (why === undefined) return { ...knob, value: said.value, from }
  ignore(said.line, POLICY_PROBLEMS.stays(name, stringOf(knob.value), why))
  return knob
}

function refusal<Value>(
  { floor }: Knob<Value>,
  wanted: Value,
  { layer, tightenOnly, isStricter }: Turning<Value>,
): string | undefined {
  if (layer.layer === 'project' && tightenOnly) return POLICY_PROBLEMS.neverLoosened
  if (layer.layer === 'project' && !layer.trusted) return POLICY_PROBLEMS.onlyTightens
  const belowFloor = floor !== undefined && stringOf(wanted) !== stringOf(floor) && !isStricter(wanted, floor)
  return belowFloor ? POLICY_PROBLEMS.managed(stringOf(floor)) : undefined
}

function unknownRule(id: string, known: readonly string[]): string {
  const meant = nearest(id, known)
  return POLICY_PROBLEMS.unknownRule(
    id.slice(0, 80),
    meant ? POLICY_PROBLEMS.didYouMean(meant) : POLICY_PROBLEMS.seeRules,
  )
}

const tampered = ({ id, harm }: Tuned): string | undefined =>
  harm === 'tamper' ? POLICY_PROBLEMS.protectsFairlead(id) : undefined

/** Why an exception does not count. */
function unsettled(
  { rule }: Exception,
  { layer }: Layer,
  book: ReadonlyMap<string, Tuned>,
): Pick<PolicyProblem, 'kind' | 'text'> | undefined {
  const ignored = (why: string) => ({ kind: 'ignored', text: POLICY_PROBLEMS.stillHeld(rule, why) }) as const
  if (layer === 'project') return ignored(POLICY_PROBLEMS.neverLoosened)
  const known = book.get(rule)
  // The rule of a repository is known only where that repository is.
  if (known === undefined)
    return isProjectRule(rule) ? undefined : { kind: 'error', text: unknownRule(rule, [...book.keys()]) }
  if (known.harm === 'tamper')
    return { kind: 'error', text: POLICY_PROBLEMS.noException(rule, 'protects Fairlead itself') }
  if (known.was === 'catastrophic') return { kind: 'error', text: POLICY_PROBLEMS.noException(rule, 'is catastrophic') }
  const fixed = layer !== 'managed' && known.tier.floor !== undefined && known.tier.floor !== 'routine'
  return fixed ? ignored(POLICY_PROBLEMS.managed(String(known.tier.floor))) : undefined
}

const placeOf = ({ file }: Layer, line: number): string => `${file}:${line}`

function originsOf(knobs: ReadonlyMap<NamedSetting, Knob<unknown>>, tuned: readonly Tuned[]): readonly Origin[] {
  const rules = tuned.filter(({ tier }) => tier.from !== BUILT_IN)
  return [
    ...[...knobs].map(([{ name }, { value, from }]) => ({ name, value: stringOf(value), from })),
    ...rules.map(({ id, tier }) => ({ name: id, value: tier.value, from: tier.from })),
  ]
}
