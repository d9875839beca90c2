import {
  type AnchorDesk,
  type AnchorFact,
  type Arm,
  type Handshake,
  type Owner,
  type Strictness,
  TRUSTS,
  type Trust,
} from '../../model/anchor.ts'
import type { Json } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { isoTime } from '../../model/time.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { NEXT_STEP, REFUSED } from '../../words/anchor.ts'
import { type AnchorCall, answer, answerText, said } from './answer.ts'
import { bindFor } from './bind.ts'
import type { Constitution } from './constitution.ts'
import { armOf, contextNext, fail, keep, type Open, openHandshake, proofNext, remind } from './handshake.ts'
import { fold, isSameRole } from './names.ts'
import { emit } from './octave/emit.ts'
import { parseOctave } from './octave/parse.ts'
import type { Node, Pair } from './octave/values.ts'
import { holderOf } from './owner.ts'
import { type AnchorProof, checkProof } from './proof.ts'
import { LEAST_TENSIONS, openedBy } from './role-policy.ts'
import { emitTension } from './tension.ts'

/** ANCHOR-33 to ANCHOR-38: CONTEXT to BOUND; in express, IDENTITY to BOUND with a proof that the server makes. */
export function stageProof(asked: AnchorCall): Outcome {
  const open = openHandshake(asked)
  if ('outcome' in open) return open.outcome
  if (asked.desk.isActive)
    return remind(asked, open, {
      ...proofNext(asked, open),
      errors: [REFUSED.activeExists],
    })
  const { handshake, constitution } = open
  const arm = armOf(asked.desk, handshake.topic)
  if (handshake.mode === 'express') {
    const proof = expressProof(constitution, handshake.strictness, asked.desk)
    if ('why' in proof)
      return remind(asked, open, {
        ...proofNext(asked, open),
        nextStep: NEXT_STEP.fixOrFull,
        errors: [proof.why],
      })
    return bind(asked, open, { arm, bind: expressBind(constitution, handshake.topic), proof })
  }
  if (handshake.stage !== 'CONTEXT' || handshake.server_arm === null || handshake.bind === null) {
    return remind(asked, open, {
      ...contextNext(asked, open),
      errors: [REFUSED.contextFirst(handshake.stage)],
    })
  }
  if (handshake.server_arm.context_hash !== arm.context_hash) return goBack(asked, open, arm)
  const payload = said(asked, 'payload')
  if (payload.trim() === '') return remind(asked, open, proofNext(asked, open))
  const checked = checkProof(payload, { constitution, strictness: handshake.strictness, cited: asked.desk.cited })
  if (!checked.ok) return fail(asked, open, { ...proofNext(asked, open), errors: checked.errors })
  return bind(asked, open, { arm: handshake.server_arm, bind: handshake.bind, proof: checked.proof })
}

export interface Proven {
  readonly arm: Arm
  readonly bind: string
  readonly proof: AnchorProof
}

function bind(asked: AnchorCall, open: Open, proven: Proven): Outcome {
  const { handshake, token } = open
  const { role } = handshake
  const { trust, fact, text } = bindingOf(asked, open, proven)
  const { arm, bind: block, proof } = proven
  const opens = trust === 'reader' ? [] : openedBy(asked.policy, role)
  const file = `.hestai/sessions/active/${token}/anchor.json`
  return answer(asked, {
    outcome: 'advanced',
    standing: 'BOUND',
    token,
    more: {
      anchor: canonicalAnchor(block, arm, proof),
      work_permit: { token, role, trust, file, opens },
      ...(proof.warnings.length > 0 && { warnings: proof.warnings }),
    },
    nextStep: opens.length === 0 ? NEXT_STEP.boundReader(role) : NEXT_STEP.boundAndRepeat(role),
    next: null,
    facts: [fact],
    effects: [{ kind: 'anchor.promote', token, text, otherwise: unpromoted(asked, handshake) }],
  })
}

interface Made {
  readonly trust: Trust
  readonly fact: AnchorFact
  /** Of `anchor.json`. */
  readonly text: string
}

export function bindingOf(
  asked: AnchorCall,
  { handshake, constitution }: Pick<Open, 'handshake' | 'constitution'>,
  proven: Proven,
): Made {
  const { token, role, mode, strictness } = handshake
  const trust = trustOf(asked, constitution, role)
  // The same proof again, after a crash or in another process, makes the same file: the one that is recorded.
  const held = holderOf(asked.state, asked.owner)
  const boundAtMs = held?.bound?.token === token ? held.atMs : asked.atMs
  const text = anchorText({
    ...proven,
    handshake,
    owner: asked.owner,
    trust,
    commit: asked.desk.git?.commit ?? '',
    boundAt: isoTime(boundAtMs),
  })
  const digest = textDigest(text)
  return { trust, text, fact: { kind: 'anchor.bound', token, role, tracking: mode, strictness, trust, digest } }
}

