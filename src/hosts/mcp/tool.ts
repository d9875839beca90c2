import type { ProjectRoot } from '../../core/model/ids.ts'
import type { Json } from '../../core/model/json.ts'
import type { Wired } from '../../wiring/wire-gate.ts'

/** What a client sent with `tools/call`. */
export interface ToolInput {
  readonly args: Readonly<Record<string, Json>>
  /** The client's own id of this call, where it gives one. It proves nothing. */
  readonly call: string | undefined
  /** Asks the person in the client's own dialog, which no model answers. Undefined when they didn't choose. */
  readonly askPerson?: (message: string, choices: readonly string[]) => Promise<string | undefined>
}

/** What the server offers to a tool. */
export interface ToolContext extends Pick<Wired, 'gate' | 'store'> {
  /** The runtime that this server was registered in. Whoever started the process says so; it proves nothing. */
  readonly runtime: string
  readonly cwd: string
  /** The policy of a project. */
  readonly policy?: Wired['policy']
  /** The governed project of a folder, if there is one. */
  readonly projectOf: (folder: string) => ProjectRoot | undefined
}

export interface ToolAnswer {
  readonly text: string
  readonly isError?: boolean
}

/** One tool: how it presents itself, and what it does. Everything that changes state goes through `gate.submit`. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** JSON Schema that the model reads. Arguments are checked by the tool itself, so that every refusal names the next step. */
  readonly inputSchema: { readonly type: 'object' } & Readonly<Record<string, Json>>
  /** The tool declares that it changes nothing. */
  readonly readOnly: boolean
  call(input: ToolInput, context: ToolContext): Promise<ToolAnswer>
}
