import type { Door } from '../../model/door.ts'
import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import { answerWith, type Outcome, refusal } from '../../model/outcome.ts'
import type { Claims, EdgeState, Hold, OperatorMode, State } from '../../model/state.ts'
import { sessionMeant } from '../../model/state.ts'
import { allowancePrint, dismissalPrint } from '../../rules/text/fingerprint.ts'
import { EDGE_PROBLEMS, MODE_TEXTS } from '../../words/edge.ts'
import { statedLine } from './claim.ts'
import { liveHolds } from './holds.ts'
import { openIssues, type QualityIssue } from './quality-gate.ts'
import { archive } from './session-life.ts'

type Act = EventOf<'edge'>
type Change = Act & { readonly verb: 'plan' | 'active' | 'review' | 'done' }

/** EDGE-17, EDGE-20, EDGE-25, EDGE-28: `/edge <mode>` pins the operator mode. The person is answered at once. */
export function changeMode(state: State, event: Change, door: Door): Outcome {
  const { verb } = event
  const objective = event.text === undefined ? undefined : statedLine(event.text)
  const stated = objective === undefined ? [] : [objectiveSet(objective, door)]
  const edge = objective === undefined ? state.edge : { ...state.edge, claims: { ...state.edge.claims, objective } }
  const move = moveTo(edge, verb)
  if (!move.ok) return refusal(move.why)
  if (verb === 'done') return finish(state, event, door)
  // The mode first: leaving `done` clears the objective of the work that was archived.
  const facts: readonly Fact[] = [{ kind: 'mode.changed', to: verb, by: door }, ...stated]
  const changed = MODE_TEXTS.changed(verb, edge.claims.objective)
  return answerWith(move.warning === undefined ? changed : `${changed}\n${move.warning}`, facts)
}

function objectiveSet(objective: string, by: Door): Fact {
  return { kind: 'objective.set', objective, by }
}

/** EDGE-78, EDGE-80: `done` is reached through the quality gate, and archives the work. */
function finish(state: State, event: Act, door: Door): Outcome {
  const session = sessionMeant(state, event)
  const issues = openIssues(state.edge, session)
  if (issues.length > 0 && !isDismissed(state.edge, event.atMs)) return holdForQuality(state, event, issues)
  const { facts, effects } = archive(state, session, event.atMs)
  return {
    decision: { kind: 'answer', text: MODE_TEXTS.done },
    facts: [{ kind: 'mode.changed', to: 'done', by: door }, ...facts],
    effects,
  }
}

// Not made beforehand: a hash that a cold hook has no need of.
const classOf = (type: 'quality_gate' | 'ambiguous') =>
  dismissalPrint({
    type,
    family: type === 'quality_gate' ? 'edge done' : 'edge ambiguous',
    targetClass: 'project',
    through: [],
  })

function isDismissed({ dismissals }: EdgeState, atMs: number): boolean {
  const quality = classOf('quality_gate')
  return dismissals.some((one) => one.fingerprint === quality && atMs < one.expiresAtMs)
}

/** EDGE-49, EDGE-87: the issues wait for a person in a junction of their own. */
function holdForQuality(state: State, event: Act, issues: readonly QualityIssue[]): Outcome {
  const reason = issues.map((issue) => issue.text).join('; ')
  const checks = issues.map((issue) => issue.check)
  const about = { type: 'quality_gate', reason, rule: 'EDGE-87', asked: checks.join(' ') } as const
  const fresh: Hold = { ...holdWithoutCall(state, event, about), checks }
  const waiting = liveHolds(state.edge, event.atMs).find((hold) => hold.fingerprint === fresh.fingerprint)
  const { number } = waiting ?? fresh
  const facts: readonly Fact[] = waiting ? [] : [{ kind: 'junction.opened', junction: fresh }]
  return refusal(MODE_TEXTS.notDone(reason, number, event.around.cli), facts)
}

/** EDGE-48: a choice that waits for a person, noted by hand. */
export function noteQuestion(state: State, event: Act): Outcome {
  const reason = statedLine(event.text ?? '')
  if (reason === '') return refusal(EDGE_PROBLEMS.noQuestion)
  const junction = holdWithoutCall(state, event, { type: 'ambiguous', reason, rule: 'EDGE-48', asked: reason })
  return answerWith(MODE_TEXTS.question(junction.number, reason), [{ kind: 'junction.opened', junction }])
}

interface Asking extends Pick<Hold, 'reason'> {
  readonly type: 'quality_gate' | 'ambiguous'
  readonly rule: string
  /** What tells one such hold from another. */
  readonly asked: string
}

/** A hold that stands for no call. */
function holdWithoutCall(state: State, event: Act, { type, reason, rule, asked }: Asking): Hold {
  const canonical = `${asked}\n${state.edge.claims.objective}`
  return {
    id: event.id,
    number: state.edge.nextNumber,
    type,
    reason,
    createdAtMs: event.atMs,
    fingerprint: allowancePrint({
      ...{ tool: 'edge', canonical, cwd: event.around.project, exhibit: [] },
      findings: [{ type, rule, targets: [] }],
    }),
    kindPrint: classOf(type),
    override: 'any-door',
    session: sessionMeant(state, event),
  }
}

type Move = { readonly ok: true; readonly warning?: string } | { readonly ok: false; readonly why: string }

/** EDGE-73 to EDGE-81 without the quality gate: may the operator mode be entered from where we are? */
function moveTo({ mode, claims }: Pick<EdgeState, 'mode' | 'claims'>, to: OperatorMode): Move {
  switch (to) {
    case 'plan':
      return { ok: true }
    case 'active':
      return enterActive(claims)
    case 'review':
      return enterReview(mode, claims)
    case 'done':
      // EDGE-75: nothing was worked on.
      if (mode === 'plan') return { ok: false, why: MODE_TEXTS.nothingDone }
      return mode === 'done' ? { ok: false, why: MODE_TEXTS.alreadyDone } : { ok: true }
  }
}

function enterActive({ objective, plan }: Claims): Move {
  // EDGE-21.
  if (objective === '') return { ok: false, why: MODE_TEXTS.noObjective }
  return plan.length === 0 ? { ok: true, warning: MODE_TEXTS.noPlan } : { ok: true }
}

function enterReview(mode: OperatorMode, { plan }: Claims): Move {
  if (mode === 'done') return { ok: false, why: MODE_TEXTS.archived }
  return plan.some((step) => step.status === 'completed')
    ? { ok: true }
    : { ok: true, warning: MODE_TEXTS.nothingCompleted }
}