/** C45: a role lowers what the operator gave the agent; only the operator's own word lets it raise that. */
function trustOf({ roles, agentType, policy }: AnchorCall, constitution: Constitution, role: string): Trust {
  const given: Trust = agentType === undefined ? roles.main : agentType === roles.director ? 'director' : 'worker'
  const isGranted = policy.grants.some((name) => isSameRole(name, role))
  const lower = TRUSTS.indexOf(constitution.trust) < TRUSTS.indexOf(given)
  return isGranted || lower ? constitution.trust : given
}

/** ANCHOR-55. */
function unpromoted(asked: AnchorCall, handshake: Handshake): string {
  return answerText('proof', {
    outcome: 'refused',
    standing: handshake.stage,
    token: handshake.token,
    errors: [REFUSED.unwrittenAnchor],
    nextStep: NEXT_STEP.writableThenRepeat,
    next: { tool: 'anchor', arguments: asked.args },
  })
}

/** The place changed between the stages: what was computed then is not what the proof would be made for. */
function goBack(asked: AnchorCall, open: Open, arm: Arm): Outcome {
  const { handshake, token } = open
  const back: Handshake = { ...handshake, stage: 'IDENTITY', server_arm: null, bind: null }
  const { role, mode, strictness } = handshake
  return answer(asked, {
    outcome: 'refused',
    standing: 'IDENTITY',
    token,
    errors: [REFUSED.placeChanged(arm.branch)],
    ...contextNext(asked, open),
    facts: [{ kind: 'anchor.advanced', token, stage: 'IDENTITY', role, tracking: mode, strictness }],
    effects: [keep(asked, back)],
  })
}

/** ANCHOR-14: tensions from the role's defaults, at files that are really there, and as many as strictness asks for. */
export function expressProof(
  { express, gate }: Constitution,
  strictness: Strictness,
  desk: AnchorDesk,
): AnchorProof | { readonly why: string } {
  const { suggested, git } = desk
  const files = suggested.filter(({ kind, lines }) => kind === 'file' && lines > 0)
  if (files.length === 0) return { why: REFUSED.nothingToCite }
  // Each constraint at one file, then each at the next: no pair comes twice.
  const pairs = files.flatMap((_, round) =>
    express.flatMap((one, index) =>
      files
        .slice((index + round) % files.length)
        .slice(0, 1)
        .map((file) => ({ ...one, file })),
    ),
  )
  const least = LEAST_TENSIONS[strictness]
  if (pairs.length < least)
    return {
      why: REFUSED.tooFewDefaults(strictness, least, pairs.length),
    }
  const tensions = pairs.slice(0, least).map(({ constraint, action, file }, index) => ({
    number: index + 1,
    constraint,
    path: file.path,
    lines: { first: 1, last: file.lines },
    state: `as found on ${git?.branch ?? 'no branch'}`.replaceAll(/[[\]]/g, ' '),
    action,
  }))
  return { tensions, commit: { artifact: '.', gate }, warnings: [] }
}

/** The scope of express is what the agent said it is about to do. */
export function expressBind(constitution: Constitution, topic: string): string {
  const scope = fold(topic).toLowerCase().slice(0, MAX_SCOPE_CHARS)
  return bindFor(constitution, scope.length > 1 ? scope : 'the_session')
}

const MAX_SCOPE_CHARS = 60

const NOWHERE = { line: 0, column: 0 }

/** The whole identity block in its canonical spelling: what the agent said, and the server's ARM. */
function canonicalAnchor(bind: string, arm: Arm, { tensions, commit }: AnchorProof): string {
  const pair = (key: string, text: string): Pair => ({ kind: 'pair', key, value: { kind: 'text', text }, at: NOWHERE })
  const block = (key: string, children: readonly Node[]): Node => ({ kind: 'block', key, children, at: NOWHERE })
  const items = tensions.map((tension) => ({ kind: 'text', text: emitTension(tension) }) as const)
  return emit('IDENTITY', [
    ...parseOctave(bind).nodes,
    block(
      'ARM',
      Object.entries(arm).map(([key, text]) => pair(key.toUpperCase(), text)),
    ),
    { kind: 'pair', key: 'TENSIONS', value: { kind: 'list', items }, at: NOWHERE },
    block('COMMIT', [pair('ARTIFACT', commit.artifact), pair('GATE', commit.gate)]),
  ])
}

interface Binding {
  readonly handshake: Handshake
  readonly owner: Owner
  readonly arm: Arm
  readonly bind: string
  readonly proof: AnchorProof
  readonly trust: Trust
  readonly commit: string
  readonly boundAt: string
}

/** Text of `anchor.json`. Its digest is in the audit, so a file that was changed opens nothing. */
function anchorText(binding: Binding): string {
  const { handshake, owner, arm, bind, proof, trust, commit, boundAt } = binding
  const { token, role, working_dir, mode, strictness, topic, constitution_path, constitution_hash } = handshake
  const file: Json = {
    version: 1,
    validated: true,
    session_id: token,
    role,
    mode,
    strictness,
    topic,
    trust,
    working_dir,
    owner,
    constitution_path,
    constitution_hash,
    server_arm: arm,
    git: { branch: arm.branch, commit },
    anchor: canonicalAnchor(bind, arm, proof),
    created_at: handshake.created_at,
    bound_at: boundAt,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
