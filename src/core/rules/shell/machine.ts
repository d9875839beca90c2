import type { ParsedScript } from 'unbash'
import type { ReadingPlace, Redirect, ResolvedCommand, RunPlace, Step } from './reading.ts'
import type { ShellScope } from './scope.ts'

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
  | {
      readonly kind: 'command'
      readonly argv: readonly Arg[]
      /** What it was given to read: a filter may let it through. */
      readonly given?: string
    }
  | { readonly kind: 'unknown' }

/** A file made by this text or earlier in the session. */
export interface KnownFile {
  readonly content: Stream
  /** Where it comes from: an absolute path, a program, or an address when it was downloaded. */
  readonly from?: string
  readonly link?: boolean
  /** The file itself came from there, so that deleting it deletes what was there. */
  readonly moved?: boolean
}

/** What a command is read in. Wrappers hand a changed copy to what they start; `scope` is shared within one shell. */
export interface Frame {
  readonly machine: Machine
  readonly scope: ShellScope
  readonly via: readonly string[]
  readonly privileged: boolean
  readonly place: RunPlace
  readonly input: Stream
  /** Redirects of the command and of the groups around. */
  readonly redirects: readonly Redirect[]
  readonly env: readonly (readonly [name: string, value: Arg])[]
  /** Words that the wrappers around keep for themselves. */
  readonly kept: readonly Arg[]
  readonly depth: number
}

/** One reading in progress. The ways to run are here so that executors need not import the walk. */
export interface Machine {
  readonly place: ReadingPlace
  readonly steps: Step[]
  /** Commands after the last step that fits. */
  readonly beyond: ResolvedCommand[]
  readonly files: Map<string, KnownFile>
  /** Code that runs when its shell ends. */
  readonly traps: { readonly code: Arg; readonly frame: Frame }[]
  /** Paths of links among `files`. */
  readonly links: Set<string>
  /** More files were written than are remembered. */
  isOverfull: boolean
  charsLeft: number
  commandsLeft: number
  expandedCharsLeft: number
  scansLeft: number
  nesting: number
  runScript(script: ParsedScript, frame: Frame, text: string): Stream
  runText(text: string, frame: Frame): Stream
  /** Functions and aliases come first. */
  runArgs(args: readonly Arg[], frame: Frame): Stream
  /** As a wrapper starts it: functions and aliases of the shell do not exist. */
  runProgram(args: readonly Arg[], frame: Frame): Stream
}

export type Executor = (args: readonly Arg[], frame: Frame) => Stream

export const NO_STREAM: Stream = { kind: 'none' }
export const UNKNOWN_STREAM: Stream = { kind: 'unknown' }

export function arg(text: string): Arg {
  return { text, raw: text }
}

/** Marked text of a word, empty when there is none. */
export function argText(args: readonly Arg[], index: number): string {
  return args[index]?.text ?? ''
}

export function textsOf(args: readonly Arg[]): readonly string[] {
  return args.map((word) => word.text)
}

export function rawOf(args: readonly Arg[]): string {
  return args.map((word) => word.raw).join(' ')
}

export function stream(text: string): Stream {
  return { kind: 'text', text }
}
