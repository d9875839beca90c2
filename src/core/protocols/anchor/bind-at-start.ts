import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { BOUND } from '../../words/anchor.ts'
import type { AnchorCall } from './answer.ts'
import { armOf, handshakeText } from './handshake.ts'
import { holderOf, ownerOf } from './owner.ts'
import { roleFor } from './role-policy.ts'
import { newHandshake, type RoleRequest, readRequest } from './stage-identity.ts'
import { bindingOf, expressBind, expressProof } from './stage-proof.ts'

/** ANCHOR-14, ANCHOR-50: where the operator set down a role, the hook binds the agent as it starts, in both steps. */
export function bindAtStart(
  state: State,
  event: EventOf<'session.start' | 'agent.start'>,
  policy: Policy,
): Outcome | undefined {
  const role = roleFor(policy.anchor, event.agent?.type)
  const { desk, project } = event.around
  if (role === undefined || desk === null) return undefined
  const owner = ownerOf(event)
  const bound = holderOf(state.anchor, owner)?.bound
  if (bound !== undefined) return say(BOUND.to(bound.role))
  const asked: AnchorCall = {
    state: state.anchor,
    policy: policy.anchor,
    roles: policy.roles,
    args: { stage: 'identity', role, mode: 'express' },
    desk,
    owner,
    agentType: event.agent?.type,
    call: null,
    eventId: event.id,
    atMs: event.atMs,
    workingDir: desk.workingDir ?? project,
  }
  const request = readRequest(asked)
  if (desk.trouble !== undefined) return unbound(role, desk.trouble)
  return 'errors' in request ? unbound(role, request.errors.join('; ')) : bindNow(asked, request)
}

function bindNow(asked: AnchorCall, request: RoleRequest): Outcome {
  const { constitution, role, strictness } = request
  const proof = expressProof(constitution, strictness, asked.desk)
  if ('why' in proof) return unbound(role, proof.why)
  const handshake = newHandshake(asked, request, 'express')
  const { token } = handshake
  const proven = { arm: armOf(asked.desk, request.topic), bind: expressBind(constitution, request.topic), proof }
  const { fact, text } = bindingOf(asked, { handshake, constitution }, proven)
  const rules = constitution.constraints.slice(0, SHOWN_CONSTRAINTS).map((one) => one.text)
  return {
    ...say(BOUND.atStart(role, constitution.mission, rules)),
    facts: [{ kind: 'anchor.advanced', token, stage: 'IDENTITY', role, tracking: 'express', strictness }, fact],
    effects: [
      { kind: 'anchor.govern', otherwise: '' },
      { kind: 'anchor.keep', token, text: handshakeText(handshake), otherwise: '' },
      { kind: 'anchor.promote', token, text, otherwise: '' },
    ],
  }
}

const SHOWN_CONSTRAINTS = 6

function say(steer: string): Outcome {
  return { decision: { kind: 'allow', steer }, facts: [], effects: [] }
}

/** Nothing is opened; the agent may still bind by itself, and the person hears why the hook did not. */
function unbound(role: string, why: string): Outcome {
  const notice = BOUND.notAtStart(role, why)
  return { decision: { kind: 'allow', notice }, facts: [], effects: [] }
}
