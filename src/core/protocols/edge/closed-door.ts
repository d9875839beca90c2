import type { Listener } from '../listener.ts'

/** A person should not learn at the first hold that `/edge` goes nowhere. */
export const listenDoors: Listener = (_state, { kind, around }) => {
  if (kind !== 'session.start' || around.doorClosed === undefined) return undefined
  const notice = `fairlead: \`/edge\` is off in this terminal: ${around.doorClosed}`
  return { decision: { kind: 'allow', notice }, facts: [], effects: [] }
}
