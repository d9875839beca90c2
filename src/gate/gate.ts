import type { AnchorFiles } from '../anchor/anchor-files.ts'
import type { BackupKeeper } from '../backup/backups.ts'
import type { Decision } from '../core/model/decision.ts'
import type { Registration } from '../core/model/door.ts'
import type { ParsedEvent, Stamp } from '../core/model/event.ts'
import type { GovernedBy, HomesOf } from '../core/model/homes.ts'
import type { EventId, ProjectRoot, SessionId } from '../core/model/ids.ts'
import type { Policy } from '../core/model/policy.ts'
import type { RanHow, StateEdit } from '../core/model/surroundings.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Arrival } from '../person/arrival.ts'
import type { Keyring } from '../person/grants.ts'
import type { PassphraseSigner } from '../person/passphrase.ts'
import type { ProveTyped } from '../person/typed-command.ts'
import type { Runtime } from '../runtimes/runtime.ts'
import type { Gap, Store } from '../stores/store.ts'

/** One call of a hook, exactly as the entry received it. */
export interface HookCall {
  readonly runtime: string
  readonly bytes: string
  readonly stamp: Stamp
  /** Folder in which the session started, where the runtime tells; else the entry's working directory. */
  readonly startDir: string
  /** For how long the runtime lets this hook wait, where it was installed so that it may. */
  readonly waitSeconds?: number
  /** Through what the client runs shell commands, as the hook's environment shows it: empty where it runs them itself. */
  readonly prefix?: string
  /** How the shell call that this tells of ran, where it should have been sealed: the daemon's own word, never a caller's. */
  readonly ran?: RanHow | undefined
}

/** The process that asked and can be kept waiting. */
export interface Caller {
  /** Tells it that the answer may take a while. */
  keepWaiting(): void
  /** False once it has gone and would not read the answer. Only for a caller that was told to wait. */
  isThere(): Promise<boolean>
  /** It was not told to wait and has decided by itself by now: what is spent for it would be lost. */
  hasGivenUp(): boolean
}

export interface HookAnswer {
  readonly stdout: string
  /** EDGE-136: for the daemon alone, which lets this one call out of the seal. */
  readonly unsealed?: true
}

/** The one door through which everything that changes state goes. */
export interface Gate {
  /** Native text in, native text out. Never throws, always answers; rejects only for a caller that has given up. */
  handle(call: HookCall, arrival?: Arrival, caller?: Caller): Promise<HookAnswer>
  /** For a hook with no time left: by the rules that need no state, without asking the database or git. */
  handleAlone(call: HookCall, problem: string): Promise<HookAnswer>
  /** One of our own events (a CLI approval, an MCP call, a report of the daemon), already parsed. */
  submit(event: ParsedEvent, project: ProjectRoot, signer?: PassphraseSigner): Promise<Decision>
  /** Waits until everything that follows from the events so far has been done. */
  settled(): Promise<void>
  close(): Promise<void>
}

/** What a gate works with, room by room. `wiring/wire-gate.ts` puts the real ones together. */
export interface GateRooms {
  readonly runtimeOf: (name: string) => Runtime | undefined
  /** Opened at first need: an ungoverned folder never touches the database. */
  readonly store: () => Promise<Store>
  readonly governed: Governed
  readonly machine: SurroundingsSource
  /** What shows that a person acted. `proveTyped`: only where connections of clients arrive. */
  readonly person: Keyring & {
    readonly proveTyped?: ProveTyped
    /** EDGE-131: whether somebody who could decide about a hold of this client is there, at another door than the client's. */
    readonly isReachable?: (held: {
      readonly project: ProjectRoot
      readonly client: Registration | undefined
    }) => boolean
  }
  readonly anchor: AnchorFiles
  readonly ledger: Ledger
  readonly backups: BackupKeeper
  /** Kept beside the database, for when the database is what is broken. */
  readonly recordGap: (gap: Gap) => unknown
  /** An answer does not wait for what follows from it (LEDGER-77): the process lives on, or awaits `settled` itself. */
  readonly answersFirst?: boolean
}

/** Which folders a person put under the gate, and the rules there. */
interface Governed {
  /** The project of this folder; undefined when it is not governed. */
  readonly rootOf: (folder: string) => ProjectRoot | undefined
  /** How it comes to be governed; undefined when it is not. */
  readonly standing: (project: ProjectRoot) => GovernedBy | undefined
  /** The rules for this project. Never throws. */
  readonly policy: (project: ProjectRoot) => Policy
}

/** What the surroundings of an event are read from. */
export interface SurroundingsSource {
  readonly home: string
  /** What a person types to reach us in a terminal. */
  readonly cli: string
  readonly homes: HomesOf
  /** `policy`: where it is at hand. */
  readonly ownPaths: (project: ProjectRoot, policy?: Policy) => readonly string[]
  /** The state file as it is, and what another text would change in it. Without it every edit counts as unresolved. */
  readonly stateFile?: {
    readonly text: (project: ProjectRoot) => string | undefined
    readonly compare: (texts: { readonly now: string; readonly next: string }) => StateEdit
  }
  /** Where clients reach the daemon, as far as it is known. */
  readonly port?: () => number | undefined
  /** Why an agent that this runtime starts now would run without the gate. */
  readonly ungated?: (runtime: string) => string | undefined
  /** The settings that sessions started from now on will read: which of them free those of the gate, and putting them right. */
  readonly settings?: {
    readonly freed: (project: ProjectRoot, runtime: string) => readonly string[]
    readonly mend: (path: string, project: ProjectRoot) => boolean
  }
  /** The folders that the seal covers. */
  readonly coversOf?: () => readonly string[]
  /** Through what this runtime has to run shell commands, where a person has turned the seal on. */
  readonly sealOf?: (runtime: string) => string | undefined
  /** Whether a hook of somebody else may answer the client's own prompt in this project. */
  readonly othersMayAnswer?: (project: ProjectRoot) => boolean
  /** Puts what waits in a session where its status line looks; empty takes it away. */
  readonly showWaiting?: (session: SessionId, text: string) => void
}

/** An event on its way through the gate, and how it got here. */
export interface Submission {
  readonly parsed: ParsedEvent
  readonly project: ProjectRoot
  /** Renders the answer; undefined for our own events. */
  readonly runtime?: Runtime | undefined
  readonly arrival?: Arrival | undefined
  readonly caller?: Caller | undefined
  readonly prefix?: string | undefined
  readonly ran?: HookCall['ran']
  /** Unlocked by a passphrase; signs instead of the key file. */
  readonly signer?: PassphraseSigner | undefined
}

/**
 * The one way through the gate. `submit` takes an event down and its answer up; nothing inside calls it again. What follows
 * from an event waits in a queue, and the events that come of that go the same way, one after the other.
 */
export interface Pipeline {
  readonly submit: (submission: Submission) => Promise<Decision>
  /** Decided and durable, of calls that are still being answered: a hook that runs out of time answers so. */
  readonly durable: Map<EventId, Decision>
  /** Resolves when the queue is empty. */
  readonly settled: () => Promise<void>
}
