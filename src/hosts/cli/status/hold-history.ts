import type { StoredFact } from '../../../core/model/fact.ts'
import type { HOLD_OUTCOME } from '../../../core/words/cli-status.ts'
import { heldCommands } from './shown-state.ts'

/** A hold from its opening to how it ended, as the audit tells it. */
export interface PastHold {
  readonly number: number
  readonly session: string
  readonly type: string
  readonly reason: string
  /** What the call wanted to run; empty for a hold without a call. */
  readonly command: string
  readonly outcome: keyof typeof HOLD_OUTCOME
  readonly atMs: number
  /** Null while it waits. */
  readonly endedAtMs: number | null
}

interface HoldHistory {
  readonly holds: () => readonly PastHold[]
  /** Facts in their order. */
  see(row: StoredFact): void
}

/** Read from the facts, since a hold that expired with its session is in no state. */
export function holdHistory(): HoldHistory {
  const holds = new Map<number, PastHold>()
  /** Which hold a grant is for. */
  const grants = new Map<string, number>()
  const held = heldCommands()
  return {
    holds: () => [...holds.values()],
    see(row) {
      const { fact, atMs } = row
      held.see(row)
      if (fact.kind === 'junction.opened') {
        const { number, type, reason, session } = fact.junction
        const command = held.commands.get(number) ?? ''
        holds.set(number, { number, session, type, reason, command, outcome: 'waiting', atMs, endedAtMs: null })
        return
      }
      if ('grant' in fact && typeof fact.grant === 'object') grants.set(fact.grant.id, fact.grant.number)
      const [number, outcome] = endOf(fact, grants) ?? []
      const hold = number === undefined ? undefined : holds.get(number)
      if (hold && outcome) holds.set(hold.number, { ...hold, outcome, endedAtMs: atMs })
    },
  }
}

type End = readonly [number: number | undefined, outcome: PastHold['outcome']]

function endOf(fact: StoredFact['fact'], grants: ReadonlyMap<string, number>): End | undefined {
  switch (fact.kind) {
    case 'junction.approved':
    case 'quality.overridden':
      return [fact.grant.number, 'approved']
    case 'junction.dismissed':
      return [fact.grant.number, 'dismissed']
    case 'grant.revoked':
      return [grants.get(fact.grant), 'revoked']
    case 'junction.skipped':
      return [fact.junction.number, 'skipped']
    case 'junction.answered':
      return [fact.number, 'answered']
    case 'junction.lapsed':
      return [fact.number, 'lapsed']
    default:
      return undefined
  }
}
