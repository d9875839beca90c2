import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import type { HttpBindings } from '@hono/node-server'
import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Policy } from '../../core/model/policy.ts'
import type { Gate } from '../../gate/gate.ts'
import type { LedgerParts } from '../../ledger/ledger-lookups.ts'
import type { StoreReader } from '../../stores/store.ts'
import type { ProjectItem } from '../contract/shapes.ts'
import type { BrowserSight } from '../door/browser-sight.ts'
import type { ConsoleSession, ConsoleSessions } from '../door/sessions.ts'
import type { Views } from '../views/views.ts'

/** What the routes work with. */
export interface ConsoleDeps {
  readonly gate: Gate
  readonly store: () => Promise<StoreReader>
  readonly policy: (project: ProjectRoot) => Policy
  readonly views: Views
  /** What the next packet of a session would be made of. */
  readonly ledger: LedgerParts
  readonly sessions: ConsoleSessions
  readonly version: string
  readonly home: string
  /** The file with the public half of the passphrase. */
  readonly passphrase: string
  /** What a person types to reach us in a terminal. */
  readonly cli: string
  readonly port: () => number
  /** The folder of the built page. */
  readonly page: string
  /** Counts as work while it lasts: the daemon does not leave. */
  readonly working: <Done>(work: () => Promise<Done>) => Promise<Done>
}

/** What the guard found out about a request. */
type Variables = { session: ConsoleSession; sight: BrowserSight | undefined }
export type Env = { Variables: Variables; Bindings: { incoming: HttpBindings['incoming'] } }

const ID_CHARS = 12

/** A project's short name in addresses. */
export function projectId(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, ID_CHARS)
}

export async function projectRows({ store, home }: ConsoleDeps): Promise<readonly ProjectItem[]> {
  const roots = await (await store()).projects()
  return roots.map((root) => ({
    id: projectId(root),
    name: basename(root) || root,
    folder: shortened(root, home),
  }))
}

/** As a person writes it. */
export function shortened(path: string, home: string): string {
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

export async function rootOfId({ store }: ConsoleDeps, id: string): Promise<ProjectRoot | undefined> {
  return (await (await store()).projects()).find((root) => projectId(root) === id)
}
