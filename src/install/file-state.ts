import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { INSTALL_PROBLEMS } from '../core/words/install.ts'
import { codeOf } from '../disk/error-code.ts'

/** What stands at a path right now. `real` is where a change has to be written: links of dotfile managers stay links. */
export type FileState =
  | { readonly kind: 'missing' }
  | { readonly kind: 'file'; readonly real: string; readonly text: string; readonly mode: number }
  | { readonly kind: 'unusable'; readonly problem: string }

const MAX_BYTES = 8_000_000

export function readFileState(path: string): FileState {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' }
    const real = realpathSync(path)
    const found = statSync(real)
    if (!found.isFile()) return { kind: 'unusable', problem: INSTALL_PROBLEMS.notAFile }
    if (found.size > MAX_BYTES) return { kind: 'unusable', problem: INSTALL_PROBLEMS.tooLarge }
    const text = decode(readFileSync(real))
    if (text === null) return { kind: 'unusable', problem: INSTALL_PROBLEMS.notText }
    return { kind: 'file', real, text, mode: found.mode & 0o7777 }
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOTDIR') return { kind: 'missing' }
    if (code === 'ENOENT') return { kind: 'unusable', problem: INSTALL_PROBLEMS.deadLink }
    return {
      kind: 'unusable',
      problem: code === 'EACCES' ? INSTALL_PROBLEMS.noPermission : INSTALL_PROBLEMS.unreadable(code),
    }
  }
}

export function textHash(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** Null where decoding would lose bytes; a byte order mark is kept as a character. */
function decode(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
