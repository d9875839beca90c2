import type { Decision } from '../core/model/decision.ts'
import type { ParsedEvent, Stamp } from '../core/model/event.ts'
import type { ProjectRoot } from '../core/model/ids.ts'

/** One call of a hook, exactly as the entry received it. */
export interface HookCall {
  readonly runtime: string
  readonly bytes: string
  readonly stamp: Stamp
  /** Folder in which the session started, where the runtime tells; else the entry's working directory. */
  readonly startDir: string
}

export interface HookAnswer {
  readonly stdout: string
}

/** The one door through which everything that changes state goes. */
export interface Gate {
  /** Native text in, native text out. Never throws, always answers. */
  handle(call: HookCall): Promise<HookAnswer>
  /** One of our own events (a CLI approval, an MCP call), already parsed. */
  submit(event: ParsedEvent, project: ProjectRoot): Promise<Decision>
  close(): Promise<void>
}
