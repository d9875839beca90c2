import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SessionId } from '../core/model/ids.ts'
import { writePrivate } from '../disk/replace-file.ts'
import { plainText } from '../runtimes/plain-text.ts'

/** One file a session, with the lines that its status line shows; none where nothing waits. A failure loses a convenience. */
export function writeWaiting(folder: string, session: SessionId, text: string): void {
  if (!/^[\w-]{1,100}$/.test(session)) return
  const path = join(folder, session)
  try {
    if (text === '') rmSync(path, { force: true })
    else writePrivate(path, `${plainText(text)}\n`, 'kill')
  } catch {
    // The refusal itself says the same.
  }
}
