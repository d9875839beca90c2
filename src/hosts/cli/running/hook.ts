import { createRequire } from 'node:module'
import { DONE, type Exit } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { unknownRuntime } from '../unknown-runtime.ts'
import { bundleEntry } from './bundle-entry.ts'

/** The entry that runtimes call, in this process. It reads stdin and writes the answer by itself. */
export async function hook(
  context: Context,
  runtime: string,
  { strict }: { readonly strict?: boolean },
): Promise<Exit> {
  const unknown = unknownRuntime(runtime)
  if (unknown) return unknown
  const entry = bundleEntry(context, 'hook.cjs')
  if (!entry.ok) return entry.exit
  process.argv = [process.execPath, entry.open, runtime, ...(strict ? ['--strict'] : [])]
  createRequire(entry.open)(entry.open)
  return DONE
}
