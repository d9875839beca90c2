import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { RUNTIME_NAMES } from '../../../install/plan-install.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import type { Context } from '../terminal.ts'

/** The MCP server that runtimes start, in this process: it owns stdin and stdout until the client leaves. */
export async function mcp({ bundle }: Context, runtime: string): Promise<Exit> {
  if (!RUNTIME_NAMES.some((name) => name === runtime))
    return misused(`unknown runtime \`${runtime}\`; one of ${RUNTIME_NAMES.join(', ')}`)
  const entry = join(bundle, 'mcp.mjs')
  if (!existsSync(entry)) return failed(`\`${entry}\` is missing; run \`npm run build\` in the clone`)
  process.argv = [process.execPath, entry, runtime]
  await import(pathToFileURL(entry).href)
  return DONE
}
