import { closeSync, fstatSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Unreadable } from '../../core/model/citation.ts'
import { isInside } from '../../core/model/inside.ts'
import { codeOf } from '../../disk/error-code.ts'
import { openUnlinked, readFrom } from '../../disk/read-file.ts'

/** Source that people write is far smaller; a larger file is generated, and reading it would stall the caller. */
export const MAX_TEXT_BYTES = 4_000_000

/** A file of the project as text, or why not. */
export type OpenedText =
  | { readonly kind: 'text'; readonly text: string; readonly bytes: Buffer }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable'; readonly why: Unreadable }

/**
 * Opens a file below the root and nothing else: links are followed first and must end inside, a pipe or a device never
 * blocks us, and what was opened must be what was looked at. `root` is a real path.
 */
export function openText(root: string, relative: string, maxBytes: number = MAX_TEXT_BYTES): OpenedText {
  let file: number | undefined
  try {
    const real = realpathSync.native(join(root, relative))
    if (!isInside(real, root)) return { kind: 'unreadable', why: 'outside' }
    file = openUnlinked(real)
    const found = fstatSync(file)
    if (!found.isFile()) return { kind: 'unreadable', why: 'not-a-file' }
    if (found.size > maxBytes) return { kind: 'unreadable', why: 'too-large' }
    const again = realpathSync.native(join(root, relative))
    const seen = statSync(again)
    if (!isInside(again, root) || seen.ino !== found.ino || seen.dev !== found.dev)
      return { kind: 'unreadable', why: 'outside' }
    return decode(readFrom(file, found.size))
  } catch (error) {
    return failureOf(error)
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function decode(bytes: Buffer): OpenedText {
  const wide = wideEncoding(bytes)
  if (wide !== undefined) return { kind: 'text', text: new TextDecoder(wide).decode(bytes), bytes }
  if (bytes.includes(0)) return { kind: 'unreadable', why: 'binary' }
  // Bytes that are no UTF-8 become U+FFFD: a quote from the rest of such a file can still be compared.
  return { kind: 'text', text: new TextDecoder('utf-8').decode(bytes), bytes }
}

function wideEncoding(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return undefined
}

function failureOf(error: unknown): OpenedText {
  const code = codeOf(error)
  if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return { kind: 'missing' }
  if (code === 'EISDIR' || code === 'ENXIO') return { kind: 'unreadable', why: 'not-a-file' }
  if (code === 'ELOOP') return { kind: 'unreadable', why: 'outside' }
  if (code === 'unknown') throw error
  return { kind: 'unreadable', why: 'no-access' }
}
