import type { EventOf } from '../../model/event.ts'
import type { Fact, StoredFact } from '../../model/fact.ts'
import type { LadderFact, RungSetting } from '../../model/plane.ts'
import type { Policy } from '../../model/policy.ts'
import { refusedText } from '../../words/person.ts'
import { PROPOSALS } from '../../words/plane.ts'
import type { Listener } from '../contract.ts'
import { NO_NOISE, type NoiseWatch, watchNoise } from './noise.ts'

/** One call that passed and would have been held one rung higher. */
export interface Sample {
  readonly seq: number
  readonly rung: Exclude<RungSetting, 'plane.routine'>
  readonly preview: string
  readonly rules: readonly string[]
}

/** What the audit says about the rungs. Counted row by row, so that a long audit needs no memory. */
export interface LadderEvidence {
  readonly boundaries: number
  readonly steers: number
  readonly held: number
  readonly approved: number
  readonly skipped: number
  readonly dismissed: number
  readonly methodErrors: number
  /** What the holds say about themselves. */
  readonly noise: NoiseWatch
  /** The newest of each kind of call, and the person's word on those that were judged. */
  readonly samples: readonly Sample[]
  readonly verdicts: Readonly<Record<string, boolean>>
  /** The call that the rows of its event are about. */
  readonly call?: { readonly eventId: string; readonly preview: string }
  /** The row before, as long as the same event may still explain it. */
  readonly pending?: Sample & { readonly eventId: string }
}

export const NO_EVIDENCE: LadderEvidence = {
  boundaries: 0,
  steers: 0,
  held: 0,
  approved: 0,
  skipped: 0,
  dismissed: 0,
  methodErrors: 0,
  noise: NO_NOISE,
  samples: [],
  verdicts: {},
}

const MAX_SAMPLES = 60

/** PLANE-R11: the audit is the evidence. */
export function tally(before: LadderEvidence, row: StoredFact): LadderEvidence {
  const { fact } = row
  const settled = { ...settle(before, row), noise: watchNoise(before.noise, row) }
  switch (fact.kind) {
    case 'boundary.detected':
      return { ...settled, boundaries: settled.boundaries + 1 }
    case 'steer.issued':
      return { ...settled, steers: settled.steers + 1 }
    case 'junction.opened':
      return { ...settled, held: settled.held + 1 }
    case 'junction.approved':
      return { ...settled, approved: settled.approved + 1 }
    case 'junction.skipped':
      return { ...settled, skipped: settled.skipped + 1 }
    case 'junction.dismissed':
      return { ...settled, dismissed: settled.dismissed + 1 }
    case 'method.noticed': {
      const preview = settled.call?.eventId === row.eventId ? settled.call.preview : ''
      const sample: Sample = { seq: row.seq, rung: 'plane.method_rules', preview, rules: [fact.rule] }
      return { ...withSample(settled, sample), methodErrors: settled.methodErrors + 1 }
    }
    case 'sample.judged':
      return { ...settled, verdicts: { ...settled.verdicts, [fact.seq]: fact.right } }
    case 'call.judged':
      return judgedCall({ ...settled, call: { eventId: row.eventId, preview: fact.preview } }, row, fact)
    default:
      return settled
  }
}

function judgedCall(
  evidence: LadderEvidence,
  { seq, eventId }: StoredFact,
  fact: Extract<Fact, { kind: 'call.judged' }>,
): LadderEvidence {
  const { tier, outcome, preview, rules } = fact
  if (tier !== 'junction' || outcome !== 'allow') return evidence
  return { ...evidence, pending: { seq, rung: 'edge.level', preview, rules, eventId } }
}

/** A call that an approval, a waiver or a copy let pass is no sample: the same event says so in a later row. */
function settle(before: LadderEvidence, { fact, eventId }: StoredFact): LadderEvidence {
  const { pending, ...rest } = before
  if (!pending) return before
  if (pending.eventId !== eventId) {
    const { eventId: _, ...sample } = pending
    return withSample(rest, sample)
  }
  return EXPLAINS.has(fact.kind) ? rest : before
}

