import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
export const CACHE = join(ROOT, '.cache')
export const READY = join(CACHE, 'ready')
