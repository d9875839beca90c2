import type { Judge } from '../judge.ts'

/** EDGE-118: an agent that would start without the gate is not started. */
export const guardDelegation: Judge = ({ event }) => {
  const why = event.around.ungated
  if (event.tool.kind !== 'delegate' || why === null) return undefined
  const text = `a new agent would run without the gate: ${why}; run \`fairlead init\`, then start the session again`
  return { decision: { kind: 'block', reasons: [{ ruleId: 'EDGE-118', text }] }, facts: [], effects: [] }
}