const EXPLAINS: ReadonlySet<string> = new Set(['allowance.reserved', 'waiver.spent', 'posture.lowered'])

function withSample(evidence: LadderEvidence, sample: Sample): LadderEvidence {
  const isSame = (one: Sample) =>
    one.rung === sample.rung && one.preview === sample.preview && String(one.rules) === String(sample.rules)
  // A judged row stays: another of its kind teaches nothing.
  if (evidence.samples.some((one) => isSame(one) && evidence.verdicts[one.seq] !== undefined)) return evidence
  const others = evidence.samples.filter((one) => !isSame(one))
  const judged = others.filter(({ seq }) => evidence.verdicts[seq] !== undefined)
  const open = others.filter(({ seq }) => evidence.verdicts[seq] === undefined)
  return { ...evidence, samples: [...judged, ...open, sample].slice(-MAX_SAMPLES) }
}

export interface Rung {
  readonly setting: RungSetting
  readonly level: string
  readonly judged: number
  readonly right: number
  readonly proposal?: { readonly to: string; readonly why: string }
}

/** PLANE-O2. */
const LEAST_BOUNDARIES = 50
const LEAST_SAMPLES = 10
const LEAST_RIGHT = 0.9

/** Where each rung stands and what the evidence speaks for. A proposal changes nothing: only a human promotes. */
export function rungsOf(evidence: LadderEvidence, policy: Policy): readonly Rung[] {
  return [
    routineRung(evidence, policy),
    sampledRung(evidence, 'plane.method_rules', policy.plane.methodRules),
    sampledRung(evidence, 'edge.level', policy.edge.level),
  ]
}

function routineRung({ boundaries }: LadderEvidence, { plane }: Policy): Rung {
  const base = { setting: 'plane.routine', level: plane.routine, judged: 0, right: 0 } as const
  if (plane.routine !== 'observe' || boundaries < LEAST_BOUNDARIES) return base
  return { ...base, proposal: { to: 'steer', why: PROPOSALS.routine(boundaries) } }
}

const NEXT: Readonly<Record<string, string>> = { observe: 'steer', steer: 'gate' }

function sampledRung(evidence: LadderEvidence, setting: Sample['rung'], level: string): Rung {
  const known = evidence.samples.filter(({ rung, seq }) => rung === setting && evidence.verdicts[seq] !== undefined)
  const right = known.filter(({ seq }) => evidence.verdicts[seq]).length
  const base = { setting, level, judged: known.length, right }
  const proposal = promotion(evidence, base)
  return proposal ? { ...base, proposal } : base
}

function promotion({ boundaries }: LadderEvidence, { setting, level, judged, right }: Rung): Rung['proposal'] {
  // Method errors are held only for the subagent types that the operator lists.
  const to = setting === 'plane.method_rules' && level === 'steer' ? undefined : NEXT[level]
  if (to === undefined || boundaries < LEAST_BOUNDARIES || judged < LEAST_SAMPLES) return undefined
  if (right / judged < LEAST_RIGHT) return undefined
  return { to, why: PROPOSALS.rightlyCaught(boundaries, right, judged) }
}

/** A person's word on the ladder. Nobody else climbs it. */
export const listenLadder: Listener = (_state, event) => {
  if (event.kind !== 'ladder') return undefined
  const { act, proof } = event
  if (proof.kind === 'unproven') {
    const text = refusedText(proof)
    return {
      decision: { kind: 'answer', text },
      facts: [{ kind: 'ladder.refused', act: act.kind, why: proof.why }],
      effects: [],
    }
  }
  return { decision: { kind: 'allow' }, facts: [factOf(act, proof.door)], effects: [] }
}

function factOf(act: EventOf<'ladder'>['act'], door: string): LadderFact {
  if (act.kind === 'judge') return { kind: 'sample.judged', seq: act.seq, right: act.right, door }
  return { kind: 'enforcement.changed', setting: act.setting, from: act.from, to: act.to, door }
}
