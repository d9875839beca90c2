import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** A package from the registry has built code and no sources, and its folder may belong to somebody else. */
export const IS_PACKAGE = !existsSync(join(ROOT, 'src'))
export const CACHE = IS_PACKAGE ? join(homedir(), '.cache', 'fairlead') : join(ROOT, '.cache')
export const READY = join(CACHE, 'ready')
