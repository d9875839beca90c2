import type { ParsedScript } from 'unbash'
import type { Place, ReadingPlace, Redirect, Step } from './reading.ts'
import type { Scope } from './scope.ts'

/** A word of a command before it is reported: marked text, and how it was written. */
export interface Arg {
  readonly text: string
  readonly raw: string
}

/** What a command writes, or what arrives on standard input. Texts are marked. */
export type Stream =
  | { readonly kind: 'none' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'network'; readonly url: string }
  | { readonly kind: 'file'; readonly path: Arg }
  | { readonly kind: 'command'; readonly argv: readonly Arg[] }
  | { readonly kind: 'unknown' }

/** A file made by this text or earlier in the session. */
export interface KnownFile {
  readonly content: Stream
  readonly from?: string
  readonly link?: boolean
  readonly moved?: boolean
}

/** What a command is read in. Wrappers hand a changed copy to what they start; `scope` is shared within one shell. */
export interface Frame {
  readonly machine: Machine
  readonly scope: Scope
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly place: Place
  readonly input: Stream
  /** Redirects of the groups around. */
  readonly redirects: readonly Redirect[]
  readonly env: readonly (readonly [name: string, value: Arg])[]
  readonly depth: number
}

/** One reading in progress. The three ways to run are here so that executors need not import the walk. */
export interface Machine {
  readonly place: ReadingPlace
  readonly steps: Step[]
  readonly files: Map<string, KnownFile>
  charsLeft: number
  commandsLeft: number
  runScript(script: ParsedScript, frame: Frame, text: string): Stream
  runText(text: string, frame: Frame): Stream
  runArgs(args: readonly Arg[], frame: Frame): Stream
}

export const NOTHING: Stream = { kind: 'none' }
export const UNKNOWN: Stream = { kind: 'unknown' }

export type Executor = (args: readonly Arg[], frame: Frame) => Stream

export function arg(text: string): Arg {
  return { text, raw: text }
}
