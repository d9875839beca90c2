import type { ParsedEvent } from '../../../core/model/event.ts'
import type { CallPrint } from '../../../core/model/surroundings.ts'

/** An event of a log, with the hashes of a result where the log has or allows them. */
export type LoggedEvent = ParsedEvent & { readonly print?: CallPrint }

/** One session that happened, whoever wrote it down. */
export interface Log {
  /** What the report calls it: `session`, and `run` where the row has that name. */
  readonly name: { readonly session: string; readonly run?: string }
  readonly runtime: string
  readonly project: string
  readonly events: readonly LoggedEvent[]
}

/** A line that could not be replayed. */
export interface BadLine {
  readonly line: number
  readonly problem: string
}
