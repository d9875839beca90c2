import type { WorkKind } from './work.ts'

/** How much of a window's work went through the shell. */
export type ToolMix = 'shell' | 'mixed' | 'tools'

/** Windows by length: how many ended by themselves in each step, and how many were cut off there. */
export interface Lengths {
  readonly ended: readonly number[]
  readonly cut: readonly number[]
}

/** What was learned about windows of one kind of work and one mix of tools in this repository. */
export interface Learned {
  readonly calls: Lengths
  readonly ms: Lengths
}

/** A window that is open, as far as its length is concerned. */
export interface Running {
  readonly work: WorkKind
  readonly openedAtMs: number
  readonly lastAtMs: number
  readonly calls: number
  readonly shell: number
  /** We intervened: from there on its length is our doing. */
  readonly cut?: { readonly calls: number; readonly ms: number }
}

export interface BaselineState {
  readonly running: Readonly<Record<string, Running>>
  readonly learned: Readonly<Record<string, Learned>>
}

export const INITIAL_BASELINE: BaselineState = { running: {}, learned: {} }
