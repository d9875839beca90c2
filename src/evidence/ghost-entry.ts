import type { GhostReport } from './look-for-ghost.ts'

/** The line of the trajectory: queries and scores beside the verdict, so that anybody can ask again. */
export function ghostEntry(report: GhostReport): Readonly<Record<string, unknown>> {
  const { feature, verdict, searches, control, engine, threshold, doc_mentions } = report
  const [one, other] = searches
  return {
    phase: 'negative_ground',
    feature,
    status: verdict.status,
    queries: searches.map(({ query }) => query),
    scores: searches.map(({ best }) => best),
    query1: one?.query ?? null,
    results1: one?.results ?? null,
    query2: other?.query ?? null,
    results2: other?.results ?? null,
    diversity: verdict.diversity,
    threshold,
    control: { query: control.query, score: control.best },
    engine,
    doc_mentions,
    ...(verdict.status === 'unverified' && { why: verdict.why }),
  }
}
