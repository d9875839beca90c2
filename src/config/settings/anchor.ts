import { LOCKED_TOOLS, STRICTNESSES } from '../../core/model/anchor.ts'
import { DEFAULT_POLICY, type Policy } from '../../core/model/policy.ts'
import { amount, ladder, names, type Section, toggle, words } from './setting.ts'

const initial = DEFAULT_POLICY.anchor

const REQUIRED = toggle('anchor.required', {
  initial: initial.required,
  stricter: true,
  about: 'whether an agent must bind itself to a role before it may write',
})
const TOOLS = words('anchor.tools', LOCKED_TOOLS, {
  initial: initial.tools,
  stricter: 'more',
  about: 'which tools stay locked until then; reads never are',
})
const EXEMPT = names('anchor.exempt', {
  initial: initial.exempt,
  stricter: 'fewer',
  example: 'explorer',
  about: 'which agent types need no anchor; `main` is the main agent',
})
const EXPRESS = names('anchor.express', {
  initial: initial.express,
  pattern: /^(?:\*|[\w:.-]{1,128})=[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/,
  example: 'main=implementer',
  about: 'which agents are bound as they start, as `agent type=role`; `main` is the main agent, `*` any subagent',
})
const ROLES = names('anchor.roles', {
  initial: initial.roles,
  pattern: /^(?:\*|[\w:.-]{1,128})=[A-Za-z0-9_][A-Za-z0-9_-]{0,127}$/,
  example: 'explorer=reviewer',
  about:
    'which roles an agent may bind to, as `agent type=role`; `main` is the main agent, `*` any other subagent, and whoever is not named may bind to any',
})
const OPENS = names('anchor.opens', {
  initial: initial.opens,
  pattern: /^[A-Za-z0-9_][A-Za-z0-9_-]{0,127}=(?:edit|shell|mcp)$/,
  example: 'tester=shell',
  about: 'which of the locked tools a role opens, as `role=tool`; a role that is not named opens all of them',
})
const STRICTNESS = ladder('anchor.strictness', STRICTNESSES, {
  initial: initial.strictness,
  about: 'the least proof that an anchor is bound with: one, two or three tensions',
})
const GRANTS = names('anchor.grants', {
  initial: initial.grants,
  example: 'lead',
  about: 'roles whose own trust counts even where the agent has less',
})
const SWEEP_HOURS = amount('anchor.sweep_hours', {
  initial: initial.sweepHours,
  minimum: 1,
  maximum: 720,
  about: 'after how many hours a handshake that was not finished is given up',
})

const KEEP_DAYS = amount('anchor.keep_days', {
  initial: initial.keepDays,
  minimum: 1,
  maximum: 3_650,
  about: 'how many days an anchor outlives its session, and a revoked one itself, before its folder is removed',
})

export const ANCHOR: Section<Policy['anchor']> = {
  settings: [REQUIRED, TOOLS, EXEMPT, EXPRESS, ROLES, OPENS, STRICTNESS, GRANTS, SWEEP_HOURS, KEEP_DAYS],
  section: (pick) => ({
    required: pick(REQUIRED),
    tools: pick(TOOLS),
    exempt: pick(EXEMPT),
    express: pick(EXPRESS),
    roles: pick(ROLES),
    opens: pick(OPENS),
    strictness: pick(STRICTNESS),
    grants: pick(GRANTS),
    sweepHours: pick(SWEEP_HOURS),
    keepDays: pick(KEEP_DAYS),
  }),
}
