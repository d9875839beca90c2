import { join } from 'node:path'
import { anchorFiles } from '../../src/anchor/anchor-files.ts'
import type { ProjectRoot } from '../../src/core/model/ids.ts'
import { DEFAULT_POLICY } from '../../src/core/model/policy.ts'
import type { GateParts } from '../../src/gate/pipeline.ts'
import { openLedger } from '../../src/ledger/open-ledger.ts'
import { runtimeOf } from '../../src/runtimes/registry.ts'
import type { Store } from '../../src/stores/store.ts'

type Surroundings = {
  readonly project: ProjectRoot
  readonly store: Store
  /** For what the gate writes outside the project; the project itself when left out. */
  readonly folder?: string
}

/** A gate of one governed project, with its real files and the default policy. */
export function gateParts({ project, store, folder = project }: Surroundings): GateParts {
  return {
    runtimeOf,
    store: async () => store,
    home: '/home/dev',
    cli: 'fairlead',
    ownPaths: () => [],
    governedRoot: () => project,
    governsAny: () => true,
    policy: () => DEFAULT_POLICY,
    key: () => new Uint8Array(32),
    gapsFile: join(folder, 'gaps.jsonl'),
    backupFolder: join(folder, 'backups'),
    anchorFiles: anchorFiles(),
    ledger: openLedger(),
  }
}
