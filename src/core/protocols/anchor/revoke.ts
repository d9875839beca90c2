import type { EventOf } from '../../model/event.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { State } from '../../model/state.ts'
import { holds } from './owner.ts'

/** Takes an anchor away, bound or begun. Anybody may: it only ever locks. */
export function revoke(state: State, { token }: EventOf<'anchor.revoke'>): Outcome {
  const holder = state.anchor.holders.find((one) => holds(one, token))
  if (holder === undefined) {
    const text = `no agent holds the anchor \`${token}\`; \`fairlead anchor status\` lists them`
    return { decision: { kind: 'answer', text }, facts: [], effects: [] }
  }
  const isBound = holder.bound?.token === token
  return {
    decision: { kind: 'allow', notice: `the anchor \`${token}\` is revoked` },
    facts: [
      isBound
        ? { kind: 'anchor.revoked', token, why: 'revoked at the terminal' }
        : { kind: 'anchor.dropped', token, why: 'revoked at the terminal' },
    ],
    effects: [isBound ? { kind: 'anchor.revoke', token } : { kind: 'anchor.drop', token, what: 'folder' }],
  }
}
