import { decide, evolve } from '../../../core/index.ts'
import type { Decision } from '../../../core/model/decision.ts'
import { type ParsedEvent, seeing, surround } from '../../../core/model/event.ts'
import type { Fact, FactContext } from '../../../core/model/fact.ts'
import { projectRoot } from '../../../core/model/ids.ts'
import type { Policy } from '../../../core/model/policy.ts'
import { INITIAL_STATE } from '../../../core/model/state.ts'
import type { Surroundings } from '../../../core/model/surroundings.ts'
import type { Log } from './rows.ts'

export interface Played {
  readonly event: ParsedEvent
  readonly decision: Decision
  readonly facts: readonly Fact[]
}

/** Temporary folders of the systems that logs come from. */
const TEMP_DIRS = ['/tmp', '/var/tmp', '/private/tmp', '/var/folders', '/private/var/folders']
const HOME = /^(?:\/home\/[^/]+|\/Users\/[^/]+|\/root)/

/** Every event through the core that judges live, one after the other. Nothing is looked up: what git knew then is gone. */
export function replayLog({ project, events }: Log, policy: Policy): readonly Played[] {
  const home = HOME.exec(project)?.[0] ?? '/home/replay'
  const around: Surroundings = {
    project: projectRoot(project),
    cwd: project,
    home,
    cli: 'fairlead',
    tempDirs: TEMP_DIRS,
    ownPaths: [],
  }
  let state = INITIAL_STATE
  return events.map(({ print, ...parsed }) => {
    const unseen = surround(parsed, { ...around, cwd: parsed.cwd })
    const event = unseen.kind === 'tool.after' && print ? seeing(unseen, { print }) : unseen
    const { decision, facts } = decide(state, event, policy)
    const context = contextOf(parsed)
    state = facts.reduce((known, fact) => evolve(known, { ...context, fact }), state)
    return { event: parsed, decision, facts }
  })
}

function contextOf({ id, atMs, runtime, session, agent }: ParsedEvent): FactContext {
  return { eventId: id, atMs, runtime, session, ...(agent && { agent: agent.id, agentType: agent.type }) }
}
