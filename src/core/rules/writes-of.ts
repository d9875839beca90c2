import type { WrittenFile } from '../model/session-memory.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { redact } from './redact.ts'
import { readShell } from './shell/read-shell.ts'

const MAX_FILES = 16
const MAX_TEXT_CHARS = 16_384

/** Files this call wrote and their text, so that running one later is judged by what is in it. */
export function writesOf(tool: ToolCall, around: Surroundings): readonly WrittenFile[] {
  return allWrites(tool, around).slice(0, MAX_FILES).map(bounded)
}

function allWrites(tool: ToolCall, around: Surroundings): readonly WrittenFile[] {
  if (tool.kind === 'shell') return readShell(tool.command, { cwd: around.cwd, home: around.home, written: [] }).writes
  if (tool.kind !== 'edit') return []
  return tool.changes
    .filter((change) => change.op !== 'delete')
    .map((change) => ({ path: change.to ?? change.path, text: change.after, ...(change.to && { from: change.path }) }))
}

function bounded(file: WrittenFile): WrittenFile {
  // Beyond the bound the text counts as unknown: half a script must not be judged as if it were whole.
  const known = file.text !== undefined && file.text.length <= MAX_TEXT_CHARS
  return { ...file, text: known && file.text !== undefined ? redact(file.text) : undefined }
}
