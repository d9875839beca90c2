import { type AnchorDesk, EMPTY_DESK, type FoundPermit, type FoundSession, type KeptFolder } from './anchor.ts'
import type { Assessment } from './assessment.ts'
import type { BackupReport } from './backup.ts'
import type { Exhibit } from './exhibit.ts'
import type { ProjectRoot, SessionId } from './ids.ts'
import type { GatheredLedger } from './ledger.ts'
import type { Policy } from './policy.ts'
import type { Observations, SessionState } from './state.ts'

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
  /** Of a file that a call may revert: the lines that its last commit has not, hunk by hunk. */
  readonly added?: readonly (readonly string[])[]
  /** It lies in a repository that could not be asked, so whether git holds it is unknown. */
  readonly isUnasked?: boolean
}

/** An edit of `active_context.yaml`, worked out before it happens: the fields that would differ, unless nobody can tell. */
export type StateEdit =
  | { readonly kind: 'resolved'; readonly fields: readonly string[] }
  | { readonly kind: 'unresolved'; readonly why: string }

/** ADR 0007: sha-256 of what went in and of what came out, cut; compared for equality and used for nothing else. */
export interface CallPrint {
  readonly input: string
  readonly result: string
}

/** Where an event happens: known for every one of them. The core looks nothing up. */
export interface Surroundings {
  readonly project: ProjectRoot
  readonly cwd: string
  readonly home: string
  /** What a person types to reach us in a terminal. */
  readonly cli: string
  readonly tempDirs: readonly string[]
  /** The state file, where an agent writes its claims into it by hand; absent where it makes them through its door. */
  readonly stateFile?: string
  /** Absolute paths (files or folders) that belong to the gate: settings, hooks, skill, policy, key, database, socket. */
  readonly ownPaths: readonly string[]
}

/** What is in a file; of one that is too long to be read, when it was made. */
export interface FoundText {
  readonly path: string
  readonly text: string
  readonly bornAtMs?: number
}

/** What was seen of the files that a call names. */
interface FilesSeen {
  /** Answers to `pathsInQuestion`, empty when nothing was asked. */
  readonly paths: readonly PathKnowledge[]
  /** Any uncommitted change in the repository. */
  readonly dirty: boolean | 'unasked'
  /** Scripts that the call runs and patches that it applies, with what is in them. */
  readonly texts?: readonly FoundText[]
  /** Folders and archives that the call spreads, and the path of ours on which something in them would land. */
  readonly bringing?: readonly { readonly from: string; readonly onto: string }[]
  /** Processes and ports that the call names by their numbers, as far as they are ours or a client's. */
  readonly guarded?: readonly number[]
  /** Aliases of git that the call may use, as the settings of the repository and of the person have them. */
  readonly aliases?: readonly { readonly name: string; readonly value: string }[]
}

/** What the risk rules judge a call by. */
export type CallSurroundings = Surroundings & FilesSeen

export const NO_FILES_SEEN: FilesSeen = { paths: [], dirty: 'unasked' }

/** A judgement that was made while this was gathered, and of what beside the event it was made: where that is the same, so is it. */
export interface EarlyAssessment {
  readonly assessment: Assessment
  readonly session: SessionState | undefined
  readonly policy: Policy
}

/** What a push would publish, and to which remote. */
export interface Outgoing {
  readonly commits: number
  readonly to: string
}

/** How a person can decide inside the client of the session that asks. */
export type PersonHere =
  /** No client is known, or nothing is known of it. */
  | { readonly kind: 'unknown' }
  /** A printing or scripted client: nobody watches it. */
  | { readonly kind: 'absent' }
  | PersonPresent

interface PersonPresent {
  readonly kind: 'present'
  /** Typing `/edge`, or in a dialog that a tool of ours opens. */
  readonly by: 'command' | 'dialog' | 'neither'
  /** The client's own prompt is proven to wait for them, and only they answer it. */
  readonly asks: boolean
  /** The client may ask about the call by rules of its own. */
  readonly asksToo?: boolean
}

/** What the kernel showed of clients, and which key answers to the person's passphrase. */
interface ClientsSeen {
  /** Sessions whose registered client is no longer there. */
  readonly gone: readonly SessionId[]
  /** Names the key behind the passphrase; null where none was set. */
  readonly passphraseKey: string | null
}

/** What the log of tool results knows of a session that did not end. */
export interface LoggedSession {
  readonly session: SessionId
  readonly observed: Observations
}

