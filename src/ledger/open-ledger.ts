import type { HomesOf } from '../core/model/homes.ts'
import { ledgerFiles } from './files/ledger-files.ts'
import { gatherLedger } from './gather.ts'
import type { Ledger } from './ledger.ts'
import type { LedgerParts } from './ledger-lookups.ts'
import { performLedger } from './perform.ts'

export function openLedger(homes: HomesOf, given: Partial<LedgerParts> = {}): Ledger {
  const parts: LedgerParts = { files: ledgerFiles(homes), ...given }
  return {
    gather: (event, project, known) => gatherLedger(parts, event, { project, ...known }).catch(() => undefined),
    perform: (effect, committed) => performLedger(parts, effect, committed).catch(() => []),
  }
}
