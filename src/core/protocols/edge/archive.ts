import type { Fact } from '../../model/fact.ts'
import type { SessionId } from '../../model/ids.ts'
import type { Json } from '../../model/json.ts'
import { lookUp } from '../../model/language.ts'
import type { Effect } from '../../model/outcome.ts'
import { NO_OBSERVATIONS, type State } from '../../model/state.ts'
import { isoTime } from '../../model/time.ts'
import { digestOf } from '../../rules/text/fingerprint.ts'

export interface Archived {
  readonly facts: readonly Fact[]
  readonly effects: readonly Effect[]
}

const NOTHING: Archived = { facts: [], effects: [] }

/** EDGE-81: the work as it stood, one line for good. The digest is a fact too, so a changed archive shows. */
export function archive(state: State, at: { readonly session: SessionId; readonly atMs: number }): Archived {
  const { claims, work } = state.edge
  if (work.archivedCalls === work.calls) return NOTHING
  const { filesModified, toolsUsed, testsRun, testsPassed } =
    lookUp(state.sessions, at.session)?.observed ?? NO_OBSERVATIONS
  const body: { readonly [key: string]: Json } = {
    archived_at: isoTime(at.atMs),
    session: at.session,
    objective: claims.objective,
    plan: claims.plan.map(({ description, status, proof }) => ({
      description,
      status,
      ...(proof !== undefined && { proof }),
    })),
    observations: {
      files_modified: filesModified,
      tools_used: toolsUsed,
      tests_run: testsRun,
      tests_passed: testsPassed,
    },
    calls: work.calls,
    edits: work.edits,
  }
  const digest = digestOf(body)
  return {
    facts: [{ kind: 'work.archived', digest }],
    effects: [{ kind: 'proof.archive', line: { ...body, digest } }],
  }
}
