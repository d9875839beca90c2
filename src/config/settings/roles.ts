import { DEFAULT_POLICY, type Policy, ROLES } from '../../core/model/policy.ts'
import { choice, type Section } from './setting.ts'

const initial = DEFAULT_POLICY.roles

const MAIN = choice('roles.main', ROLES, {
  initial: initial.main,
  about: 'how much the main agent is trusted',
})
const DIRECTOR = choice('roles.director', ['none', 'subagent', 'session'], {
  initial: initial.director,
  about: 'who is asked before the person when a worker is held',
})

export const ROLES_SECTION: Section<Policy['roles']> = {
  settings: [MAIN, DIRECTOR],
  section: (pick) => ({ main: pick(MAIN), director: pick(DIRECTOR) }),
}
