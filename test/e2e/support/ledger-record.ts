import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Installed } from './installed.ts'
import { until } from './until.ts'

export interface LedgerStatus {
  readonly record: { readonly n: number; readonly [field: string]: unknown }
  readonly filesAtLine: number
}

export function ledgerStatus(fairlead: Installed): LedgerStatus {
  return JSON.parse(fairlead.cli('ledger', 'status', '--json').stdout)
}

/** The record from the files alone, once the daemon has written: it equals the audit in every field. */
export async function rebuiltRecord(fairlead: Installed): Promise<LedgerStatus['record']> {
  let last = fairlead.cli('ledger', 'rebuild', '--json')
  const isEqual = () => {
    if (last.status !== 0) last = fairlead.cli('ledger', 'rebuild', '--json')
    return last.status === 0
  }
  await until(isEqual, 'files that equal the audit', { describe: () => last.stderr })
  return JSON.parse(last.stdout).record
}

/** The files have every line that the audit has. */
export async function untilWritten(fairlead: Installed): Promise<void> {
  const isWritten = () => {
    const { filesAtLine, record } = ledgerStatus(fairlead)
    return filesAtLine === record.n
  }
  await until(isWritten, 'the files have every line')
}

/** Everything that is not in the project is lost. A hook that still ends may remove its own journal first. */
export function loseDatabase(fairlead: Installed): void {
  fairlead.stopDaemon()
  for (const name of readdirSync(fairlead.stateFolder))
    if (name.startsWith('hooks.db')) rmSync(join(fairlead.stateFolder, name), { force: true })
}
