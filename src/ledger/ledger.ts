import type { Event, ParsedEvent } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { GatheredLedger } from '../core/model/ledger.ts'
import type { Effect } from '../core/model/outcome.ts'
import type { Policy } from '../core/model/policy.ts'
import type { StoreReader } from '../stores/store.ts'

export type LedgerEffect = Extract<Effect, { readonly kind: `ledger.${string}` }>

/** All that the gate knows of the ledgers: one look before a decision, and the effects after its commit. */
export interface Ledger {
  /** LEDGER-28: what this decision needs to know of the ledgers. Undefined: nothing, or it could not be read. */
  gather(
    event: ParsedEvent,
    project: ProjectRoot,
    known: { readonly store: StoreReader; readonly policy: Policy['ledger'] },
  ): Promise<GatheredLedger | undefined>
  /**
   * Performs one effect of a committed event and returns what the record has to hear of it, as events to submit in this
   * order before the next effect. Never rejects: the facts are committed, and the next writer catches up.
   */
  perform(
    effect: LedgerEffect,
    committed: { readonly store: StoreReader; readonly event: Event; readonly project: ProjectRoot },
  ): Promise<readonly ParsedEvent[]>
}
