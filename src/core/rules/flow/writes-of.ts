import { NO_FILES_SEEN, type Surroundings } from '../../model/surroundings.ts'
import type { FileChange, ToolCall } from '../../model/tool.ts'
import { NO_MEMORY, type SessionMemory, type WrittenFile } from '../../model/tool.ts'
import type { RiskId } from '../../words/risks.ts'
import { assess } from '../assess.ts'
import { languageOfFile } from '../book/languages.ts'
import { quoteWord } from '../shell/expand/quote.ts'
import { readShell } from '../shell/read-shell.ts'
import { redact } from '../text/redact.ts'
import { carriersIn, printedBy } from './carried.ts'

const TOO_MUCH: RiskId = 'system.too-much'
const MAX_FILES = 256
const MAX_TEXT_CHARS = 16_384

/** Files this call wrote and their text, so that running one later is judged by what is in it. */
export function writesOf(
  tool: ToolCall,
  around: Surroundings,
  memory: SessionMemory = NO_MEMORY,
): readonly WrittenFile[] {
  const files = allWrites(tool, around, memory).map((file) => bounded(file, around))
  if (files.length <= MAX_FILES) return files
  return files.toSorted((left, right) => Number(isRisky(right)) - Number(isRisky(left))).slice(0, MAX_FILES)
}

const isRisky = (file: WrittenFile): boolean => file.risk !== undefined

function allWrites(tool: ToolCall, around: Surroundings, { written: before }: SessionMemory): readonly WrittenFile[] {
  if (tool.kind === 'shell') {
    const reading = readShell(tool.command, { cwd: around.cwd, home: around.home, written: before })
    const carriers = carriersIn(reading)
    const printed = printedBy(reading)
    const known = new Set(reading.writes.map(({ path }) => path))
    const written = reading.writes.map((file) => ({
      ...carriers.find(({ path }) => path === file.path),
      ...file,
      text: file.text ?? (file.from === undefined ? printed : undefined),
    }))
    return [...written, ...carriers.filter(({ path }) => !known.has(path))]
  }
  if (tool.kind !== 'edit') return []
  return tool.changes.filter(({ op }) => op !== 'delete').map((change) => edited(fileOf(change), change, before))
}

/** An edit of a file whose text is known gives its new text; of any other, the pieces that were put in are kept. */
function edited(
  file: WrittenFile,
  { op, before = '', after = '' }: FileChange,
  written: readonly WrittenFile[],
): WrittenFile {
  const known = op === 'edit' ? written.find(({ path }) => path === file.path) : undefined
  if (known?.text === undefined) return file
  const isThere = before !== '' && known.text.includes(before)
  if (!isThere && known.part !== true) return file
  const text = isThere ? known.text.replace(before, () => after) : `${known.text}\n${after}`
  const { part: _, ...whole } = file
  return { ...whole, text, ...(known.part === true && { part: true }) }
}

const fileOf = (change: FileChange): WrittenFile => ({
  path: change.to ?? change.path,
  text: change.after,
  ...(change.to && { from: change.path }),
  ...(change.op === 'edit' && { part: true }),
})

/** Beyond the bound the text counts as unknown: half a script must not be judged as if it were whole. */
function bounded(file: WrittenFile, around: Surroundings): WrittenFile {
  if (file.text === undefined) return file
  const kept = file.text.length > MAX_TEXT_CHARS ? undefined : redact(file.text)
  // What is not kept as it is, is judged now, before anything is taken out of it.
  const risk = kept === file.text ? undefined : riskOf(file.text, file.path, around)
  return { ...file, text: kept, ...(risk !== undefined && { risk }) }
}

/** What running it would be. */
function riskOf(text: string, path: string, around: Surroundings): WrittenFile['risk'] {
  const command = `${runner(text, path)} ${quoteWord(path)}`.trim()
  const { tier, findings } = assess(
    { kind: 'shell', name: '', command },
    { ...NO_FILES_SEEN, ...around },
    {
      written: [{ path, text }],
      blocked: [],
    },
  )
  if (tier === 'routine') return undefined
  return findings.every(({ rule }) => rule === TOO_MUCH) ? 'unread' : tier
}

/** Any of the language: it only says how the text is read. */
function runner(text: string, path: string): string {
  if (text.startsWith('#!')) return ''
  const language = languageOfFile(path)
  return language === undefined || language === 'lua' ? 'bash' : language
}
