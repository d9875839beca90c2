import { type AnchorEffect, type AnchorFact, type Handshake, STRICTNESSES, TRACKINGS } from '../../model/anchor.ts'
import type { Json } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { isoTime } from '../../model/time.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { NEXT_STEP, REFUSED } from '../../words/anchor.ts'
import { type AnchorCall, answer, answerText, firstRole, rolesOpenTo, type StageAnswer, said } from './answer.ts'
import { type Constitution, readConstitution } from './constitution.ts'
import { armOf, handshakeText, readHandshake } from './handshake.ts'
import { BLANKS, gist, isRoleName } from './names.ts'
import { holderOf } from './owner.ts'
import { mayBindTo, rolesFor, strictnessOf } from './role-policy.ts'
import { bindTemplate, FILLED_IN, identityCall, nextCall } from './templates.ts'

/** ANCHOR-20 to ANCHOR-25: LOBBY to IDENTITY. */
export function stageIdentity(asked: AnchorCall): Outcome {
  const request = readRequest(asked)
  if ('errors' in request) {
    const roles = rolesOpenTo(asked)
    return answer(asked, {
      outcome: 'refused',
      standing: 'LOBBY',
      token: null,
      errors: request.errors,
      more: { roles },
      nextStep: NEXT_STEP.chooseRole(roles),
      next: identityCall(asked.workingDir, firstRole(asked)),
    })
  }
  return request.tracking === 'untracked'
    ? tellUntracked(asked, request)
    : beginHandshake(asked, request, request.tracking)
}

export interface RoleRequest {
  readonly tracking: (typeof TRACKINGS)[number]
  readonly strictness: Handshake['strictness']
  readonly topic: string
  readonly role: string
  readonly constitution: Constitution
  readonly source: { readonly path: string; readonly text: string }
}

export function readRequest(call: AnchorCall): RoleRequest | { readonly errors: readonly string[] } {
  const { args, desk, policy } = call
  const tracking = TRACKINGS.find((one) => one === (args['mode'] ?? 'full'))
  const asked = STRICTNESSES.find((one) => one === args['strictness'])
  const role = said(call, 'role')
  const errors: string[] = []
  if (tracking === undefined) errors.push(REFUSED.badChoice('mode', TRACKINGS))
  if (args['strictness'] !== undefined && asked === undefined)
    errors.push(REFUSED.badChoice('strictness', STRICTNESSES))
  if (!isRoleName(role)) errors.push(REFUSED.badRoleName)
  else if (desk.constitution === undefined) errors.push(REFUSED.noRole(role))
  else if (tracking !== 'untracked' && !mayBindTo(policy, call.agentType, role)) errors.push(notOpen(call, role))
  const read = desk.constitution && readConstitution(desk.constitution.text)
  if (read?.ok === false) errors.push(REFUSED.incompleteRole(role, read.missing))
  if (errors.length > 0 || tracking === undefined || desk.constitution === undefined || read?.ok !== true)
    return { errors }
  const words = said(call, 'topic').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_TOPIC_CHARS)
  const topic = gist(words) === gist(BLANKS.topic) ? '' : words
  const strictness = strictnessOf(tracking, asked, policy.strictness)
  return { tracking, strictness, topic, role, constitution: read.constitution, source: desk.constitution }
}

/** Untracked only reads: any role may be read. */
function notOpen({ policy, agentType }: AnchorCall, role: string): string {
  return REFUSED.roleNotOpen(role, String(rolesFor(policy, agentType)?.join(', ')))
}

const MAX_TOPIC_CHARS = 300
const MAX_EXCERPT_CHARS = 12_000

/** ANCHOR-24: the path, and as much of the text as an agent can take at once. */
function shownConstitution({ path, text }: RoleRequest['source']): Readonly<Record<string, Json>> {
  const isWhole = text.length <= MAX_EXCERPT_CHARS
  return {
    constitution_path: path,
    constitution: isWhole ? text : `${text.slice(0, MAX_EXCERPT_CHARS)}\n… the rest is in ${path}`,
  }
}

