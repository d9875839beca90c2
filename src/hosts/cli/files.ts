import { codeOf } from '../../disk/error-code.ts'

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission',
  EPERM: 'no permission',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a file is where a folder should be',
  ELOOP: 'its links lead nowhere',
  ENAMETOOLONG: 'the name is too long',
}

/** What the file system said, in words. Anything else that was thrown is a defect, and goes on. */
export function fileTrouble(error: unknown): string {
  const code = codeOf(error)
  if (code === 'unknown') throw error
  return troubleOf(code)
}

/** A code without words stays: it can be looked up. */
export function troubleOf(code: string): string {
  return WORDS[code] ?? code
}
