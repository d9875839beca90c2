import {
  type AnchorDesk,
  type AnchorEffect,
  type AnchorFact,
  type Arm,
  type Handshake,
  type Holder,
  STRICTNESSES,
  TRACKINGS,
} from '../../model/anchor.ts'
import { canonicalJson, parseJson } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { isoTime } from '../../model/time.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { NEXT_STEP, REFUSED } from '../../words/anchor.ts'
import { type AnchorCall, answer, answerText, cut, firstRole, said } from './answer.ts'
import { type Constitution, readConstitution } from './constitution.ts'
import { isToken } from './names.ts'
import { holderOf, holds } from './owner.ts'
import { mayBindTo, strictnessOf } from './role-policy.ts'
import { bindTemplate, FILLED_IN, identityCall, type NextCall, nextCall, proofTemplate } from './templates.ts'

/** A handshake that can go on, with the constitution it began with. */
export interface Open {
  readonly handshake: Handshake
  readonly constitution: Constitution
  readonly token: string
}

/** The third failure is final (ANCHOR-53). */
const MAX_FAILURES = 3

/** The handshake that a call of stage 2 or 3 goes on with, or the answer that says why there is none. */
export function openHandshake(asked: AnchorCall): Open | { readonly outcome: Outcome } {
  const token = said(asked, 'token')
  if (!isToken(token)) return restart(asked, REFUSED.badToken)
  const holder = holderOf(asked.state, asked.owner)
  const isBound = holder?.bound?.token === token
  // Bound in the record and still pending on disk: a crash came between, and the same proof finishes it.
  if (isBound && asked.desk.isActive) return whatIsActive(asked, holder.bound)
  if (holder?.pending?.token !== token && !isBound) {
    const isForeign = asked.state.holders.some((one) => holds(one, token))
    return restart(asked, isForeign ? REFUSED.foreignToken : REFUSED.unknownToken)
  }
  const kept = readHandshake(asked.desk.session?.handshake, token)
  if (kept === undefined) return restart(asked, REFUSED.lostHandshake(token))
  const recorded = isBound ? holder.bound?.role : holder?.pending?.role
  if (kept.role !== recorded) return restart(asked, REFUSED.otherRole(recorded))
  if (!mayBindTo(asked.policy, asked.agentType, kept.role)) return restart(asked, REFUSED.roleClosed(kept.role))
  const handshake = believed(kept, asked, holder?.pending)
  if (handshake.working_dir !== asked.workingDir) return restart(asked, REFUSED.otherFolder(handshake.working_dir))
  if (handshake.failures.length >= MAX_FAILURES) return restart(asked, REFUSED.closed)
  const text = asked.desk.constitution?.text ?? ''
  const read = readConstitution(text)
  if (!read.ok || textDigest(text) !== handshake.constitution_hash) {
    return restart(asked, REFUSED.constitutionChanged(handshake.role))
  }
  return { handshake, constitution: read.constitution, token }
}

/** The file says how far the agent came and how much proof is owed; it is believed no further than the record and the operator go. */
function believed(kept: Handshake, { policy }: AnchorCall, pending: Holder['pending']): Handshake {
  const strictness = strictnessOf(kept.mode, kept.strictness, policy.strictness)
  const isAhead = kept.stage === 'CONTEXT' && pending?.stage === 'IDENTITY'
  return isAhead ? { ...kept, strictness, stage: 'IDENTITY', server_arm: null, bind: null } : { ...kept, strictness }
}

function restart(asked: AnchorCall, error: string): { readonly outcome: Outcome } {
  return {
    outcome: answer(asked, {
      outcome: 'refused',
      standing: 'LOBBY',
      token: null,
      errors: [error],
      nextStep: NEXT_STEP.startAgain,
      next: identityCall(asked.workingDir, firstRole(asked)),
    }),
  }
}

