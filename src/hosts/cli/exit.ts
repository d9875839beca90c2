import { FILE_TROUBLE } from '../../core/words/cli.ts'
import { codeOf } from '../../disk/error-code.ts'

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
export type OrExit<Open> = { readonly ok: true; readonly open: Open } | { readonly ok: false; readonly exit: Exit }

export function refused(line: string): { readonly ok: false; readonly exit: Exit } {
  return { ok: false, exit: failed(line) }
}

/** What the file system reported, in words. Anything else that was thrown is a bug, and is thrown again. */
export function fileTrouble(error: unknown): string {
  const code = codeOf(error)
  if (code === 'unknown') throw error
  return wordsForCode(code)
}

/** A code without words is shown as it is, so that it can be looked up. */
export function wordsForCode(code: string): string {
  return FILE_TROUBLE[code] ?? code
}
