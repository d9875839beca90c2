import { pathsOf } from '../../../config/paths.ts'
import type { Json } from '../../../core/model/json.ts'
import type { LedgerPlace } from '../../../ledger/files/place.ts'
import type { ToolAnswer, ToolContext } from '../tool.ts'

type Args = Readonly<Record<string, Json>>

export type Placed =
  | { readonly ok: true; readonly ground: LedgerPlace }
  | { readonly ok: false; readonly answer: ToolAnswer }

/** The governed project that a ledger tool is asked about. */
export function placeOf(args: Args, context: ToolContext): Placed {
  const folder = textOf(args, 'working_dir') ?? context.cwd
  const root = context.projectOf(folder)
  if (root === undefined)
    return {
      ok: false,
      answer: problem(`\`${folder}\` is not governed by Fairlead; pass the project's folder as working_dir`),
    }
  return { ok: true, ground: { root, folder: pathsOf(process.env).evidence, env: process.env } }
}

export function textOf(args: Args, name: string): string | undefined {
  const value = args[name]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

export function problem(text: string): ToolAnswer {
  return { text, isError: true }
}
