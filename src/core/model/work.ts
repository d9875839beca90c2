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
