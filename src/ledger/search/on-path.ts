import { accessSync, constants, realpathSync, statSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** A program on the PATH, never one that the repository brings along. */
export function onPath(name: string, root: string, env: Environment): string | undefined {
  for (const folder of (env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder)) continue
    try {
      const path = realpathSync(join(folder, name))
      accessSync(path, constants.X_OK)
      if (statSync(path).isFile() && !path.startsWith(`${root}/`) && !folder.startsWith(`${root}/`)) return path
    } catch {
      // Not here.
    }
  }
  return undefined
}
