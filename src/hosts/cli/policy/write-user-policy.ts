import { realpathSync } from 'node:fs'
import { writePrivate } from '../../../disk/replace-file.ts'
import { fileTrouble } from '../exit.ts'

/** Undefined when it is written; otherwise what the file system said. */
export function writeUserPolicy(file: string, text: string): string | undefined {
  try {
    writePrivate(realFile(file), text)
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
