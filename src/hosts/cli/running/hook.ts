import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { RUNTIME_NAMES } from '../../../install/plan-install.ts'
import { DONE, type Exit, failed, misused } from '../exit.ts'
import type { Context } from '../terminal.ts'

/** The entry that runtimes call, in this process. It reads stdin and writes the answer by itself. */
export async function hook(
  { bundle }: Context,
  runtime: string,
  options: { readonly strict?: boolean },
): Promise<Exit> {
  if (!RUNTIME_NAMES.some((name) => name === runtime))
    return misused(`unknown runtime \`${runtime}\`; one of ${RUNTIME_NAMES.join(', ')}`)
  const entry = join(bundle, 'hook.cjs')
  if (!existsSync(entry)) return failed(`\`${entry}\` is missing; run \`npm run build\` in the clone`)
  process.argv = [process.execPath, entry, runtime, ...(options.strict ? ['--strict'] : [])]
  createRequire(entry)(entry)
  return DONE
}
