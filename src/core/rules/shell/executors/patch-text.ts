/** One file that a patch of Codex names. */
export interface PatchedFile {
  readonly action: 'Add' | 'Update' | 'Delete'
  readonly path: string
  readonly to?: string
  /** Lines that are put in: the whole text of a new file. */
  readonly lines: string
}

const HEADER = /^[\s\u0085]*\*\*\* (Add|Update|Delete) File: (.*)$/
const MOVE = /^[\s\u0085]*\*\*\* Move to: (.*)$/

/** Every file of the patch, in the most forgiving reading: a file too many is judged, one too few would slip through. */
export function readPatchText(patch: string): readonly PatchedFile[] {
  const files: PatchedFile[] = []
  for (const line of patch.split(/\r?\n/)) {
    const [, action, path] = HEADER.exec(line) ?? []
    const last = files.at(-1)
    if (path !== undefined) files.push({ action: actionOf(action), path: withoutEnd(path), lines: '' })
    else if (last !== undefined) files[files.length - 1] = withLine(last, line)
  }
  return files
}

const actionOf = (text: string | undefined): PatchedFile['action'] =>
  text === 'Add' || text === 'Delete' ? text : 'Update'

function withLine(file: PatchedFile, line: string): PatchedFile {
  const [, to] = MOVE.exec(line) ?? []
  if (to !== undefined) return { ...file, to: withoutEnd(to) }
  return line.startsWith('+') ? { ...file, lines: `${file.lines}${line.slice(1)}\n` } : file
}

/** Codex takes off U+0085 as well, which our language does not count as blank. */
const withoutEnd = (path: string): string => path.replace(/[\s\u0085]{1,64}$/, '')
