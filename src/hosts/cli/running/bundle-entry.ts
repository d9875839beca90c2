import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Opened, refused } from '../exit.ts'
import type { Context } from '../terminal.ts'

/** One of the programs that this command line was built with. */
export function bundleEntry({ bundle }: Context, name: string): Opened<string> {
  const entry = join(bundle, name)
  return existsSync(entry)
    ? { ok: true, open: entry }
    : refused(`\`${entry}\` is missing; run \`npm run build\` in the clone`)
}
