import { join } from 'node:path'
import type { Paths } from '../../config/paths.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Policy } from '../../core/model/policy.ts'
import { checkIntegrity, type Integrity, type Standard } from '../../ledger/heal/integrity.ts'
import { backupsOf } from '../commit.ts'
import { readRecord } from '../record.ts'
import { CHECKSUMS } from './plan-ledger.ts'

/** LEDGER-7: the System Zone of a project against what `init` left there. */
export function integrityOf(paths: Paths, root: ProjectRoot, policy: Policy['ledger']): Integrity {
  return checkIntegrity(root, standardOf(paths, root, policy))
}

/** The hash of the manifest is from a place that no agent writes to: one changed together with a file is found out. */
export function standardOf(paths: Paths, root: ProjectRoot, { integrity }: Policy['ledger']): Standard {
  const { files } = readRecord(backupsOf(paths))
  return { enforcement: integrity, pinned: files.find(({ path }) => path === join(root, CHECKSUMS))?.after }
}
