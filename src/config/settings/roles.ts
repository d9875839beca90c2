import { AGENT_ROLES, PROFILES } from '../../core/model/plane.ts'
import { DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { agentType, agentTypes } from './agent-types.ts'
import { amount, choice, ladder, type Section } from './setting.ts'

const initial = DEFAULT_POLICY.roles

const MAIN = ladder('roles.main', [...AGENT_ROLES].reverse(), {
  initial: initial.main,
  firm: true,
  about:
    'how far the main agent is trusted; a director is steered instead of held where a backup covers the whole target',
})
const DIRECTOR = agentType('roles.director', {
  initial: initial.director,
  about: 'the subagent type that may waive holds of its workers, or `none`',
})
const DIRECTOR_SECONDS = amount('roles.director_seconds', {
  initial: initial.directorSeconds,
  minimum: 1,
  maximum: 86_400,
  stricter: 'lower',
  about: "how many seconds a worker's hold waits for the director before it is the person's",
})
const GATE_METHOD_FOR = agentTypes('roles.gate_method_for', {
  initial: initial.gateMethodFor,
  about: 'subagent types that are held for errors of method: wrong tool, build before plan, skipped verification',
})
const WORKER_PROFILE = choice('roles.worker_profile', PROFILES, {
  initial: initial.workerProfile,
  about: 'whether workers are told the bare word or the word with its evidence',
})
const DIRECTOR_PROFILE = choice('roles.director_profile', PROFILES, {
  initial: initial.directorProfile,
  about: 'the same for the director',
})

export const ROLES_SECTION: Section<Policy['roles']> = {
  settings: [MAIN, DIRECTOR, DIRECTOR_SECONDS, GATE_METHOD_FOR, WORKER_PROFILE, DIRECTOR_PROFILE],
  section: (pick) => ({
    main: pick(MAIN),
    director: pick(DIRECTOR),
    directorSeconds: pick(DIRECTOR_SECONDS),
    gateMethodFor: pick(GATE_METHOD_FOR),
    workerProfile: pick(WORKER_PROFILE),
    directorProfile: pick(DIRECTOR_PROFILE),
  }),
}
