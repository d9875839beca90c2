import type { AnchorDesk, AnchorEffect, AnchorFact, AnchorState, Owner } from '../../model/anchor.ts'
import type { CallId } from '../../model/ids.ts'
import type { Json } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import type { AnchorPolicy, Policy } from '../../model/policy.ts'
import { NEXT_STEP } from '../../words/anchor.ts'
import { isSameRole } from './names.ts'
import { rolesFor } from './role-policy.ts'
import { identityCall, type NextCall } from './templates.ts'

/** One call of the tool with everything it is judged by. */
export interface AnchorCall {
  readonly state: AnchorState
  readonly policy: AnchorPolicy
  readonly roles: Policy['roles']
  readonly args: Readonly<Record<string, string>>
  readonly desk: AnchorDesk
  readonly owner: Owner
  /** As the runtime named it; undefined for the main agent. */
  readonly agentType: string | undefined
  readonly call: CallId | null
  readonly eventId: string
  readonly atMs: number
  readonly workingDir: string
}

/** Where the agent stands after the answer. */
type HandshakeState = 'LOBBY' | 'IDENTITY' | 'CONTEXT' | 'BOUND' | 'FAILED'

/** ANCHOR-47: nothing is answered without `next_step` and the call that goes with it. */
export interface StageAnswer {
  readonly outcome: 'advanced' | 'failed' | 'refused' | 'told'
  readonly standing: HandshakeState
  readonly token: string | null
  readonly errors?: readonly string[]
  readonly more?: Readonly<Record<string, Json>>
  readonly nextStep: string
  readonly next: NextCall | null
  /** The payload that `next` needs, in lines. */
  readonly template?: string
  readonly facts?: readonly AnchorFact[]
  readonly effects?: readonly AnchorEffect[]
}

export function answer(asked: AnchorCall, told: StageAnswer): Outcome {
  const { outcome, token, errors = [], facts = [], effects = [] } = told
  const stage = said(asked, 'stage')
  const answered: readonly AnchorFact[] =
    asked.call === null
      ? []
      : [
          {
            kind: 'anchor.answered',
            call: asked.call,
            stage: stage.slice(0, 20),
            token: token ?? '',
            outcome,
            errors: errors.slice(0, MAX_ERRORS).map(cut),
          },
        ]
  return {
    decision: { kind: 'answer', text: answerText(stage, told) },
    facts: [...answered, ...facts],
    effects,
  }
}

export function said({ args }: AnchorCall, name: string): string {
  return args[name] ?? ''
}

/** Something to put where the agent has to choose; the list of roles stands beside it. */
export function firstRole(asked: AnchorCall): string {
  return rolesOpenTo(asked)[0] ?? 'implementer'
}

/** Of the roles there are, those that this agent may bind to; in the operator's order, where there is one. */
export function rolesOpenTo({ desk, policy, agentType }: AnchorCall): readonly string[] {
  const named = rolesFor(policy, agentType)
  return named?.filter((role) => desk.roles.some((one) => isSameRole(one, role))) ?? desk.roles
}

const MAX_ERRORS = 20
const MAX_ERROR_CHARS = 300

/** What an agent wrote comes back in messages, and not in full. */
export function cut(text: string): string {
  return text.length > MAX_ERROR_CHARS ? `${text.slice(0, MAX_ERROR_CHARS)}…` : text
}

export function answerText(stage: string, told: StageAnswer): string {
  const { outcome, standing, token, errors = [], more = {}, nextStep, next, template } = told
  const body: Json = {
    ok: outcome === 'advanced' || (outcome === 'told' && errors.length === 0),
    stage: stage.slice(0, 20),
    state: standing,
    session_token: token,
    ...(errors.length > 0 && { errors: errors.slice(0, MAX_ERRORS).map(cut) }),
    ...more,
    next_step: nextStep,
    next_call: next,
    template: template ?? (next === null ? 'nothing to fill in' : JSON.stringify(next.arguments)),
  }
  return JSON.stringify(body, null, 2)
}

/** ANCHOR-47: what an agent is told when its call did not get as far as being judged. */
export function unheard(stage: string, workingDir: string, error: string): string {
  return answerText(stage, {
    outcome: 'refused',
    standing: 'LOBBY',
    token: null,
    errors: [error],
    nextStep: NEXT_STEP.fixAndRepeat,
    next: identityCall(workingDir, 'implementer'),
  })
}
