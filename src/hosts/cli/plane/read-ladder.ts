import type { Policy } from '../../../core/model/policy.ts'
import { type LadderEvidence, NO_EVIDENCE, type Rung, rungsOf, tally } from '../../../core/protocols/plane/ladder.ts'
import { everyFact, type OpenProject, policyOf } from '../open-project.ts'
import type { Context } from '../terminal.ts'

/** Everything the audit of this project says about the rungs, and the policy it is held against. */
export interface Ladder {
  readonly evidence: LadderEvidence
  readonly policy: Policy
  /** False holds that a person has settled for good. */
  readonly falseHolds: number
  readonly rungs: readonly Rung[]
}

export async function readLadder({ env }: Context, open: OpenProject): Promise<Ladder> {
  const { project } = open
  let evidence: LadderEvidence = NO_EVIDENCE
  for await (const row of everyFact(open)) evidence = tally(evidence, row)
  const { policy } = await policyOf(env, project)
  const falseHolds = policy.exceptions.filter((one) => one.project === project).length
  return { evidence, policy, falseHolds, rungs: rungsOf(evidence, policy) }
}
