import type { Json } from './json.ts'

/** One change of one file, as the runtime announced it. `after` is the new text where the runtime gives it. */
export interface FileChange {
  readonly op: 'write' | 'edit' | 'delete' | 'move'
  readonly path: string
  readonly to?: string
  readonly before?: string
  readonly after?: string
}

/** What an agent asks to do, in our words. `name` is the runtime's own name of the tool. */
export type ToolCall =
  | {
      readonly kind: 'shell'
      readonly name: string
      readonly command: string
      /** Nobody waits for its end. */
      readonly background?: true
      /** Outside the sandbox that the runtime puts around commands. */
      readonly unsandboxed?: true
    }
  | { readonly kind: 'edit'; readonly name: string; readonly changes: readonly FileChange[] }
  | { readonly kind: 'read'; readonly name: string; readonly paths: readonly string[]; readonly pattern?: string }
  | {
      readonly kind: 'mcp'
      readonly name: string
      readonly server: string
      readonly tool: string
      readonly input: Json
      readonly readOnly?: boolean
    }
  | { readonly kind: 'network'; readonly name: string; readonly target: string; readonly method: string }
  | { readonly kind: 'delegate'; readonly name: string; readonly agentType: string; readonly prompt: string }
  | { readonly kind: 'schedule'; readonly name: string; readonly prompt: string }
  | { readonly kind: 'skill'; readonly name: string; readonly skill: string; readonly args: string }
  | {
      readonly kind: 'other'
      readonly name: string
      readonly input: Json
      /** A tool that runs commands or changes files, though nobody could read which. */
      readonly unread?: 'shell' | 'edit'
    }

export type ToolKind = ToolCall['kind']

/**
 * What an action is for. `explore` looks, and prepares or tidies the ground; `edit` changes the product; `verify` runs it, or
 * writes what will check it; `ship` hands it on. The last three never make a boundary: plans and lists are an agent's own word.
 */
export type WorkKind = 'explore' | 'edit' | 'verify' | 'ship' | 'plan' | 'delegate' | 'other'

/** What one tool call is, as the plane and the observations see it. */
export interface Work {
  readonly kind: WorkKind
  /** A test runner was started. */
  readonly tests: boolean
  /** The file or folder it works on, where the tool names one. */
  readonly path?: string
}

/** A file whose content became known: written by an edit tool, a heredoc, `echo … > x`, `tee`, `cp`, `mv`, `ln -s`. */
export interface WrittenFile {
  readonly path: string
  /** Undefined when the content is not constant. */
  readonly text: string | undefined
  /** For links, moves and copies: where it comes from. */
  readonly from?: string
  readonly link?: boolean
  /** The file or tree itself came from there, so that deleting it deletes what was there. */
  readonly moved?: boolean
  /** As it is on disk when the call is judged, whoever wrote it. */
  readonly onDisk?: true
  /** Only a part of the file: what an edit put in. */
  readonly part?: boolean
  /** What running it was judged to be when it was written, where the text is not kept as it is; `unread` is too long. */
  readonly risk?: 'junction' | 'catastrophic' | 'unread'
}

/** Something that a session itself made, as an observed result showed. Nobody else has work in it. */
export interface MadeThing {
  readonly kind: 'branch' | 'container' | 'database'
  readonly name: string
}

/** What the judge remembers of one session, bounded: files it may be asked to run, effects it refused. */
export interface SessionMemory {
  /** When the session began, where that is known. */
  readonly sinceMs?: number
  readonly written: readonly WrittenFile[]
  /** Left out where nothing was made yet. */
  readonly made?: readonly MadeThing[]
  readonly blocked: readonly { readonly family: string; readonly harm: string; readonly targets: readonly string[] }[]
}

export const NO_MEMORY: SessionMemory = { written: [], blocked: [] }
