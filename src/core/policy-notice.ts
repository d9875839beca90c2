import type { Listener } from './protocols/listener.ts'

/** What is wrong in the policy files does not count, and a person should know it: told once, when a session starts. */
export const tellPolicyProblems: Listener = (_state, event, { problems }) => {
  const [first] = problems
  if (event.kind !== 'session.start' || first === undefined) return undefined
  const more = problems.length > 1 ? ` and ${problems.length - 1} more` : ''
  const notice = `fairlead: the policy has a problem: ${first}${more}; \`fairlead config check\` names them all`
  return { decision: { kind: 'allow', notice }, facts: [], effects: [] }
}
