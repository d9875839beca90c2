import { writeFile } from '../files.ts'
import {
  type Arg,
  arg,
  argText,
  type Executor,
  type Frame,
  NO_STREAM,
  type Stream,
  UNKNOWN_STREAM,
} from '../machine.ts'
import { toWord, withoutGlobs } from '../marks.ts'
import { reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'

/** Codex edits files by a command of its own: the same deeds as those of an edit tool, in the words of the rules. */
export const PATCHERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['apply_patch', applyPatch],
  ['applypatch', applyPatch],
]

function applyPatch(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const given = argText(args, args.length - 1)
  const patch = args.length > 1 ? given : streamText(frame.input, frame)
  for (const file of readPatchText(withoutGlobs(patch))) patchFile(file, frame)
  return UNKNOWN_STREAM
}

function patchFile(file: PatchedFile, frame: Frame): void {
  const path = arg(file.path)
  if (file.action === 'Delete') {
    frame.machine.runProgram([arg('rm'), arg('--'), path], { ...frame, input: NO_STREAM, redirects: [] })
    return
  }
  const to = file.to === undefined ? path : arg(file.to)
  if (to !== path) {
    frame.machine.runProgram([arg('mv'), arg('--'), path, to], { ...frame, input: NO_STREAM, redirects: [] })
  }
  reportCommand([arg('<edit-tool>')], { ...frame, redirects: [{ op: '>>', target: toWord(to.text, to.raw) }] })
  writeFile(to, { content: file.action === 'Add' ? { kind: 'text', text: file.lines } : UNKNOWN_STREAM }, frame)
}

/** One file that a patch of Codex names. */
interface PatchedFile {
  readonly action: 'Add' | 'Update' | 'Delete'
  readonly path: string
  readonly to?: string
  /** Lines that are put in: the whole text of a new file. */
  readonly lines: string
}

const HEADER = /^[\s\u0085]*\*\*\* (Add|Update|Delete) File: (.*)$/
const MOVE = /^[\s\u0085]*\*\*\* Move to: (.*)$/

/** Every file of the patch, in the most forgiving reading: a file too many is judged, one too few would slip through. */
function readPatchText(patch: string): readonly PatchedFile[] {
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
