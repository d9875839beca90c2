import type { Paths } from '../../config/paths.ts'
import { type LedgerSurroundings, ledgerSurroundings } from '../../ledger/ledger-surroundings.ts'

/** A bundle of its own: citations are opened and tasks are told at the rare doorways of a session, never before a tool. */
export function ledgerParts(paths: Paths, env: Readonly<Record<string, string | undefined>>): LedgerSurroundings {
  return ledgerSurroundings(paths, env)
}
