import { decide } from '../../src/core/decide.ts'
import { evolve } from '../../src/core/evolve.ts'
import type { Assessment } from '../../src/core/model/assessment.ts'
import type { Event } from '../../src/core/model/event.ts'
import type { Fact, Recorded } from '../../src/core/model/fact.ts'
import { agentId, callId, eventId, sessionId } from '../../src/core/model/ids.ts'
import type { Outcome } from '../../src/core/model/outcome.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import { INITIAL_STATE, type State } from '../../src/core/model/state.ts'
import type { ToolCall } from '../../src/core/model/tool.ts'
import { NO_MEMORY } from '../../src/core/model/tool.ts'
import type { CallToJudge } from '../../src/core/protocols/contract.ts'
import { answerPerson } from '../../src/core/protocols/edge/answer-person.ts'
import { evolveEdge } from '../../src/core/protocols/edge/evolve.ts'
import { holdAtJunction, protectOwnFiles, refuseCatastrophe } from '../../src/core/protocols/edge/gate-tool.ts'
import { lapsedHolds } from '../../src/core/protocols/edge/kept.ts'
import { listenEdge } from '../../src/core/protocols/edge/listen.ts'
import { evolveSessions } from '../../src/core/protocols/edge/sessions.ts'
import { assess } from '../../src/core/rules/assess.ts'
import { AROUND, contextOf, PROJECT } from '../support/events.ts'
import type { Action, Timed } from './junction-model.ts'
import { randomHistory } from './random-history.ts'

const COMMANDS: Readonly<Record<Action, string>> = {
  'push-main': 'git push origin main',
  'push-dev': 'git push origin dev',
  publish: 'npm publish',
  'delete-data': 'rm -rf important-data',
  list: 'ls',
  'delete-root': 'rm -rf /',
}

const toolOf = (action: Action): ToolCall => ({ kind: 'shell', name: 'Bash', command: COMMANDS[action] })
const ASSESSED = Object.fromEntries(
  Object.keys(COMMANDS).map((action) => [action, assess(toolOf(action as Action), AROUND, NO_MEMORY)]),
) as Readonly<Record<Action, Assessment>>

export interface Course {
  readonly decide: (state: State, event: Event, timed: Timed) => Outcome
  readonly evolve: (state: State, recorded: Recorded) => State
}

/** Everything, from the text of the command on. */
export const whole: Course = {
  decide: (state, event) => decide(state, event, DEFAULT_POLICY),
  evolve,
}

/** The protocol by itself: the others change nothing in it and would take most of the time. */
export const alone: Course = {
  decide: (state, event, { step }) => {
    if (event.kind !== 'tool.before')
      return answerPerson(state, event, DEFAULT_POLICY) ?? listenEdge(state, event, DEFAULT_POLICY)
    const assessment = ASSESSED[step.kind === 'call' ? step.action : 'list']
    return judged({ state, event, assessment, policy: DEFAULT_POLICY })
  },
  evolve: (state, recorded) => ({
    ...state,
    edge: evolveEdge(state.edge, recorded),
    sessions: evolveSessions(state, recorded),
  }),
}

/** The first refusal decides and its facts are kept; without one, everybody's. */
function judged(question: CallToJudge): Outcome {
  const verdicts = [refuseCatastrophe, protectOwnFiles, holdAtJunction].flatMap((judge) => judge(question) ?? [])
  const refusal = verdicts.find(({ decision }) => 'reasons' in decision)
  const { state, event } = question
  // Any fact tells that the session is there.
  const seen: Fact = { kind: 'doorway.noticed', name: 'call' }
  return {
    decision: refusal?.decision ?? { kind: 'allow' },
    facts: [
      seen,
      ...lapsedHolds(state, event.atMs),
      ...(refusal ? refusal.facts : verdicts.flatMap(({ facts }) => facts)),
    ],
    effects: [],
  }
}

function eventOf({ step, at }: Timed, index: number, history: readonly Timed[]): Event {
  const common = { id: eventId(`e${index}`), atMs: at, runtime: 'claude-code', cwd: String(PROJECT), around: AROUND }
  const ran = (call: number) => {
    const earlier = history[call]?.step
    const action = earlier?.kind === 'call' ? earlier.action : 'list'
    const session = sessionId(earlier?.kind === 'call' ? earlier.session : 'one')
    return { call: callId(`c${call}`), tool: toolOf(action), session }
  }
  switch (step.kind) {
    case 'call': {
      const agent = step.agent === 'main' ? {} : { agent: { id: agentId(step.agent), type: step.agent } }
      const person = step.session === 'night' ? ({ kind: 'absent' } as const) : AROUND.person
      return { ...common, around: { ...AROUND, person }, ...ran(index), ...agent, kind: 'tool.before' }
    }
    case 'result':
      return { ...common, ...ran(step.call), kind: 'tool.after', outcome: { ok: true, output: '' } }
    case 'refused':
      return { ...common, ...ran(step.call), kind: 'tool.refused', reason: '', ...(step.proven && { proven: true }) }
    case 'person': {
      const { verb, number, minutes } = step
      const runtime = step.from === 'terminal' ? 'fairlead' : 'claude-code'
      const about = { ...(number !== undefined && { hold: number }), ...(minutes !== undefined && { minutes }) }
      const proof = { kind: 'human', door: 'cli' } as const
      return { ...common, runtime, session: sessionId(step.from), kind: 'edge', verb, ...about, proof }
    }
    case 'start':
      return { ...common, session: sessionId(step.session), kind: 'session.start', source: 'startup' }
    case 'stop':
      return { ...common, session: sessionId(step.session), kind: 'stop', again: false }
    case 'end':
      return { ...common, session: sessionId(step.session), kind: 'session.end', reason: 'other' }
  }
}

export interface Taken {
  readonly timed: Timed
  readonly outcome: Outcome
  /** After the outcome's facts. */
  readonly state: State
}

/** The history of a seed through one course, step by step. */
export function* live(seed: number, course: Course): Generator<Taken> {
  const history = randomHistory(seed)
  let state = INITIAL_STATE
  for (const [index, timed] of history.entries()) {
    const event = eventOf(timed, index, history)
    const outcome = course.decide(state, event, timed)
    const context = contextOf(event)
    for (const fact of outcome.facts) state = course.evolve(state, { ...context, fact })
    yield { timed, outcome, state }
  }
}
