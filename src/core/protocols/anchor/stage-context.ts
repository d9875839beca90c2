import type { CitedFile, Handshake } from '../../model/anchor.ts'
import type { Json } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { REFUSED } from '../../words/anchor.ts'
import { type AnchorCall, answer, said } from './answer.ts'
import { checkBind } from './bind.ts'
import { armOf, contextNext, fail, keep, openHandshake, proofNext, remind } from './handshake.ts'
import { emitPath } from './tension.ts'

/** ANCHOR-26 to ANCHOR-32: IDENTITY to CONTEXT. */
export function stageContext(asked: AnchorCall): Outcome {
  const open = openHandshake(asked)
  if ('outcome' in open) return open.outcome
  const { handshake, constitution, token } = open
  if (handshake.stage !== 'IDENTITY' || handshake.mode === 'express') {
    const errors = [REFUSED.notContext(handshake.stage, handshake.mode === 'express')]
    return remind(asked, open, { ...proofNext(asked, open), errors })
  }
  const payload = said(asked, 'payload')
  if (payload.trim() === '') return remind(asked, open, contextNext(asked, open))
  const checked = checkBind(payload, constitution)
  if (!checked.ok) return fail(asked, open, { ...contextNext(asked, open), errors: checked.errors })
  const arm = armOf(asked.desk, handshake.topic)
  const next: Handshake = { ...handshake, stage: 'CONTEXT', server_arm: arm, bind: checked.canonical }
  return answer(asked, {
    outcome: 'advanced',
    standing: 'CONTEXT',
    token,
    more: {
      server_arm: arm,
      constraints: constitution.constraints.map(({ id, text }) => ({ id, text })),
      context_files: asked.desk.suggested.map(shownFile),
    },
    ...proofNext(asked, { ...open, handshake: next }),
    facts: [
      {
        kind: 'anchor.advanced',
        token,
        stage: 'CONTEXT',
        role: handshake.role,
        tracking: handshake.mode,
        strictness: handshake.strictness,
      },
    ],
    effects: [keep(asked, next)],
  })
}

/** A path that a tension cannot cite bare comes with the spelling that it can. */
function shownFile({ path, lines }: CitedFile): Readonly<Record<string, Json>> {
  const cited = emitPath(path)
  return { path, lines, ...(cited !== path && { cite_as: `CTX:${cited}` }) }
}
