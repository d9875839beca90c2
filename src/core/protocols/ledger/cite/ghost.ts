import { GHOST_DOUBT } from '../../../words/ledger.ts'
import { contentStems } from './words.ts'

/** C26: a semantic score of this height is a hit; at least so much of a query stands in one place. */
export const GHOST_THRESHOLD = 0.4
/** Two queries are diverse when at most half of the shorter one is in the other. */
const MIN_DIVERSITY = 0.5

/** What one search of the code found. */
export interface GhostSearch {
  readonly query: string
  /** Results at or above the threshold. */
  readonly results: number
  /** The best score of all, also below the threshold; 0 where nothing was found. */
  readonly best: number
}

export interface GhostInquiry {
  readonly feature: string
  readonly queries: readonly string[]
}

export interface GhostSearches {
  /** A query about something that is there; if it finds nothing, finding nothing proves nothing. */
  readonly control: GhostSearch
  /** The two queries, and the name of the feature itself. */
  readonly searches: readonly GhostSearch[]
  /** The whole code was searched, not a part of it. */
  readonly complete: boolean
}

export type GhostVerdict =
  | { readonly status: 'verified'; readonly label: string; readonly diversity: number }
  | { readonly status: 'unverified'; readonly label: string; readonly diversity: number; readonly why: string }

/**
 * LEDGER-40: 1 means that two queries share no word, 0 that one says nothing the other does not.
 * @internal
 */
export function diversityOf(one: string, other: string): number {
  const [first, second] = [contentStems(one), contentStems(other)]
  const shorter = Math.min(first.length, second.length)
  if (shorter === 0) return 0
  return 1 - first.filter((word) => second.includes(word)).length / shorter
}

/** What is wrong with an inquiry before anything is searched. */
export function inquiryProblem({ feature, queries }: GhostInquiry): string | undefined {
  const wanted = contentStems(feature)
  if (wanted.length === 0) return GHOST_DOUBT.nameless
  const [one, other, ...more] = queries
  if (one === undefined || other === undefined || more.length > 0) return GHOST_DOUBT.queries
  if (contentStems(one).length === 0 || contentStems(other).length === 0) return GHOST_DOUBT.empty
  if (diversityOf(one, other) < MIN_DIVERSITY) return GHOST_DOUBT.alike
  // Two queries about something else would find nothing, whatever is there.
  const isAbout = (query: string): boolean => contentStems(query).some((word) => wanted.includes(word))
  return isAbout(one) || isAbout(other) ? undefined : GHOST_DOUBT.unrelated
}

/** LEDGER-40, LEDGER-41: absent only when everything that had to be looked for was, and nothing was found. */
export function judgeGhost(inquiry: GhostInquiry, searched: GhostSearches): GhostVerdict {
  const [one = '', other = ''] = inquiry.queries
  const diversity = diversityOf(one, other)
  const why = inquiryProblem(inquiry) ?? doubtIn(searched)
  if (why === undefined) return { status: 'verified', label: `[GHOST] ${inquiry.feature}`, diversity }
  return { status: 'unverified', label: `[UNVERIFIED GHOST] ${inquiry.feature}`, diversity, why }
}

function doubtIn({ control, searches, complete }: GhostSearches): string | undefined {
  if (control.results === 0) return GHOST_DOUBT.control(control.query)
  if (!complete) return GHOST_DOUBT.partial
  const hit = searches.find(({ results }) => results > 0)
  return hit === undefined ? undefined : GHOST_DOUBT.found(hit.query, hit.best)
}
