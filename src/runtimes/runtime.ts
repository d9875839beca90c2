import type { Decision } from '../core/model/decision.ts'
import type { EventKind, ParsedEvent, Stamp } from '../core/model/event.ts'
import type { Json } from '../core/model/json.ts'
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

/** By what a client's processes are recognised. */
interface ClientSigns {
  /** Its program, by the name that the kernel shows. */
  readonly program: RegExp
  /** Of the same name, by its arguments: it stays behind when all sessions have ended, and runs no agent. */
  readonly helper?: RegExp
  /** Of the same name, by its arguments: runs the agents of several terminals and has none itself. */
  readonly server?: RegExp
  /** A variable and its value by which an editor's panel, which has no terminal, starts it for its person. */
  readonly panel?: readonly [variable: string, value: string]
  /** Variables that it sets for everything it starts; a person's own shell has none of them. */
  readonly variables: readonly string[]
  /** One of them says that a command was called from this runtime, one names the session. */
  readonly calling: string
  readonly session: string
}

/** Names on the wire of one runtime that are asked for before, or without, parsing a payload. */
export interface Wire {
  readonly runtime: string
  /** The doorway before a tool runs. */
  readonly beforeTool: string
  /** The doorway of a command that a person typed, where there is one. */
  readonly typedCommand?: string
  /** Doorways after which the daemon is needed: a hook that has to start it waits until it listens. */
  readonly awaitDaemon: readonly string[]
  readonly turnEnds: readonly string[]
  /** The variable in which it tells hooks where the session began. */
  readonly projectVariable?: string
  /** The tool that runs shell commands, and the doorways after a tool. */
  readonly shell?: { readonly tool: string; readonly after: readonly string[] }
  /** The variable that names a program through which it runs every shell command. */
  readonly prefixVariable?: string
}

/** How a person decides about a hold inside the client. */
type PersonInClient =
  /** They type `/edge`, which the client sends over a connection of its own. */
  | {
      readonly by: 'command'
      /** Where the client says that it found the command, when it is the one `init` installed. */
      readonly source: string
      readonly prompts: PromptLog
    }
  /** They answer a dialog that a tool of our MCP server opens. What they type reaches us as a prompt, which proves nothing. */
  | {
      readonly by: 'dialog'
      /** The permission mode in which the client declines every dialog by itself. */
      readonly closedIn: string
    }

/** What a client writes about prompts in its transcript, of which `tail` is the end. */
export interface PromptLog {
  /** When prompts with this text were put aside because a turn was running. */
  queuedTimes(tail: string, prompt: string): readonly string[]
  /** Who began the turn with this prompt; undefined while the client has not said so. */
  turnOrigin(tail: string, promptId: string): TurnOrigin | undefined
  /** Uses of `/edge` by a model or a program, of which the client tells no hook. */
  attemptsIn(tail: string): readonly EdgeAttempt[]
}

export interface TurnOrigin {
  readonly isPerson: boolean
  /** The client's own word for it. */
  readonly name: string
}

export interface EdgeAttempt {
  readonly id: string
  readonly means: string
  /** What was said after `/edge`. */
  readonly words: string
}

/** A session that a runtime wrote down itself, as the events its hooks would have brought. */
export interface Transcript {
  readonly session: string
  readonly cwd: string
  readonly events: readonly ParsedEvent[]
}

export interface TranscriptReader {
  /** Whether a line of a file is one of this runtime's records. */
  owns(record: Json): boolean
  read(records: readonly Json[]): Transcript
  /** How full the session's context is, from the end of the file. */
  usageIn(tail: string): Usage | undefined
}

/** Text in, event out; decision in, text out. Knows every quirk of one agent client; does no IO. */
export interface Runtime {
  readonly name: string
  /** What people call it. */
  readonly title: string
  /** The version that the recorded wire and the surface come from. */
  readonly newestTested: string
  readonly client: ClientSigns
  readonly person: PersonInClient
  /** Its own permission prompt waits for the person at the terminal, with permissions bypassed as well. */
  readonly promptWaits: boolean
  /** Permission modes in which it asks the person by its own rules, also about what was approved with us. */
  readonly asksIn: readonly string[]
  readonly transcript: TranscriptReader
  parse(bytes: string, stamp: Stamp): Parsed
  /** `event` is undefined when nothing of the payload could be read. */
  render(decision: Decision, event: ParsedEvent | undefined): Rendered
  capabilities(version: string | undefined): Capabilities
  /** The id under which its hooks saw a call of our MCP server, where the call tells. Names a call, proves nothing. */
  callIn?(meta: Readonly<Record<string, unknown>>): string | undefined
}
