import type { Grant, Recorded } from '../../model/fact.ts'
import { own } from '../../model/own.ts'
import type { Allowance, EdgeState, Junction, Observations } from '../../model/state.ts'
import { holdsOf } from './holds.ts'

/** The operator's slice after one fact. Kinds that do not concern it leave it as it is. */
export function evolveEdge(edge: EdgeState, { fact, atMs, session }: Recorded): EdgeState {
  switch (fact.kind) {
    case 'session.started':
      return startSession(edge, { id: session, startedAtMs: atMs, startHash: fact.startHash }, atMs)
    case 'session.ended':
      // EDGE-59: a session takes its own allowances with it, nobody else's.
      return { ...edge, allowances: edge.allowances.filter((allowance) => allowance.session !== session) }
    case 'mode.changed':
      return { ...edge, mode: fact.to }
    case 'state.edited':
      return { ...edge, claims: fact.claims }
    case 'junction.opened':
      return { ...withHolds(edge, [...holdsOf(edge), fact.junction]), nextNumber: fact.junction.number + 1 }
    case 'junction.approved':
      return {
        ...withoutHold(edge, fact.grant.number),
        allowances: [...edge.allowances, allowanceOf(fact.grant, fact.signature)],
      }
    case 'junction.skipped':
    case 'junction.lapsed':
      return withoutHold(edge, fact.number)
    case 'junction.dismissed':
      return dismissed(withoutHold(edge, fact.grant.number), fact.grant, fact.signature)
    case 'allowance.reserved':
      return withAllowance(edge, fact.allowance, (allowance) => ({
        ...allowance,
        consumed: true,
        reservedBy: fact.call,
      }))
    case 'allowance.committed':
      return withAllowance(edge, fact.allowance, ({ reservedBy: _, ...allowance }) => ({
        ...allowance,
        consumed: true,
      }))
    case 'allowance.released':
      return withAllowance(edge, fact.allowance, ({ reservedBy: _, ...allowance }) => ({
        ...allowance,
        consumed: false,
      }))
    case 'pause.started':
      return { ...edge, pause: { ...fact.pause, signature: fact.signature } }
    case 'pause.ended':
      return withoutPause(edge, fact.pause)
    case 'grant.rejected':
      return withoutGrant(edge, fact.grant)
    case 'call.observed':
      return { ...edge, observations: observed(edge.observations, fact, atMs) }
    default:
      return edge
  }
}

/** EDGE-95: what has expired or was used up does not enter a new session. */
function startSession(edge: EdgeState, session: EdgeState['session'], atMs: number): EdgeState {
  return {
    ...edge,
    session,
    allowances: edge.allowances.filter((allowance) => !allowance.consumed || allowance.reservedBy !== undefined),
    dismissals: edge.dismissals.filter((dismissal) => atMs < dismissal.expiresAtMs),
  }
}

/** EDGE-15: the oldest hold is the junction, the others queue behind it. */
function withHolds(edge: EdgeState, [junction, ...queue]: readonly Junction[]): EdgeState {
  return { ...edge, junction: junction ?? null, queue }
}

function withoutHold(edge: EdgeState, number: number): EdgeState {
  return withHolds(
    edge,
    holdsOf(edge).filter((hold) => hold.number !== number),
  )
}

function allowanceOf(grant: Grant, signature: string): Allowance {
  const { door: _door, expiresAtMs: _expires, ...exact } = grant
  return { ...exact, consumed: false, signature }
}

function dismissed(edge: EdgeState, grant: Grant, signature: string): EdgeState {
  const dismissal = {
    id: grant.id,
    fingerprint: grant.fingerprint,
    dismissedAtMs: grant.grantedAtMs,
    expiresAtMs: grant.expiresAtMs ?? grant.grantedAtMs,
    signature,
  }
  return { ...edge, dismissals: [...edge.dismissals, dismissal] }
}

function withAllowance(edge: EdgeState, id: string, change: (allowance: Allowance) => Allowance): EdgeState {
  return {
    ...edge,
    allowances: edge.allowances.map((allowance) => (allowance.id === id ? change(allowance) : allowance)),
  }
}

function withoutGrant(edge: EdgeState, id: string): EdgeState {
  return {
    ...withoutPause(edge, id),
    allowances: edge.allowances.filter((allowance) => allowance.id !== id),
    dismissals: edge.dismissals.filter((dismissal) => dismissal.id !== id),
  }
}

function withoutPause(edge: EdgeState, id: string): EdgeState {
  if (edge.pause?.id !== id) return edge
  const { pause: _, ...rest } = edge
  return rest
}

const MAX_FILES_LISTED = 500

function observed(
  before: Observations,
  fact: { readonly tool: string; readonly files: readonly string[]; readonly testRun: boolean },
  atMs: number,
): Observations {
  const fresh = fact.files.filter((file) => !before.filesModified.includes(file))
  return {
    filesModified: [...before.filesModified, ...fresh].slice(0, MAX_FILES_LISTED),
    toolsUsed: { ...before.toolsUsed, [fact.tool]: (own(before.toolsUsed, fact.tool) ?? 0) + 1 },
    testsRun: before.testsRun || fact.testRun,
    lastActivityMs: Math.max(before.lastActivityMs ?? atMs, atMs),
  }
}
