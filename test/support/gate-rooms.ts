import { join } from 'node:path'
import { anchorFiles } from '../../src/anchor/anchor-files.ts'
import { backupsIn } from '../../src/backup/backups.ts'
import type { GovernedBy } from '../../src/core/model/homes.ts'
import { type HomesOf, IN_REPO } from '../../src/core/model/homes.ts'
import type { ProjectRoot } from '../../src/core/model/ids.ts'
import { DEFAULT_POLICY, type Policy } from '../../src/core/model/policy.ts'
import type { GateRooms } from '../../src/gate/gate.ts'
import { openLedger } from '../../src/ledger/open-ledger.ts'
import { runtimeOf } from '../../src/runtimes/registry.ts'
import { recordGap } from '../../src/stores/gaps.ts'
import type { Store } from '../../src/stores/store.ts'

type Place = {
  readonly project: ProjectRoot
  readonly store: Store
  /** For what the gate writes outside the project; the project itself when left out. */
  readonly folder?: string
  readonly home?: string
  readonly policy?: Policy
  readonly homes?: HomesOf
}

/** The rooms of a gate of one governed project, with its real files; the default policy unless another is given. */
export function gateRooms({ project, store, folder = project, ...place }: Place): GateRooms {
  const { home = '/home/dev', policy = DEFAULT_POLICY, homes = IN_REPO } = place
  return {
    runtimeOf,
    store: async () => store,
    governed: { rootOf: () => project, standing: standsIn(project), policy: () => policy },
    machine: { home, cli: 'fairlead', homes, ownPaths: () => [] },
    person: { key: () => new Uint8Array(32) },
    anchor: anchorFiles(homes),
    ledger: openLedger(homes),
    backups: backupsIn(join(folder, 'backups')),
    recordGap: (gap) => recordGap(join(folder, 'gaps.jsonl'), gap),
  }
}

/** One project on the list. */
export function standsIn(root: ProjectRoot): (project: ProjectRoot) => GovernedBy | undefined {
  const by = { root, git: '', isListed: true }
  return (project) => (project === root ? { kind: 'listed', by } : undefined)
}
