import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { Policy } from '../../model/policy.ts'
import type { State } from '../../model/state.ts'
import { NEXT_STEP, REFUSED } from '../../words/anchor.ts'
import type { Listener } from '../contract.ts'
import { type AnchorCall, answer, firstRole, said } from './answer.ts'
import { bindAtStart } from './bind-at-start.ts'
import { isPlain } from './names.ts'
import { callDigest, isSameOwner, ownerOf } from './owner.ts'
import { revoke, settle } from './settle.ts'
import { stageContext } from './stage-context.ts'
import { stageIdentity } from './stage-identity.ts'
import { stageProof } from './stage-proof.ts'
import { identityCall } from './templates.ts'

export const listenAnchor: Listener = (state, event, policy) => {
  switch (event.kind) {
    case 'anchor.call':
      return answerCall(state, event, policy)
    case 'anchor.revoke':
      return revoke(state, event)
    case 'anchor.settle':
      return settle(state, event, policy)
    case 'session.start':
    case 'agent.start':
      return bindAtStart(state, event, policy)
    default:
      return undefined
  }
}

const STAGES: ReadonlyMap<string, (asked: AnchorCall) => Outcome> = new Map([
  ['identity', stageIdentity],
  ['context', stageContext],
  ['proof', stageProof],
])

const MAX_ARGUMENT_CHARS = 2_000

/** ANCHOR-6: one call of the one tool. Who made it was learnt at the tool-call boundary, or is not known. */
function answerCall(state: State, event: EventOf<'anchor.call'>, policy: Policy): Outcome {
  const owner = ownerOf(event)
  const digest = callDigest(event.args)
  const crossing = state.anchor.crossings.find(
    (one) => one.call === event.call && one.digest === digest && isSameOwner(one.owner, owner),
  )
  const { desk, project } = event.around
  const asked: AnchorCall = {
    state: state.anchor,
    policy: policy.anchor,
    roles: policy.roles,
    args: event.args,
    desk,
    owner,
    agentType: event.agent?.type,
    call: crossing?.call ?? null,
    eventId: event.id,
    atMs: event.atMs,
    workingDir: desk.workingDir ?? project,
  }
  const refusal = refusalOf(asked, event.isAmbiguous === true)
  if (refusal !== undefined) return refuse(asked, refusal)
  const stage = STAGES.get(said(asked, 'stage'))
  if (stage === undefined) return refuse(asked, REFUSED.badStage)
  return stage(asked)
}

function refusalOf(asked: AnchorCall, isAmbiguous: boolean): string | undefined {
  const { args, desk, call } = asked
  const odd = Object.entries(args).find(
    ([name, value]) => !isPlain(value) || (name !== 'payload' && value.length > MAX_ARGUMENT_CHARS),
  )
  if (odd) return REFUSED.badText(odd[0], MAX_ARGUMENT_CHARS)
  if (desk.workingDir === undefined) return REFUSED.badFolder
  if (args['mode'] === 'untracked' && args['stage'] === 'identity') return undefined
  if (isAmbiguous) return REFUSED.ambiguous
  if (call === null) {
    return REFUSED.unseen
  }
  return desk.trouble
}

function refuse(asked: AnchorCall, error: string): Outcome {
  return answer(asked, {
    outcome: 'refused',
    standing: 'LOBBY',
    token: null,
    errors: [error],
    nextStep: NEXT_STEP.fix,
    next: identityCall(asked.workingDir, firstRole(asked)),
  })
}
