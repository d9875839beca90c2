import type { Surroundings } from '../../model/surroundings.ts'
import type { FileChange, ToolCall } from '../../model/tool.ts'
import { basename } from '../shell/path.ts'
import { readShell } from '../shell/read-shell.ts'
import type { Step } from '../shell/reading.ts'

/** The text of one file after a call, worked out before it runs. */
export type EditedText =
  | { readonly kind: 'untouched' }
  | { readonly kind: 'known'; readonly text: string }
  | { readonly kind: 'unknown'; readonly why: string }

const UNTOUCHED: EditedText = { kind: 'untouched' }
const unknown = (why: string): EditedText => ({ kind: 'unknown', why })

/** What this call would make of the file with this text. Whatever is not plain is not known. */
export function editedText(
  tool: ToolCall,
  file: { readonly path: string; readonly text: string },
  around: Pick<Surroundings, 'cwd' | 'home' | 'project'>,
): EditedText {
  if (tool.kind === 'edit') return editedByTool(tool.changes, file)
  return tool.kind === 'shell' ? editedByShell(tool.command, file, around) : UNTOUCHED
}

function editedByTool(
  changes: readonly FileChange[],
  file: { readonly path: string; readonly text: string },
): EditedText {
  const mine = changes.filter((change) => change.path === file.path || change.to === file.path)
  if (mine.length === 0) return UNTOUCHED
  return mine.reduce<EditedText>(
    (before, change) => (before.kind === 'known' ? changed(before.text, change) : before),
    { kind: 'known', text: file.text },
  )
}

function changed(text: string, { op, before, after }: FileChange): EditedText {
  if (op === 'write') return after === undefined ? unknown('its new text is not given') : { kind: 'known', text: after }
  if (op !== 'edit' || before === undefined || after === undefined || before === '') {
    return unknown('this is not a replacement of one text by another')
  }
  const pieces = text.split(before)
  // Twice: whether one or both are replaced is the runtime's choice.
  if (pieces.length !== 2)
    return unknown(
      pieces.length < 2 ? 'the text to replace is not in it' : 'the text to replace is in it more than once',
    )
  return { kind: 'known', text: pieces.join(after) }
}

/** Programs that do nothing but pass on the text we can read. */
const WRITERS: ReadonlySet<string> = new Set(['cat', 'echo', 'printf', 'tee', 'true', ':'])

function editedByShell(
  command: string,
  file: { readonly path: string; readonly text: string },
  { cwd, home, project }: Pick<Surroundings, 'cwd' | 'home' | 'project'>,
): EditedText {
  // A command that never spells the name is judged by the rules about our own files alone.
  if (!command.includes(basename(file.path))) return UNTOUCHED
  const { steps, writes } = readShell(command, { cwd, home, project, written: [file] })
  const [write, ...others] = writes
  if (!steps.every(isWriter) || write?.path !== file.path || others.length > 0 || write.from !== undefined) {
    return unknown('it is not written as a whole, by itself')
  }
  return write.text === undefined ? unknown('its new text is not constant') : { kind: 'known', text: write.text }
}

function isWriter(step: Step): boolean {
  if (step.kind !== 'command' || step.via.length > 0) return false
  const [program] = step.argv
  return program?.kind === 'known' && WRITERS.has(program.text)
}
