import type { AnchorState, Crossing, Holder } from '../../model/anchor.ts'
import type { Recorded } from '../../model/fact.ts'
import { holderOf, isSameOwner } from './owner.ts'

const MAX_CROSSINGS = 32
/** Beyond these the one that was heard of longest ago must bind again, subagents first. */
const MAX_HOLDERS = 64

/** Facts into the anchor's slice. Cost and size do not grow with the history. */
export function evolveAnchor(state: AnchorState, recorded: Recorded): AnchorState {
  const { fact } = recorded
  const owner = { runtime: recorded.runtime, session: recorded.session, agent: recorded.agent ?? '' }
  const own = holderOf(state, owner)
  switch (fact.kind) {
    case 'anchor.crossed': {
      const others = state.crossings.filter((one) => one.call !== fact.call || !isSameOwner(one.owner, owner))
      const type = recorded.agentType === undefined ? {} : { agentType: recorded.agentType }
      const crossing: Crossing = { call: fact.call, digest: fact.digest, owner, ...type, atMs: recorded.atMs }
      return { ...state, crossings: [...others, crossing].slice(-MAX_CROSSINGS) }
    }
    case 'anchor.answered': {
      const isThis = (one: Crossing) => one.call === fact.call && isSameOwner(one.owner, owner)
      return { ...state, crossings: state.crossings.filter((one) => !isThis(one)) }
    }
    case 'anchor.advanced': {
      const { token, stage, role } = fact
      const bound = own?.bound && { bound: own.bound }
      return withHolder(state, { owner, atMs: recorded.atMs, pending: { token, stage, role }, ...bound })
    }
    case 'anchor.bound': {
      const { token, role, trust, digest } = fact
      return withHolder(state, { owner, atMs: recorded.atMs, bound: { token, role, trust, digest } })
    }
    case 'anchor.dropped':
      return withoutToken(state, fact.token, 'pending')
    case 'anchor.revoked':
    case 'anchor.expired':
      return withoutToken(state, fact.token, 'bound')
    case 'agent.stopped':
      return { ...state, holders: state.holders.filter((one) => !isStopped(one, recorded, fact.agent)) }
    default:
      return state
  }
}

function isStopped({ owner }: Holder, recorded: Recorded, agent: string): boolean {
  return isSameOwner(owner, { runtime: recorded.runtime, session: recorded.session, agent })
}

function withHolder(state: AnchorState, holder: Holder): AnchorState {
  const holders = [...state.holders.filter((one) => !isSameOwner(one.owner, holder.owner)), holder]
  if (holders.length <= MAX_HOLDERS) return { ...state, holders }
  const eldest = holders.find((one) => one.owner.agent !== '') ?? holders[0]
  return { ...state, holders: holders.filter((one) => one !== eldest) }
}

function withoutToken(state: AnchorState, token: string, part: 'pending' | 'bound'): AnchorState {
  const holders = state.holders.map((one): Holder => {
    if (one[part]?.token !== token) return one
    const { [part]: _, ...rest } = one
    return rest
  })
  return { ...state, holders: holders.filter((one) => one.pending !== undefined || one.bound !== undefined) }
}
