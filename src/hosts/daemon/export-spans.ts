import type { Fact, StoredFact } from '../../core/model/fact.ts'
import type { ProjectRoot } from '../../core/model/ids.ts'
import { readJsonFile } from '../../disk/read-file.ts'
import { writePrivate } from '../../disk/replace-file.ts'
import { sha256 } from '../../stores/sha256.ts'
import type { StoreReader } from '../../stores/store.ts'

export interface SpanExport {
  readonly store: () => Promise<StoreReader>
  /** Where this project's decisions are to be sent; empty for nowhere. */
  readonly endpointOf: (project: ProjectRoot) => string
  /** How far each project was sent. */
  readonly cursorFile: string
  readonly version: string
}

const BATCH_FACTS = 500
const SEND_DEADLINE_MS = 5_000

const SEND_EVERY_MS = 3_000

type Cursors = Record<string, number>

/** Sends again and again, until the returned function is called. */
export function sendSpans(parts: SpanExport): () => void {
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    exportSpans(parts)
      .catch(() => undefined)
      .finally(() => {
        isBusy = false
      })
  }, SEND_EVERY_MS)
  return () => clearInterval(timer)
}

/**
 * Sends what was decided since the last time, in the daemon or in a hook: the audit is the queue. What cannot be delivered is
 * sent again.
 * @internal One round, for the tests.
 */
export async function exportSpans({ store, endpointOf, cursorFile, version }: SpanExport): Promise<void> {
  const open = await store()
  const cursors = readCursors(cursorFile)
  for (const project of await open.projects()) {
    const endpoint = endpointOf(project)
    if (endpoint === '') continue
    const after = cursors[project] ?? 0
    const rows = await open.facts(project, { after, limit: BATCH_FACTS })
    const body = spansOf(rows, version)
    const sent = body === undefined || (await send(endpoint, body))
    const reached = sent ? (rows.at(-1)?.seq ?? after) : after
    if (cursors[project] === reached) continue
    cursors[project] = reached
    writePrivate(cursorFile, JSON.stringify(cursors))
  }
}

async function send(endpoint: string, body: object): Promise<boolean> {
  try {
    const reply = await fetch(`${endpoint.replace(/\/$/, '')}/v1/traces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(SEND_DEADLINE_MS),
    })
    await reply.body?.cancel()
    return reply.ok
  } catch {
    return false
  }
}

function readCursors(file: string): Cursors {
  const value = readJsonFile(file)
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, seq]) => Number.isInteger(seq)))
}

type Attribute = { readonly key: string; readonly value: object }

/** Status codes of OpenTelemetry. */
const UNSET = 0
const ERROR = 2
/** `SPAN_KIND_INTERNAL`. */
const INTERNAL = 1

type Judged = Extract<Fact, { kind: 'call.judged' }>

/**
 * The decisions among these facts as one OTLP/HTTP JSON body, or undefined when there are none. Names are those of the
 * GenAI conventions, and `fairlead.*`. No text of a command, a file or a person is in it. Ids come from the facts, so
 * that a row sent twice is the same span.
 * @internal For the tests.
 */
export function spansOf(rows: readonly StoredFact[], version: string): object | undefined {
  const spans = rows.flatMap((row) => (row.fact.kind === 'call.judged' ? [spanOf(row, row.fact)] : []))
  if (spans.length === 0) return undefined
  const resource = { attributes: [text('service.name', 'fairlead'), text('service.version', version)] }
  return { resourceSpans: [{ resource, scopeSpans: [{ scope: { name: 'fairlead', version }, spans }] }] }
}

function spanOf(row: StoredFact, fact: Judged): object {
  const nanos = `${row.atMs}000000`
  return {
    traceId: sha256(`${row.runtime} ${row.session}`).slice(0, 32),
    spanId: sha256(`${row.project} ${row.eventId}`).slice(0, 16),
    name: `execute_tool ${fact.tool}`,
    kind: INTERNAL,
    startTimeUnixNano: nanos,
    endTimeUnixNano: nanos,
    attributes: [
      text('gen_ai.operation.name', 'execute_tool'),
      text('gen_ai.tool.name', fact.tool),
      text('gen_ai.tool.call.id', fact.call),
      text('gen_ai.conversation.id', row.session),
      ...(row.agent === undefined ? [] : [text('gen_ai.agent.id', row.agent)]),
      text('fairlead.runtime', row.runtime),
      text('fairlead.decision', fact.outcome),
      text('fairlead.tier', fact.tier),
      { key: 'fairlead.rules', value: { arrayValue: { values: fact.rules.map((stringValue) => ({ stringValue })) } } },
      text('fairlead.project', sha256(row.project).slice(0, 16)),
      { key: 'fairlead.fact', value: { intValue: String(row.seq) } },
    ],
    status: fact.outcome === 'allow' ? { code: UNSET } : { code: ERROR, message: fact.outcome },
  }
}

function text(key: string, stringValue: string): Attribute {
  return { key, value: { stringValue } }
}
