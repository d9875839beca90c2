import { writeFile } from '../files.ts'
import { type Arg, arg, type Executor, type Frame, NOTHING, type Stream, textAt, UNKNOWN } from '../machine.ts'
import { toWord, withoutGlobs } from '../marks.ts'
import { reportCommand } from '../report.ts'
import { streamText } from '../streams.ts'
import { type PatchedFile, readPatchText } from './patch-text.ts'

/** Codex edits files by a command of its own: the same deeds as those of an edit tool, in the words of the rules. */
export const PATCHERS: readonly (readonly [name: string, executor: Executor])[] = [
  ['apply_patch', applyPatch],
  ['applypatch', applyPatch],
]

function applyPatch(args: readonly Arg[], frame: Frame): Stream {
  reportCommand(args, frame)
  const given = textAt(args, args.length - 1)
  const patch = args.length > 1 ? given : streamText(frame.input, frame)
  for (const file of readPatchText(withoutGlobs(patch))) patchFile(file, frame)
  return UNKNOWN
}

function patchFile(file: PatchedFile, frame: Frame): void {
  const path = arg(file.path)
  if (file.action === 'Delete') {
    frame.machine.runProgram([arg('rm'), arg('--'), path], { ...frame, input: NOTHING, redirects: [] })
    return
  }
  const to = file.to === undefined ? path : arg(file.to)
  if (to !== path) {
    frame.machine.runProgram([arg('mv'), arg('--'), path, to], { ...frame, input: NOTHING, redirects: [] })
  }
  reportCommand([arg('<edit-tool>')], { ...frame, redirects: [{ op: '>>', target: toWord(to.text, to.raw) }] })
  writeFile(to, { content: file.action === 'Add' ? { kind: 'text', text: file.lines } : UNKNOWN }, frame)
}
