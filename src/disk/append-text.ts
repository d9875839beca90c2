import { closeSync, constants, fstatSync, fsyncSync, openSync, readSync } from 'node:fs'
import { writeAll } from './replace-file.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_RDWR } = constants
const NEWLINE = 0x0a

/**
 * Adds whole lines at the end, in one write: two writers never mix theirs, and after a line that a kill cut short they begin on a
 * line of their own. Throws where anything but a plain file stands; a link is not followed, a pipe not waited for.
 */
export function appendText(
  path: string,
  text: string,
  { mode, survives }: { readonly mode: number; readonly survives: 'power-cut' | 'kill' },
): void {
  const file = openSync(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode)
  try {
    const found = fstatSync(file)
    if (!found.isFile()) throw Object.assign(new Error(`\`${path}\` is not a plain file`), { code: 'EINVAL' })
    writeAll(file, Buffer.from(endsTorn(file, found.size) ? `\n${text}` : text))
    if (survives === 'power-cut') fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function endsTorn(file: number, size: number): boolean {
  const last = Buffer.alloc(1)
  return size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== NEWLINE
}
