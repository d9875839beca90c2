import type { Listener } from '../listener.ts'

/** A person should not learn at the first hold that `/edge` goes nowhere. */
export const listenDoors: Listener = (_state, event) => {
  if (event.kind !== 'session.start' || event.around.doorClosed === null) return undefined
  const notice = `fairlead: \`/edge\` is off in this terminal: ${event.around.doorClosed}`
  return { decision: { kind: 'allow', notice }, facts: [], effects: [] }
}
