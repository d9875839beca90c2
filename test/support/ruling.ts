import type { LedgerAct } from '../../src/core/model/event.ts'

type Ruling = Extract<LedgerAct, { do: 'decide' }>

/** A decision as an agent tells it to the ledger, with nothing behind it unless said. */
export function ruling(title: string, over: Partial<Ruling> = {}): Ruling {
  return {
    do: 'decide',
    title,
    decision: `${title} it is`,
    rationale: '',
    evidence: [],
    isAssumption: true,
    supersedes: '',
    scenarios: [],
    notes: [],
    ...over,
  }
}
