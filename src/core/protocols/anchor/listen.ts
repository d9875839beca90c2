import type { Listener } from '../listener.ts'

/** One call of the `anchor` tool. Binding itself is not built yet: the answer says so, and nothing is unlocked. */
export const listenAnchor: Listener = (_state, event) => {
  if (event.kind !== 'anchor.call') return undefined
  const stage = event.args['stage'] ?? ''
  const text = JSON.stringify({
    stage,
    session_token: null,
    next_step: 'this build has no roles to bind to; go on without an anchor',
  })
  return { decision: { kind: 'answer', text }, facts: [{ kind: 'anchor.asked', stage }], effects: [] }
}
