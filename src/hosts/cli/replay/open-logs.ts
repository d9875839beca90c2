import { createHash } from 'node:crypto'
import type { ParsedEvent } from '../../../core/model/event.ts'
import type { Json } from '../../../core/model/json.ts'
import { REPLAY_TEXTS } from '../../../core/words/cli.ts'
import { RUNTIMES } from '../../../runtimes/registry.ts'
import { readJson } from '../../../runtimes/torn-json.ts'
import { type BadLine, type Log, type LoggedEvent, labelledRow, sessionRow } from './rows.ts'

interface OpenedLogs {
  readonly logs: readonly Log[]
  readonly bad: readonly BadLine[]
}

/** The sessions in one file: a client's own transcript, or rows of a corpus. A line of neither is named and left out. */
export function openLogs(text: string): OpenedLogs {
  const { lines, bad } = linesOf(text)
  const records = lines.map(({ record }) => record)
  const owner = RUNTIMES.find(({ transcript }) => records.some(transcript.owns))
  if (owner) {
    const { session, cwd, events } = owner.transcript.read(records)
    return { logs: [{ name: { session }, runtime: owner.name, project: cwd, events: events.map(withPrint) }], bad }
  }
  const logs = lines.flatMap(({ line, record }) => {
    const row = sessionRow(record) ?? labelledRow(record)
    if (row) return [row]
    bad.push({ line, problem: REPLAY_TEXTS.isNoSession })
    return []
  })
  return { logs, bad }
}

interface Line {
  readonly line: number
  readonly record: Json
}

/** One record a line; or one value over all lines, a list of which is its rows. */
function linesOf(text: string): { readonly lines: readonly Line[]; readonly bad: BadLine[] } {
  const bad: BadLine[] = []
  const lines = text.split('\n').flatMap((line, index): readonly Line[] => {
    if (line.trim() === '') return []
    const record = readJson(line)
    if (record !== undefined) return listed(record).map((one) => ({ line: index + 1, record: one }))
    bad.push({ line: index + 1, problem: REPLAY_TEXTS.isNotJson })
    return []
  })
  const whole = bad.length > 0 ? readJson(text) : undefined
  if (whole === undefined) return { lines, bad }
  return { lines: listed(whole).map((record) => ({ line: 1, record })), bad: [] }
}

const listed = (record: Json): readonly Json[] => (Array.isArray(record) ? record : [record])

const PRINT_CHARS = 16

/** As the gate does before it asks the core. */
function withPrint(event: ParsedEvent): LoggedEvent {
  if (event.kind !== 'tool.after') return event
  const hash = (data: string) => createHash('sha256').update(data).digest('hex').slice(0, PRINT_CHARS)
  return { ...event, print: { input: hash(JSON.stringify(event.tool)), result: hash(event.outcome.output) } }
}
