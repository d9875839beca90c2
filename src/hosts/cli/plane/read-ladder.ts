import type { Policy } from '../../../core/model/policy.ts'
import { type LadderEvidence, NO_EVIDENCE, type Rung, rungsOf, tally } from '../../../core/protocols/plane/ladder.ts'
import { policyOf } from '../load-policy.ts'
import type { OpenProject } from '../open-project.ts'
import type { Context } from '../terminal.ts'

const PAGE = 1_000

/** Everything the audit of this project says about the rungs, and the policy it is held against. */
export interface Ladder {
  readonly evidence: LadderEvidence
  readonly policy: Policy
  /** False holds that a person has settled for good. */
  readonly falseHolds: number
  readonly rungs: readonly Rung[]
}

export async function readLadder(
  { env }: Context,
  { store, project }: Pick<OpenProject, 'store' | 'project'>,
): Promise<Ladder> {
  let evidence: LadderEvidence = NO_EVIDENCE
  for (let after = 0; ; ) {
    const page = await store.facts(project, { after, limit: PAGE })
    evidence = page.reduce(tally, evidence)
    const last = page.at(-1)
    if (last === undefined) break
    after = last.seq
  }
  const { policy } = await policyOf(env, project)
  const falseHolds = policy.exceptions.filter((one) => one.project === project).length
  return { evidence, policy, falseHolds, rungs: rungsOf(evidence, policy) }
}
