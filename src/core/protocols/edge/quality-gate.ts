import type { Fingerprint, SessionId } from '../../model/ids.ts'
import type { EdgeState, QualityCheck } from '../../model/state.ts'
import { qualityPrint } from '../../rules/text/fingerprint.ts'

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
  const checks: readonly (QualityIssue & { readonly fails: boolean })[] = [
    { check: 'objective', fails: claims.objective === '', text: 'No objective defined' },
    { check: 'completed', fails: completed === 0, text: 'No steps marked completed' },
    { check: 'in-progress', fails: open > 0, text: `${open} steps still in progress` },
    { check: 'activity', fails: work.calls < LITTLE_ACTIVITY_CALLS, text: 'Very little activity observed' },
    {
      check: 'files',
      fails: completed > 0 && work.edits === 0,
      text: 'Steps marked completed but no files modified',
    },
  ]
  return checks.filter(({ fails }) => fails).map(({ check, text }) => ({ check, text }))
}

/** C15: what a person accepted for this session and this objective holds no second time; new issues do. */
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
