import { type AnchorFact, type Arm, type Handshake, TRUSTS, type Trust } from '../../model/anchor.ts'
import type { Outcome } from '../../model/outcome.ts'
import { isoTime } from '../../model/time.ts'
import { textDigest } from '../../rules/text/fingerprint.ts'
import { anchorText, canonicalAnchor } from './anchor-text.ts'
import { type Asked, answer, answerText, said } from './answer.ts'
import { armOf } from './arm.ts'
import type { Constitution } from './constitution.ts'
import { expressBind, expressProof } from './express.ts'
import { isSameRole } from './names.ts'
import { contextNext, proofNext } from './next-step.ts'
import { holderOf } from './owner.ts'
import { checkProof, type Proof } from './proof.ts'
import { openedBy } from './role-policy.ts'
import { fail, keep, type Open, openHandshake, remind } from './standing.ts'

/** ANCHOR-33 to ANCHOR-38: CONTEXT to BOUND; in express, IDENTITY to BOUND with a proof that the server makes. */
export function stageProof(asked: Asked): Outcome {
  const open = openHandshake(asked)
  if ('outcome' in open) return open.outcome
  if (asked.desk.isActive)
    return remind(asked, open, {
      ...proofNext(asked, open),
      errors: ['`active` already holds a folder of this token; begin again with stage identity'],
    })
  const { handshake, constitution } = open
  const arm = armOf(asked.desk, handshake.topic)
  if (handshake.mode === 'express') {
    const proof = expressProof(constitution, handshake.strictness, asked.desk)
    if ('why' in proof)
      return remind(asked, open, {
        ...proofNext(asked, open),
        nextStep: 'mend what `errors` says and make the call in `next_call`, or begin again with mode full',
        errors: [proof.why],
      })
    return bind(asked, open, { arm, bind: expressBind(constitution, handshake.topic), proof })
  }
  if (handshake.stage !== 'CONTEXT' || handshake.server_arm === null || handshake.bind === null) {
    return remind(asked, open, {
      ...contextNext(asked, open),
      errors: [`this handshake stands at ${handshake.stage}; stage context comes first`],
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
  readonly proof: Proof
}

function bind(asked: Asked, open: Open, proven: Proven): Outcome {
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
    nextStep:
      opens.length === 0
        ? `you are bound as \`${role}\`, which reads and writes nothing`
        : `you are bound as \`${role}\`; repeat the call that was refused and go on with your work`,
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
  asked: Asked,
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
function trustOf({ roles, agentType, policy }: Asked, constitution: Constitution, role: string): Trust {
  const given: Trust = agentType === undefined ? roles.main : agentType === roles.director ? 'director' : 'worker'
  const isGranted = policy.grants.some((name) => isSameRole(name, role))
  const lower = TRUSTS.indexOf(constitution.trust) < TRUSTS.indexOf(given)
  return isGranted || lower ? constitution.trust : given
}

/** ANCHOR-55. */
function unpromoted(asked: Asked, handshake: Handshake): string {
  return answerText('proof', {
    outcome: 'refused',
    standing: handshake.stage,
    token: handshake.token,
    errors: ['`anchor.json` could not be kept below `.hestai/sessions`; you are not bound'],
    nextStep: 'tell the person that `.hestai/sessions` must be a real folder that can be written, then repeat the call',
    next: { tool: 'anchor', arguments: asked.args },
  })
}

/** The place changed between the stages: what was computed then is not what the proof would be made for. */
function goBack(asked: Asked, open: Open, arm: Arm): Outcome {
  const { handshake, token } = open
  const back: Handshake = { ...handshake, stage: 'IDENTITY', server_arm: null, bind: null }
  const { role, mode, strictness } = handshake
  return answer(asked, {
    outcome: 'refused',
    standing: 'IDENTITY',
    token,
    errors: [
      `branch, commit, constitution or project context changed since stage context (now ${arm.branch}); make stage context again`,
    ],
    ...contextNext(asked, open),
    facts: [{ kind: 'anchor.advanced', token, stage: 'IDENTITY', role, tracking: mode, strictness }],
    effects: [keep(asked, back)],
  })
}
