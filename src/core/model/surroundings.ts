import type { FoundPermit } from './anchor.ts'
import type { BackupReport } from './backup.ts'
import type { ProjectRoot, SessionId } from './ids.ts'
import type { LedgerSight } from './ledger.ts'

/** What git knows of one path that the call would touch. */
export interface PathKnowledge {
  /** Absolute path as asked. */
  readonly path: string
  readonly exists: boolean
  /** Absolute path after resolving links, when it differs. */
  readonly real?: string
  readonly kind?: 'file' | 'directory' | 'link' | 'device'
  readonly ignored?: boolean
  readonly tracked?: boolean
  /** When the file was made; what a session's own programs made is no work of a person. */
  readonly bornAtMs?: number
  /** Uncommitted or untracked, not ignored content at or below the path. */
  readonly dirty?: boolean
  /** It lies in a repository that could not be asked: whether git holds it, nobody knows. */
  readonly isUnasked?: boolean
}

/** An edit of `active_context.yaml`, worked out before it happens: the fields that would differ, unless nobody can tell. */
export type StateEdit =
  | { readonly kind: 'resolved'; readonly fields: readonly string[] }
  | { readonly kind: 'unresolved'; readonly why: string }

/** Facts about the world, gathered before the decision. The core looks nothing up. */
export interface Surroundings {
  readonly project: ProjectRoot
  readonly cwd: string
  readonly home: string
  /** What a person types to reach us in a terminal; `fairlead` where nobody said otherwise. */
  readonly cli?: string
  /** False where nobody watches: a printing or scripted client. Undefined when that is not known. */
  readonly attended?: boolean
  /** The runtime's own prompt is proven to wait for a person here. */
  readonly asks?: boolean
  /** What a call on the state file would change in it; undefined when it is not about that file. */
  readonly stateEdit?: StateEdit
  readonly tempDirs: readonly string[]
  /** Absolute paths (files or folders) that belong to the gate: settings, hooks, skill, policy, key, database, socket. */
  readonly ownPaths: readonly string[]
  /** Answers to `pathsInQuestion`, empty when nothing was asked. */
  readonly paths: readonly PathKnowledge[]
  /** Why an agent that is started now would run without the gate; undefined when it would not, or nobody looked. */
  readonly ungated?: string
  /** How a person decides inside this very client: by typing `/edge`, or in a dialog that a tool of ours opens. */
  readonly here?: 'command' | 'dialog'
  /** Why `/edge` cannot arrive from this client, and what to do about it; undefined when it can. */
  readonly doorClosed?: string
  /** Names the key behind the person's passphrase, where one was set. */
  readonly seal?: string
  /** Sessions whose registered client is no longer there; undefined when nobody looked. */
  readonly gone?: readonly SessionId[]
  /** What is on disk for the anchor of the agent that asks; only where policy demands one. */
  readonly permit?: FoundPermit
  /** Any uncommitted change in the repository; undefined when not asked or not a repository. */
  readonly dirty?: boolean
  /** Copies of files made for this very call; undefined when none were asked for. */
  readonly backups?: readonly BackupReport[]
  /** What the ledgers say, where the event may need it. */
  readonly ledger?: LedgerSight
}
