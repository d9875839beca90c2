import type { Decision } from '../core/model/decision.ts'
import type { ParsedEvent, Stamp } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'
import type { Arrival } from '../person/arrival.ts'
import type { SealSigner } from '../person/passphrase.ts'

/** One call of a hook, exactly as the entry received it. */
export interface HookCall {
  readonly runtime: string
  readonly bytes: string
  readonly stamp: Stamp
  /** Folder in which the session started, where the runtime tells; else the entry's working directory. */
  readonly startDir: string
  /** For how long the runtime lets this hook wait, where it was installed so that it may. */
  readonly waitSeconds?: number
}

/** Whoever asked and can be kept waiting. */
export interface Caller {
  /** Tells them that it may take a while. */
  keepWaiting(): void
  /** False once they have gone: nobody would hear the answer. Only of somebody who was told to wait. */
  isThere(): Promise<boolean>
  /** They were not told to wait and have decided by themselves by now: what is spent for them would be lost. */
  hasGivenUp(): boolean
}

export interface HookAnswer {
  readonly stdout: string
}

/** The one door through which everything that changes state goes. */
export interface Gate {
  /** Native text in, native text out. Never throws, always answers; rejects only for a caller who has given up. */
  handle(call: HookCall, arrival?: Arrival, caller?: Caller): Promise<HookAnswer>
  /** For whoever has no time left: by the rules that need no state, without asking the database or git. */
  handleAlone(call: HookCall, problem: string): Promise<HookAnswer>
  /** One of our own events (a CLI approval, an MCP call), already parsed. */
  submit(event: ParsedEvent, project: ProjectRoot, signer?: SealSigner): Promise<Decision>
  close(): Promise<void>
}
