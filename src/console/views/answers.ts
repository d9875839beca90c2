import { askHold, askHolds } from './ask-holds.ts'
import { askInsights } from './ask-insights.ts'
import { askRows } from './ask-rows.ts'
import { askSession, askSessions } from './ask-sessions.ts'

/** Every question there is. */
export const ANSWERS = {
  holds: askHolds,
  hold: askHold,
  rows: askRows,
  sessions: askSessions,
  session: askSession,
  insights: askInsights,
} as const
