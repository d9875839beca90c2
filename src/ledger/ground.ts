import { type Grounding, type GroundingRule, judgeGrounding } from '../core/protocols/ledger/cite/grounding.ts'
import type { Claim } from './read-claims.ts'
import { type Looking, verifyCitations } from './verify-citations.ts'

/** Opens what the claims cite and weighs them. */
export async function groundClaims(
  looking: Looking,
  claims: readonly Claim[],
  rule: GroundingRule,
): Promise<Grounding> {
  const verified = await verifyCitations(
    looking,
    claims.flatMap(({ evidence }) => evidence),
  )
  let at = 0
  const judged = claims.map(({ claim, grounding, evidence }) => {
    const own = verified.slice(at, at + evidence.length)
    at += evidence.length
    return { claim, grounding, verdicts: own.map(({ verdict }) => verdict) }
  })
  return judgeGrounding(judged, rule)
}