/** Settings by which the next session of a client would run without the gate. */
interface SettingsSeen {
  readonly freed: readonly string[]
}

type Synthesis = { readonly ledger: Pick<GatheredLedger, 'places' | 'grounding'> }

/** `let-out`: a person said so. */
export type RanHow = 'unsealed' | 'unattested' | 'let-out'

/** What is looked up for one kind of event beside its surroundings; kinds that are not listed need nothing more. */
export interface SeenByKind {
  readonly 'tool.before': FilesSeen & {
    /** What the call would change in the state file; null when it is not about that file. */
    readonly stateEdit: StateEdit | null
    /** Why an agent that this call starts would run without the gate; null when it would not, or none is started. */
    readonly ungated: string | null
    /** Through what the client would run a shell command instead of the seal, empty for nothing; null where that is as it should be. */
    readonly unsealed: string | null
    /** Nothing but the person answers the client's own prompt, as far as its settings and flags tell; looked at only where it may be used. */
    readonly promptIsTheirs: boolean
    readonly person: PersonHere
    /** What is on disk for the anchor of the agent that asks; null where there is none or policy demands none. */
    readonly permit: FoundPermit | null
    /** Null where nobody asked yet. */
    readonly assessed: EarlyAssessment | null
    /** What the call runs, feeds and hands on; looked at only where it may be held. */
    readonly exhibit: Exhibit
    /** Null where the call pushes nothing, or nobody can tell what. */
    readonly outgoing: Outgoing | null
    /** Copies of files made for this very call. */
    readonly backups: readonly BackupReport[] | 'unasked'
  }
  readonly 'tool.after': {
    readonly print: CallPrint | null
    /** How a shell call ran where it should have been sealed; null where it was, or nobody can tell. */
    readonly ran: RanHow | null
    /** Folders that the seal covers; looked at only where something was refused. */
    readonly covers: readonly string[]
    readonly ledger: Pick<GatheredLedger, 'usage' | 'edited'>
  } & SettingsSeen
  readonly stop: SettingsSeen
  readonly 'session.start': ClientsSeen & {
    /** Why `/edge` cannot arrive from this client, and what to do about it; null when it can. */
    readonly doorClosed: string | null
    /** EDGE-92: of the state file as the session found it; empty when there is none. */
    readonly stateHash: string
    readonly logged: readonly LoggedSession[]
    /** Null where the policy binds nobody at the start. */
    readonly desk: AnchorDesk | null
    readonly ledger: Omit<GatheredLedger, 'usage' | 'edited' | 'places' | 'grounding'>
  }
  readonly 'agent.start': { readonly desk: AnchorDesk | null }
  readonly 'anchor.call': { readonly desk: AnchorDesk }
  readonly 'anchor.settle': ClientsSeen & {
    readonly pending: readonly FoundSession[]
    readonly kept: readonly KeptFolder[]
  }
  readonly prompt: ClientsSeen & Synthesis
  readonly command: ClientsSeen & Synthesis
  readonly edge: ClientsSeen
  readonly report: ClientsSeen
  readonly 'tool.refused': ClientsSeen
  readonly 'compact.before': Synthesis
  readonly 'session.end': Synthesis
  readonly ledger: Synthesis
}

const NO_CLIENTS: ClientsSeen = { gone: [], passphraseKey: null }

/** Nobody has looked yet. */
export const NOTHING_SEEN: SeenByKind = {
  'tool.before': {
    ...NO_FILES_SEEN,
    stateEdit: null,
    ungated: null,
    unsealed: null,
    promptIsTheirs: false,
    person: { kind: 'unknown' },
    permit: null,
    assessed: null,
    exhibit: [],
    outgoing: null,
    backups: 'unasked',
  },
  'tool.after': { print: null, ran: null, covers: [], ledger: {}, freed: [] },
  stop: { freed: [] },
  'session.start': { ...NO_CLIENTS, doorClosed: null, stateHash: '', logged: [], desk: null, ledger: {} },
  'agent.start': { desk: null },
  'anchor.call': { desk: EMPTY_DESK },
  'anchor.settle': { ...NO_CLIENTS, pending: [], kept: [] },
  prompt: { ...NO_CLIENTS, ledger: {} },
  command: { ...NO_CLIENTS, ledger: {} },
  edge: NO_CLIENTS,
  report: NO_CLIENTS,
  'tool.refused': NO_CLIENTS,
  'compact.before': { ledger: {} },
  'session.end': { ledger: {} },
  ledger: { ledger: {} },
}
