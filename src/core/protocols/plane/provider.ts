import type { Looks, ProviderId } from '../../model/plane.ts'
import type { PlanePolicy } from '../../model/policy.ts'
import type { ToolCall } from '../../model/tool.ts'

/** A call that has run, as a provider sees it. */
export interface Seen {
  readonly tool: ToolCall
  /** The words of every command that a shell call ran. */
  readonly commands: readonly (readonly string[])[]
  /** A test runner was started. */
  readonly tests: boolean
  readonly policy: Pick<PlanePolicy, 'checkpointTool' | 'checkpointCommand'>
}

/** One mechanism that shows a deliberate reassessment (PLANE-R1a). Its trace is the call itself, a row of the audit (PLANE-R2). */
export interface Provider {
  readonly id: ProviderId
  /** PLANE-R3, where nothing went wrong before; after failures every provider looks back. */
  readonly looks: Looks
  readonly shows: (seen: Seen) => boolean
}
