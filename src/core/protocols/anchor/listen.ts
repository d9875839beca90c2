import type { Listener } from '../contract.ts'
import { answerCall } from './answer-call.ts'
import { bindAtStart } from './express-start.ts'
import { revoke } from './revoke.ts'
import { settle } from './settle.ts'

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