/** Gating compares what was recorded with what is on disk, and so does this answer. */
function whatIsActive(
  asked: AnchorCall,
  { token, role, digest }: NonNullable<Holder['bound']>,
): { readonly outcome: Outcome } {
  if (asked.desk.permit?.digest !== digest) {
    return restart(asked, REFUSED.anchorChanged(token))
  }
  return {
    outcome: answer(asked, {
      outcome: 'told',
      standing: 'BOUND',
      token,
      more: { role },
      nextStep: NEXT_STEP.bound(role),
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
  asked: AnchorCall,
  { handshake, token }: Open,
  next: Next & { readonly errors?: readonly string[] },
): Outcome {
  return answer(asked, { outcome: 'told', standing: handshake.stage, token, ...next })
}

/** C46: counted in `handshake.json`, by the server. The last failure still lists its errors. */
export function fail(
  asked: AnchorCall,
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
    nextStep: NEXT_STEP.closed,
    next: identityCall(asked.workingDir, handshake.role),
    facts: [dropped],
    effects: [kept],
  })
}

/** The handshake as it goes on, written over the one before. */
export function keep(asked: AnchorCall, handshake: Handshake): AnchorEffect {
  const otherwise = answerText(said(asked, 'stage'), {
    outcome: 'refused',
    standing: handshake.stage,
    token: handshake.token,
    errors: [REFUSED.unwrittenHandshake('changed')],
    nextStep: NEXT_STEP.writableThenRepeat,
    next: { tool: 'anchor', arguments: asked.args },
  })
  const updated = { ...handshake, updated_at: isoTime(asked.atMs) }
  return { kind: 'anchor.keep', token: handshake.token, text: handshakeText(updated), otherwise }
}

export function handshakeText(handshake: Handshake): string {
  return `${JSON.stringify(handshake, null, 2)}\n`
}

/** What a file says, if it is a handshake of this token; anything else is corrupt (ANCHOR-54). */
export function readHandshake(text: string | undefined, token: string): Handshake | undefined {
  const value = parseJson(text ?? '')
  if (typeof value !== 'object' || value === null) return undefined
  const fields = value as Readonly<Record<string, unknown>>
  const isText = (name: string) => typeof fields[name] === 'string'
  const texts = ['role', 'working_dir', 'topic', 'created_at', 'updated_at', 'constitution_path', 'constitution_hash']
  const isSound =
    fields['version'] === 1 &&
    fields['token'] === token &&
    texts.every(isText) &&
    TRACKINGS.some((one) => one !== 'untracked' && one === fields['mode']) &&
    STRICTNESSES.some((one) => one === fields['strictness']) &&
    (fields['stage'] === 'IDENTITY' || fields['stage'] === 'CONTEXT') &&
    (fields['bind'] === null || isText('bind')) &&
    isArm(fields['server_arm']) &&
    Array.isArray(fields['failures']) &&
    fields['failures'].every(isFailure)
  return isSound ? (value as Handshake) : undefined
}

function isArm(value: unknown): boolean {
  if (value === null) return true
  if (typeof value !== 'object') return false
  const arm = value as Readonly<Record<string, unknown>>
  return ['phase', 'branch', 'files', 'focus', 'context_hash'].every((name) => typeof arm[name] === 'string')
}

function isFailure(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { stage, errors } = value as Readonly<Record<string, unknown>>
  return typeof stage === 'string' && Array.isArray(errors) && errors.every((error) => typeof error === 'string')
}

/** What to do when stage context is next. */
export function contextNext(asked: AnchorCall, { constitution, token }: Open) {
  const template = bindTemplate(constitution)
  return {
    nextStep: NEXT_STEP.fillBind,
    next: nextCall({ stage: 'context', token, working_dir: asked.workingDir, payload: FILLED_IN }),
    template,
  }
}

/** What to do when stage proof is next. */
export function proofNext(asked: AnchorCall, { handshake, constitution, token }: Open) {
  const place = { stage: 'proof', token, working_dir: asked.workingDir }
  if (handshake.mode === 'express') {
    return {
      nextStep: NEXT_STEP.asItStands,
      next: nextCall(place),
      template: 'nothing to fill in',
    }
  }
  const template = proofTemplate(constitution, handshake.strictness, asked.desk.suggested)
  return {
    nextStep: NEXT_STEP.fillProof,
    next: nextCall({ ...place, payload: FILLED_IN }),
    template,
  }
}

const SHOWN_FILES = 3

/** ANCHOR-29: what the place of work is, from the server's own look at it. */
export function armOf(desk: AnchorDesk, topic: string): Arm {
  const { git } = desk
  return {
    phase: /\bPHASE::\s*"?(\w+)/.exec(desk.projectContext)?.[1] ?? 'unknown',
    branch: git === undefined ? 'unknown' : `${git.branch}${distance(git.ahead, git.behind)}`,
    files: git !== undefined && git.changed === undefined ? 'unknown' : filesOf(git?.changed ?? []),
    focus: topic === '' ? 'none' : topic,
    context_hash: `sha256:${contextHash(desk)}`,
  }
}

function distance(ahead: number, behind: number): string {
  return ahead + behind === 0 ? '' : `[${ahead}up${behind}down]`
}

function filesOf(changed: readonly string[]): string {
  return `${changed.length}[${changed.slice(0, SHOWN_FILES).join(',')}]`
}

/** What a proof is made for. Files that change meanwhile are the work; another branch or commit is another context. */
function contextHash({ git, projectContext, constitution, workingDir }: AnchorDesk): string {
  return textDigest(
    canonicalJson({
      branch: git?.branch ?? null,
      commit: git?.commit ?? null,
      constitution: textDigest(constitution?.text ?? ''),
      project: textDigest(projectContext),
      workingDir: workingDir ?? '',
    }),
  )
}
