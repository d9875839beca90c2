import type { Decision } from '../core/model/decision.ts'
import type { EventKind, ParsedEvent, Stamp } from '../core/model/event.ts'
import type { Usage } from '../core/model/ledger.ts'

/** Why a payload could not be read. `doorway` is its event name where that much was legible. */
export type ParseProblem =
  | { readonly kind: 'not-json' }
  | { readonly kind: 'bad-shape'; readonly doorway?: string; readonly path: string }

export type Parsed =
  | { readonly ok: true; readonly event: ParsedEvent }
  /** `event` is what could be read, so that the catastrophic is still refused (ADR 0003). */
  | { readonly ok: false; readonly problem: ParseProblem; readonly event?: ParsedEvent }

/** What the runtime is told. `lost` names what its surface could not carry. */
export interface Rendered {
  readonly stdout: string
  readonly lost: readonly string[]
}

/** What one doorway of one runtime lets us do. */
export interface Doorway {
  readonly name: string
  readonly event: EventKind
  readonly deny: boolean
  readonly ask: boolean
  readonly steer: boolean
  readonly notice: boolean
  /** What happens when the hook crashes or times out. */
  readonly fails: 'open' | 'closed'
  /** The same, installed with `--strict`, where that makes a difference. */
  readonly failsStrict?: 'closed'
  /** First version in which the whole row holds, where an older one is known that differs. */
  readonly since?: string
}

export interface Capabilities {
  readonly doorways: readonly Doorway[]
  /** What no hook of this runtime sees, in words for `doctor` and docs/coverage.md. */
  readonly uncovered: readonly string[]
}

/** Text in, event out; decision in, text out. Knows every quirk of one agent client; does no IO. */
export interface Runtime {
  readonly name: string
  /** The version that the recorded wire and the surface come from. */
  readonly newestTested: string
  parse(bytes: string, stamp: Stamp): Parsed
  /** `event` is undefined when nothing of the payload could be read. */
  render(decision: Decision, event: ParsedEvent | undefined): Rendered
  capabilities(version: string | undefined): Capabilities
  /** How full a session's context is, from the end of its transcript. */
  usageIn(tail: string): Usage | undefined
}