/** ANCHOR-11, ANCHOR-12, ANCHOR-16: something to read, nothing kept, nothing opened. */
function tellUntracked(asked: AnchorCall, request: RoleRequest): Outcome {
  return answer(asked, {
    outcome: 'told',
    standing: 'LOBBY',
    token: null,
    more: { ...shownConstitution(request.source), server_arm: armOf(asked.desk, request.topic) },
    nextStep: NEXT_STEP.untracked,
    next: nextCall({
      stage: 'identity',
      role: request.role,
      working_dir: asked.workingDir,
      mode: 'full',
      topic: request.topic,
    }),
  })
}

function beginHandshake(asked: AnchorCall, request: RoleRequest, mode: Handshake['mode']): Outcome {
  const { role, strictness, source } = request
  const handshake = newHandshake(asked, request, mode)
  const { token } = handshake
  const { facts: swept, effects: sweeping, corrupt } = sweep(asked)
  const otherwise = answerText('identity', unkept(asked, request))
  return answer(asked, {
    outcome: 'advanced',
    standing: 'IDENTITY',
    token,
    more: {
      mode,
      strictness,
      ...shownConstitution(source),
      ...(corrupt.length > 0 && {
        warnings: corrupt.map(REFUSED.unreadableLeft),
      }),
    },
    ...following(asked, request, { mode, token }),
    facts: [...swept, { kind: 'anchor.advanced', token, stage: 'IDENTITY', role, tracking: mode, strictness }],
    effects: [
      ...sweeping,
      { kind: 'anchor.govern', otherwise },
      { kind: 'anchor.keep', token, text: handshakeText(handshake), otherwise },
    ],
  })
}

export function newHandshake(asked: AnchorCall, request: RoleRequest, mode: Handshake['mode']): Handshake {
  const { role, strictness, topic, source } = request
  const now = isoTime(asked.atMs)
  return {
    version: 1,
    // Opaque, and new for every call: event ids are random and are never told.
    token: textDigest(`anchor ${asked.eventId}`).slice(0, TOKEN_CHARS),
    role,
    working_dir: asked.workingDir,
    mode,
    strictness,
    topic,
    stage: 'IDENTITY',
    created_at: now,
    updated_at: now,
    constitution_path: source.path,
    constitution_hash: textDigest(source.text),
    server_arm: null,
    bind: null,
    failures: [],
  }
}

const TOKEN_CHARS = 32

/** ANCHOR-14: express goes straight to a proof that the server makes; the others say first who they are. */
function following(
  asked: AnchorCall,
  { constitution }: RoleRequest,
  { mode, token }: { readonly mode: string; readonly token: string },
) {
  const place = { token, working_dir: asked.workingDir }
  if (mode === 'express') {
    return {
      nextStep: NEXT_STEP.express,
      next: nextCall({ stage: 'proof', ...place }),
    }
  }
  const template = bindTemplate(constitution)
  return {
    nextStep: NEXT_STEP.readAndFill,
    next: nextCall({ stage: 'context', ...place, payload: FILLED_IN }),
    template,
  }
}

function unkept(asked: AnchorCall, request: RoleRequest): StageAnswer {
  return {
    outcome: 'refused',
    standing: 'LOBBY',
    token: null,
    errors: [REFUSED.unwrittenHandshake('started')],
    nextStep: NEXT_STEP.writableThenCall,
    next: identityCall(asked.workingDir, request.role),
  }
}

interface Swept {
  readonly facts: readonly AnchorFact[]
  readonly effects: readonly AnchorEffect[]
  readonly corrupt: readonly string[]
}

const HOUR_MS = 3_600_000

/** ANCHOR-54: what is too old goes, and so does what this agent began before; what cannot be read is reported and stays. */
function sweep({ desk, policy, state, owner }: AnchorCall): Swept {
  const replaced = holderOf(state, owner)?.pending?.token
  const isStale = ({ ageMs }: { readonly ageMs: number }) => ageMs > policy.sweepHours * HOUR_MS
  const going = desk.pending.filter((one) => isStale(one) || one.token === replaced)
  const corrupt = desk.pending.filter(
    (one) => !going.includes(one) && readHandshake(one.handshake, one.token) === undefined,
  )
  return {
    facts: going.map((one) => ({
      kind: 'anchor.dropped',
      token: one.token,
      why: isStale(one) ? 'stale' : 'begun again',
    })),
    effects: going.map((one) => ({ kind: 'anchor.drop', token: one.token, what: 'folder' })),
    corrupt: corrupt.map(({ token }) => token),
  }
}
