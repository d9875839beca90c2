import { realpathSync } from 'node:fs'
import type { PolicyParts } from '../../../config/policy.ts'
import { confirmPolicy } from '../../../config/trust.ts'
import { writePrivate } from '../../../disk/replace-file.ts'
import { fileTrouble } from '../exit.ts'

/** What a person had a command write is confirmed by the same act. Undefined when it is written; otherwise what the disk said. */
export function writeUserPolicy(parts: PolicyParts, text: string): string | undefined {
  try {
    writePrivate(realFile(parts.paths.userPolicy), text)
    const bytes = Buffer.from(text)
    confirmPolicy(parts, parts.paths.userPolicy, { bytes, sha256: parts.sha256(bytes) })
    return undefined
  } catch (error) {
    return fileTrouble(error)
  }
}

/** Many keep their settings elsewhere and link to them: the link stays. */
function realFile(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}
