import type { Provider } from '../provider.ts'

const REVIEWER = /(?:^|[^a-z])(?:review|reviewer|critic|critique|audit|auditor)(?![a-z])/i

/** Somebody else was asked to judge the work: a subagent or skill that reviews. */
export const critique: Provider = {
  id: 'critique',
  looks: 'back',
  shows: ({ tool }) => {
    if (tool.kind === 'delegate') return REVIEWER.test(tool.agentType)
    return tool.kind === 'skill' && REVIEWER.test(tool.skill)
  },
}
