import type { LedgerEntry } from '../../core/model/ledger.ts'
import {
  GHOST_THRESHOLD,
  type GhostInquiry,
  type GhostSearch,
  type GhostVerdict,
  inquiryProblem,
  judgeGhost,
} from '../../core/protocols/ledger/cite/ghost.ts'
import { contentStems, wordsOf } from '../../core/protocols/ledger/cite/words.ts'
import { isOurs } from '../../core/protocols/ledger/notes/state-zone.ts'
import { openText } from '../files/open-text.ts'
import type { LedgerPlace } from '../files/place.ts'
import { kindOf } from './language.ts'
import { listSearched } from './list-files.ts'
import { type Recalled, recall } from './recall.ts'
import type { Query, SearchResult } from './search.ts'

/** What was looked for, what was found, and what follows: everything that goes into the record. */
export interface GhostReport {
  readonly feature: string
  readonly verdict: GhostVerdict
  readonly threshold: number
  readonly engine: Recalled['engine']
  readonly degraded: string | null
  readonly control: GhostSearch
  /** The two queries in the order given, then the name of the feature. */
  readonly searches: readonly GhostSearch[]
  /** Places in prose that hold all of the feature's name. */
  readonly doc_mentions: number
}

const CONTROL_WORDS = 3
const CONTROL_LINES = 12
const MAX_RESULTS = 10
const WHOLE_NAME = 0.99
/** A feature is named in one place: words that happen to stand in the same file prove nothing. */
const NEAR_LINES = 5

/** LEDGER-40: looks for a feature in the code in three ways, after a control that has to be found. */
export async function lookForGhost(place: LedgerPlace, inquiry: GhostInquiry, control?: string): Promise<GhostReport> {
  const known = control ?? (await knownThing(place))
  const asked = inquiryProblem(inquiry) === undefined ? [...inquiry.queries, inquiry.feature] : []
  const inCode = (text: string): Query => ({
    ...{ text, mode: 'sem', kinds: ['code'], topk: MAX_RESULTS, threshold: 0 },
    within: NEAR_LINES,
  })
  const inProse: Query = { ...inCode(inquiry.feature), mode: 'lex', kinds: ['docs'], threshold: WHOLE_NAME }
  const recalled = await recall(place, [...[known, ...asked].map(inCode), inProse])
  const found = (index: number, query: string): GhostSearch => weigh(query, recalled.results[index] ?? [])
  const evidence = {
    control: found(0, known),
    searches: asked.map((query, index) => found(index + 1, query)),
    complete: recalled.complete,
  }
  return {
    feature: inquiry.feature,
    verdict: judgeGhost(inquiry, evidence),
    threshold: GHOST_THRESHOLD,
    engine: recalled.engine,
    degraded: recalled.degraded,
    control: evidence.control,
    searches: evidence.searches,
    doc_mentions: recalled.results.at(-1)?.length ?? 0,
  }
}

function weigh(query: string, results: readonly SearchResult[]): GhostSearch {
  const scores = results.map(({ score }) => score)
  return { query, results: scores.filter((score) => score >= GHOST_THRESHOLD).length, best: Math.max(0, ...scores) }
}

/** Words that stand together in the code for certain, from the file in the middle of the list. */
async function knownThing(place: LedgerPlace): Promise<string> {
  const { files } = await listSearched(place)
  // What we installed says nothing about the project's own code.
  const isOwn = (path: string) => path.startsWith('.claude/') || isOurs(path)
  const code = files.filter(({ path, size }) => kindOf(path) === 'code' && size > 0 && !isOwn(path))
  for (let tried = 0; tried < code.length; tried += 1) {
    const file = code[(Math.floor(code.length / 2) + tried) % code.length]
    const opened = file === undefined ? undefined : openText(place.root, file.path)
    if (opened?.kind !== 'text') continue
    const lines = opened.text.split('\n').filter((line) => line.trim() !== '')
    const words = wordsOf(lines.slice(0, CONTROL_LINES).join('\n').slice(0, 4_000)).filter((word) => word.length > 3)
    const telling = [...new Set(words)].filter((word) => contentStems(word).length > 0)
    if (telling.length > 0) return telling.slice(0, CONTROL_WORDS).join(' ')
  }
  return 'nothing'
}

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
