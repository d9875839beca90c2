import type { Command } from 'commander'
import { examples } from './examples.ts'
import { addLedgerBead } from './ledger-bead.ts'
import { addLedgerEvidence } from './ledger-evidence.ts'
import { addLedgerRecord } from './ledger-record.ts'
import type { Registrar } from './registrar.ts'

export function addLedger(program: Command, registrar: Registrar): void {
  const ledger = program.command('ledger').description('records that outlive the context: claims, evidence, retrieval')
  ledger.addHelpText('after', examples('fairlead ledger ground', 'fairlead ledger recall "token expiry decision"'))
  addLedgerRecord(ledger, registrar)
  addLedgerEvidence(ledger, registrar)
  addLedgerBead(ledger, registrar)
}
