import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Old or new, never torn: a kill leaves at most one fresh file behind, which the next writer replaces. */
export function replaceFile(path: string, content: string | Buffer): void {
  const fresh = join(dirname(path), `.${basename(path)}.fairlead-new`)
  rmSync(fresh, { force: true })
  const file = openSync(fresh, 'wx', 0o644)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(fresh, path)
}
