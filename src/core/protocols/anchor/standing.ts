import type { AnchorEffect, AnchorFact, Handshake, Holder } from '../../model/anchor.ts'
import type { Outcome } from '../../model/outcome.ts'
import { isoTime } from '../../model/time.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { type Asked, answer, answerText, cut, firstRole, said } from './answer.ts'
import { type Constitution, readConstitution } from './constitution.ts'
import { handshakeText, readHandshake } from './handshake-file.ts'
import { isToken } from './names.ts'
import { holderOf, holds } from './owner.ts'
import { mayBindTo } from './role-policy.ts'
import { strictnessOf } from './strictness.ts'
import { identityCall, type NextCall } from './templates.ts'

/** A handshake that can go on, with the constitution it began with. */
export interface Open {
  readonly handshake: Handshake
  readonly constitution: Constitution
  readonly token: string
}

/** The third failure is final (ANCHOR-53). */
const MAX_FAILURES = 3

/** The handshake that a call of stage 2 or 3 goes on with, or the answer that says why there is none. */
export function openHandshake(asked: Asked): Open | { readonly outcome: Outcome } {
  const token = said(asked, 'token')
  if (!isToken(token)) return restart(asked, '`token` must be the `session_token` that stage identity answered with')
  const holder = holderOf(asked.state, asked.owner)
  const isBound = holder?.bound?.token === token
  // Bound in the record and still pending on disk: a crash came between, and the same proof finishes it.
  if (isBound && asked.desk.isActive) return whatIsActive(asked, holder.bound)
  if (holder?.pending?.token !== token && !isBound) {
    const isForeign = asked.state.holders.some((one) => holds(one, token))
    return restart(
      asked,
      isForeign
        ? 'this token belongs to another agent; every agent binds for itself'
        : 'there is no handshake with this token',
    )
  }
  const kept = readHandshake(asked.desk.session?.handshake, token)
  if (kept === undefined)
    return restart(asked, `.hestai/sessions/pending/${token}/handshake.json is missing or cannot be read`)
  const recorded = isBound ? holder.bound?.role : holder?.pending?.role
  if (kept.role !== recorded) return restart(asked, `this handshake was begun for the role \`${recorded}\``)
  if (!mayBindTo(asked.policy, asked.agentType, kept.role))
    return restart(asked, `an agent like you may no longer bind to \`${kept.role}\``)
  const handshake = believed(kept, asked, holder?.pending)
  if (handshake.working_dir !== asked.workingDir)
    return restart(asked, `this handshake was begun in \`${handshake.working_dir}\``)
  if (handshake.failures.length >= MAX_FAILURES)
    return restart(asked, 'this handshake failed three times and is closed')
  const text = asked.desk.constitution?.text ?? ''
  const read = readConstitution(text)
  if (!read.ok || textDigest(text) !== handshake.constitution_hash) {
    return restart(asked, `the constitution of \`${handshake.role}\` changed since this handshake began`)
  }
  return { handshake, constitution: read.constitution, token }
}

/** The file says how far the agent came and how much proof is owed; it is believed no further than the record and the operator go. */
function believed(kept: Handshake, { policy }: Asked, pending: Holder['pending']): Handshake {
  const strictness = strictnessOf(kept.mode, kept.strictness, policy.strictness)
  const isAhead = kept.stage === 'CONTEXT' && pending?.stage === 'IDENTITY'
  return isAhead ? { ...kept, strictness, stage: 'IDENTITY', server_arm: null, bind: null } : { ...kept, strictness }
}

function restart(asked: Asked, error: string): { readonly outcome: Outcome } {
  return {
    outcome: answer(asked, {
      outcome: 'refused',
      standing: 'LOBBY',
      token: null,
      errors: [error],
      nextStep: 'begin again with the call in `next_call`',
      next: identityCall(asked.workingDir, firstRole(asked)),
    }),
  }
}

/** Gating compares what was recorded with what is on disk, and so does this answer. */
function whatIsActive(
  asked: Asked,
  { token, role, digest }: NonNullable<Holder['bound']>,
): { readonly outcome: Outcome } {
  if (asked.desk.permit?.digest !== digest) {
    return restart(asked, `.hestai/sessions/active/${token}/anchor.json is not what was validated, so it opens nothing`)
  }
  return {
    outcome: answer(asked, {
      outcome: 'told',
      standing: 'BOUND',
      token,
      more: { role },
      nextStep: `you are bound as \`${role}\`; go on with your work`,
      next: null,
    }),
  }
}

interface Next {
  readonly nextStep: string
  readonly next: NextCall
  readonly template: string
}

/** Nothing is counted: the agent is told again what the call looks like. */
export function remind(
  asked: Asked,
  { handshake, token }: Open,
  next: Next & { readonly errors?: readonly string[] },
): Outcome {
  return answer(asked, { outcome: 'told', standing: handshake.stage, token, ...next })
}

/** C46: counted in `handshake.json`, by the server. The last failure still lists its errors. */
export function fail(
  asked: Asked,
  { handshake, token }: Open,
  { errors, ...next }: Next & { readonly errors: readonly string[] },
): Outcome {
  const stage = said(asked, 'stage')
  const failures = [...handshake.failures, { stage, errors: errors.slice(0, 10).map(cut) }]
  const kept = keep(asked, { ...handshake, failures })
  const left = MAX_FAILURES - failures.length
  if (left > 0) {
    const more = { attempts_left: left }
    return answer(asked, {
      outcome: 'failed',
      standing: handshake.stage,
      token,
      errors,
      more,
      ...next,
      effects: [kept],
    })
  }
  const dropped: AnchorFact = { kind: 'anchor.dropped', token, why: 'failed three times' }
  return answer(asked, {
    outcome: 'failed',
    standing: 'FAILED',
    token: null,
    errors,
    more: { attempts_left: 0, failures },
    nextStep: 'this handshake is closed after three failures; begin again with the call in `next_call`',
    next: identityCall(asked.workingDir, handshake.role),
    facts: [dropped],
    effects: [kept],
  })
}

/** The handshake as it goes on, written over the one before. */
export function keep(asked: Asked, handshake: Handshake): AnchorEffect {
  const otherwise = answerText(said(asked, 'stage'), {
    outcome: 'refused',
    standing: handshake.stage,
    token: handshake.token,
    errors: ['the handshake could not be written below `.hestai` in the project; nothing was changed'],
    nextStep: 'tell the person that `.hestai/sessions` must be a real folder that can be written, then repeat the call',
    next: { tool: 'anchor', arguments: asked.args },
  })
  const updated = { ...handshake, updated_at: isoTime(asked.atMs) }
  return { kind: 'anchor.keep', token: handshake.token, text: handshakeText(updated), otherwise }
}
