import { pathToFileURL } from 'node:url'
import { DONE, type Exit } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { unknownRuntime } from '../unknown-runtime.ts'
import { bundleEntry } from './bundle-entry.ts'

/** The MCP server that runtimes start, in this process: it owns stdin and stdout until the client leaves. */
export async function mcp(context: Context, runtime: string): Promise<Exit> {
  const unknown = unknownRuntime(runtime)
  if (unknown) return unknown
  const entry = bundleEntry(context, 'mcp.mjs')
  if (!entry.ok) return entry.exit
  process.argv = [process.execPath, entry.open, runtime]
  await import(pathToFileURL(entry.open).href)
  return DONE
}
