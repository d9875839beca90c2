import type { Grounding } from '../../core/model/citation.ts'
import type { ProjectHome } from '../../core/model/ids.ts'
import type { LedgerRecord } from '../../core/model/ledger.ts'
import type { Policy } from '../../core/model/policy.ts'
import { type GroundingRule, showRatio, showThreshold } from '../../core/protocols/ledger/cite/grounding.ts'
import type { LedgerPlace } from '../files/place.ts'
import { appendUnnumbered } from '../files/trajectory.ts'
import { claimsOn, groundClaims, isAgentName, localDay, openClaims, type ReadClaims, readClaims } from './claims.ts'
import { openWitness } from './witness.ts'

/** LEDGER-58: the agent whose claims are checked unless another is named. */
const DEFAULT_AGENT = 'implementing-tasks'

/** The three arguments of the published script. An empty one is none. */
export interface GroundWords {
  readonly agent?: string | undefined
  readonly threshold?: string | undefined
  readonly date?: string | undefined
}

type GroundQuestion = { readonly agent?: string; readonly threshold?: number; readonly date?: string }

type ReadQuestion =
  | { readonly ok: true; readonly question: GroundQuestion }
  | { readonly ok: false; readonly word: 'agent' | 'threshold'; readonly given: string }

/** LEDGER-67: what is no number between 0 and 1, or no name, is a mistake of the caller, never a pass. */
export function readQuestion({ agent, threshold, date }: GroundWords): ReadQuestion {
  const given = threshold ? readThreshold(threshold) : undefined
  if (threshold && given === undefined) return { ok: false, word: 'threshold', given: threshold }
  if (agent && !isAgentName(agent)) return { ok: false, word: 'agent', given: agent }
  const question = { ...(agent && { agent }), ...(given !== undefined && { threshold: given }), ...(date && { date }) }
  return { ok: true, question }
}

export function readThreshold(text: string): number | undefined {
  const value = /^(?:\d{1,64}(?:\.\d{0,64})?|\.\d{1,64})$/.test(text) ? Number(text) : Number.NaN
  return value >= 0 && value <= 1 ? value : undefined
}

export interface GroundParts {
  readonly place: Pick<LedgerPlace, 'root' | 'homes' | 'folder'>
  readonly policy: Policy['ledger']
  /** The record, which knows what was settled before; undefined where nobody keeps one. */
  readonly record: () => Promise<OpenRecord | undefined>
  readonly atMs: number
}

type OpenRecord = Pick<LedgerRecord, 'settledMs' | 'ghosts' | 'scenarios'>

export interface Grounded {
  readonly grounding: Grounding
  /** Where the claims are those that the checkpoint weighs. */
  readonly record: OpenRecord | undefined
  readonly rule: GroundingRule
  readonly malformed: number
  /** False: there is no trajectory to look at. */
  readonly found: boolean
}

/** LEDGER-63: opens everything that the claims which are meant cite, says how much of it is true, and logs the check. */
export async function groundAsked(question: GroundQuestion, parts: GroundParts): Promise<Grounded> {
  const { place, policy, atMs } = parts
  const home = place.homes.ledger
  const rule = { threshold: question.threshold ?? policy.threshold, assumptionCap: policy.assumptionCap }
  const record = isAboutNow(question, atMs) ? await parts.record() : undefined
  const { claims, malformed, found } =
    record === undefined ? claimsFor(home, question, atMs) : openClaims(home, record.settledMs)
  const witness = await openWitness(place.folder, place.root)
  const grounding = await groundClaims({ root: place.root, witness, atMs }, claims, rule)
  if (found) appendUnnumbered(home, question.agent ?? DEFAULT_AGENT, atMs, checkEntry(grounding, rule))
  if (malformed > 0) {
    const detail = `${malformed} malformed lines were skipped`
    appendUnnumbered(home, 'fairlead', atMs, { phase: 'self_heal', what: 'trajectory', source: 'nothing', detail })
  }
  return { grounding, record, rule, malformed, found }
}

/** Where nobody is named and we keep the record, the claims are those that the checkpoint weighs: one scope, one number. */
function isAboutNow({ agent, date }: GroundQuestion, atMs: number): boolean {
  return agent === undefined && (date === undefined || date === localDay(atMs))
}

/** Nobody was named and the published default has nothing: then everybody's claims of today are meant. */
function claimsFor(home: ProjectHome, { agent, date }: Pick<GroundWords, 'agent' | 'date'>, nowMs: number): ReadClaims {
  const of = (name: string | null) => (date === undefined ? readClaims(home, name, nowMs) : claimsOn(home, name, date))
  const named = of(agent ?? DEFAULT_AGENT)
  return named.claims.length > 0 || agent !== undefined ? named : of(null)
}

function checkEntry(grounding: Grounding, { threshold }: GroundingRule): Readonly<Record<string, unknown>> {
  return {
    phase: 'grounding_check',
    total_claims: grounding.total,
    grounded_claims: grounding.grounded,
    assumptions: grounding.assumptions,
    grounding_ratio: grounding.ratio === null ? null : Number(showRatio(grounding.ratio)),
    threshold,
    status: grounding.status === 'fail' ? 'fail' : 'pass',
  }
}

/** For the installed script, where we do not govern. */
export const NOT_GOVERNED = 'governed=no'

/** For the installed script: what it cannot know by itself. */
export function verdictLines({ grounding, record, rule }: Grounded, enforcement: string): readonly string[] {
  return [
    'governed=yes',
    `enforcement=${enforcement}`,
    `threshold=${showThreshold(rule.threshold)}`,
    `verified_ratio=${showRatio(grounding.ratio)}`,
    `status=${grounding.status === 'fail' ? 'fail' : 'pass'}`,
    `clears=${grounding.clears ? 'yes' : 'no'}`,
    ...(record === undefined ? [] : openLines(record, grounding)),
  ]
}

const MAX_NAMED = 5

/** Callers look for `status=` and the like anywhere in a line, and a feature may be called so. */
function openLines({ ghosts, scenarios }: OpenRecord, { total }: Grounding): readonly string[] {
  return [
    `open_decisions=${total}`,
    `unverified_ghosts=${ghosts.length}`,
    `test_scenarios=${scenarios.length}`,
    ...ghosts.slice(0, MAX_NAMED).map((feature) => `ghost=${feature.replaceAll(/[\s=]+/g, ' ').trim()}`),
  ]
}
