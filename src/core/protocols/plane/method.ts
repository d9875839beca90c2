import type { Assessment, Finding } from '../../model/assessment.ts'
import type { EventOf } from '../../model/event.ts'
import { lookUp } from '../../model/language.ts'
import type { AgentRecord, MethodRule, RolesFact } from '../../model/plane.ts'
import type { Policy } from '../../model/policy.ts'
import { METHOD } from '../../words/plane.ts'
import type { CallToJudge } from '../contract.ts'
import { agentKey, NEW_AGENT } from './evolve-roles.ts'
import { profileOf, roleOf } from './role-of.ts'

type Before = EventOf<'tool.before'>

/** What a worker did against method, and what that leads to. */
export interface MethodErrors {
  readonly facts: readonly RolesFact[]
  /** Held like any junction: a person, or the director, lets it pass. */
  readonly findings: readonly Finding[]
  readonly steer: string | undefined
}

const NONE: MethodErrors = { facts: [], findings: [], steer: undefined }

/**
 * PLANE-L15e, C50: wasted work is the one loss that no copy refunds. Observed by default; only the subagent types that the operator
 * lists are held. Everything is judged from what was seen, nothing from what an agent says.
 */
export function methodErrors({ state, event, policy, assessment }: CallToJudge): MethodErrors {
  if (roleOf(event, policy) !== 'worker') return NONE
  const record = lookUp(state.roles.agents, agentKey(event.session, event.agent?.id)) ?? NEW_AGENT
  const errors = CHECKS.filter(({ errs }) => errs(event, record, assessment))
  if (errors.length === 0) return NONE
  const led = enforcementFor(event, policy)
  const isComplex = profileOf('worker', policy) === 'complex'
  return {
    facts: errors.map(({ rule }) => ({ kind: 'method.noticed', rule, led, call: event.call })),
    findings: led === 'gate' ? errors.map((error) => findingOf(error, event)) : [],
    steer:
      led === 'steer' ? errors.map((error) => hintAt(error, isComplex ? record : undefined)).join('\n') : undefined,
  }
}

function hintAt({ rule, seen }: Check, record: AgentRecord | undefined): string {
  const { reason, evidence } = METHOD[rule]
  return `method: ${reason}${record ? `; ${evidence(seen?.(record) ?? 0)}` : ''}`
}

function enforcementFor(event: Before, { plane, roles }: Policy): 'observe' | 'steer' | 'gate' {
  if (event.agent && roles.gateMethodFor.includes(event.agent.type)) return 'gate'
  return plane.methodRules === 'observe' ? 'observe' : 'steer'
}

interface Check {
  readonly rule: MethodRule
  readonly errs: (event: Before, record: AgentRecord, assessment: Assessment) => boolean
  /** How often, for the evidence. */
  readonly seen?: (record: AgentRecord) => number
}

/** One plain command that shows one file; what pipes, filters or numbers is more than reading. */
const SHOWS_FILE = /^\s*(?:cat|head|tail|less|more|nl|bat)(?:\s+-[-\w=]+)*\s+[^-\s|;&<>`$()*?][^\s|;&<>`$()*?]*\s*$/
const EDITS_FILE = /^\s*(?:sed\s+(?:-\S+\s+)*(?:-[a-zA-Z]*i|--in-place)|perl\s+-[a-zA-Z]*i|cat\s*>{1,2}\s*\S+\s*<<)/
const SHIPS: ReadonlySet<Finding['harm']> = new Set(['publish', 'deploy', 'migrate'])

const CHECKS: readonly Check[] = [
  {
    rule: 'wrong-tool',
    seen: ({ looks }) => looks,
    errs: ({ tool }, { hasReader, hasEditor }) =>
      tool.kind === 'shell' &&
      ((hasReader && SHOWS_FILE.test(tool.command)) || (hasEditor && EDITS_FILE.test(tool.command))),
  },
  {
    rule: 'build-before-plan',
    errs: ({ tool }, { looks, edits }) =>
      looks === 0 && edits === 0 && tool.kind === 'edit' && tool.changes.some(({ op }) => op !== 'write'),
  },
  {
    rule: 'skipped-verification',
    seen: ({ unverified }) => unverified,
    errs: (_event, { unverified }, { findings }) => unverified > 0 && findings.some(({ harm }) => SHIPS.has(harm)),
  },
]

function findingOf({ rule }: Check, { tool }: Before): Finding {
  return {
    rule: `method.${rule}`,
    harm: 'waste',
    tier: 'junction',
    type: 'irreversible',
    override: 'any-door',
    reason: METHOD[rule].reason,
    argv: [tool.name],
    targets: [],
    family: `method ${rule}`,
    targetClass: 'any',
  }
}
