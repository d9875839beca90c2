import type { LedgerEntry } from '../../core/model/ledger.ts'
import type { GhostReport } from './look-for-ghost.ts'

type GhostNote = Extract<LedgerEntry, { readonly phase: 'negative_ground' }>

/** What the record keeps: LEDGER-42 asks it for the ghosts that were not verified. */
export function ghostNote({ feature, verdict, searches }: GhostReport): GhostNote {
  const queries = searches.map(({ query }) => query)
  return {
    phase: 'negative_ground',
    feature,
    status: verdict.status,
    queries,
    scores: searches.map(({ best }) => best),
  }
}

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
