/** How a command ended. The line goes to stderr: what is wrong, then the next step. */
export type Exit =
  | { readonly code: 0 }
  /** Something expected went wrong. */
  | { readonly code: 1; readonly line: string }
  /** The command was not understood; nothing was done. */
  | { readonly code: 2; readonly line: string }

export const DONE: Exit = { code: 0 }

export function failed(line: string): Exit {
  return { code: 1, line }
}

export function misused(line: string): Exit {
  return { code: 2, line }
}

/** What a command goes on with, or how it ends without. */
export type Opened<Open> = { readonly ok: true; readonly open: Open } | { readonly ok: false; readonly exit: Exit }

export function refused(line: string): { readonly ok: false; readonly exit: Exit } {
  return { ok: false, exit: failed(line) }
}
