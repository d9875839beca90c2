import type { Fingerprint, SessionId } from '../../model/ids.ts'
import { type EdgeState, QUALITY_CHECKS, type QualityCheck } from '../../model/state.ts'
import { qualityPrint } from '../../rules/text/fingerprint.ts'
import { issueText } from '../../words/edge.ts'

export interface QualityIssue {
  readonly check: QualityCheck
  readonly text: string
}

/** EDGE-85. */
const LITTLE_ACTIVITY_CALLS = 3

/** EDGE-82 to EDGE-86: what was claimed against what was observed, with the texts of the specification. */
function qualityGate({ claims, work }: Pick<EdgeState, 'claims' | 'work'>): readonly QualityIssue[] {
  const completed = claims.plan.filter((step) => step.status === 'completed').length
  const open = claims.plan.filter((step) => step.status === 'in_progress').length
  const failed: Readonly<Record<QualityCheck, boolean>> = {
    objective: claims.objective === '',
    completed: completed === 0,
    'in-progress': open > 0,
    activity: work.calls < LITTLE_ACTIVITY_CALLS,
    files: completed > 0 && work.edits === 0,
  }
  return QUALITY_CHECKS.filter((check) => failed[check]).map((check) => ({ check, text: issueText(check, open) }))
}

/** C15: checks that a person accepted for this session and objective don't hold again; new issues do. */
export function openIssues(edge: EdgeState, session: SessionId): readonly QualityIssue[] {
  const accepted = edge.overrides.filter(
    (one) => one.session === session && one.fingerprint === qualityPrint(one.checks, edge.claims.objective),
  )
  const checks = new Set(accepted.flatMap((one) => one.checks))
  return qualityGate(edge).filter(({ check }) => !checks.has(check))
}

/** Names what an override covers. */
export function overridePrint({ claims }: EdgeState, checks: readonly QualityCheck[]): Fingerprint {
  return qualityPrint(checks, claims.objective)
}
