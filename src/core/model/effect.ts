import type { AnchorEffect } from './anchor.ts'
import type { Json } from './json.ts'

/** Something to do after the commit. Losing one loses convenience, never a rule. */
export type Effect =
  | AnchorEffect
  /** EDGE-62: one line for `.proof/session_log.jsonl`. */
  | { readonly kind: 'proof.append'; readonly line: { readonly [key: string]: Json } }
  /** PLANE-L15h: a fresh copy of the work tree, while a director is at work. */
  | { readonly kind: 'backup.sync' }
  /** EDGE-81: one line for `.proof/archive.jsonl`. */
  | { readonly kind: 'proof.archive'; readonly line: { readonly [key: string]: Json } }
