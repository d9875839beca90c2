import type { Fact, StoredFact } from '../../core/model/fact.ts'
import { sha256 } from '../../stores/sha256.ts'

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
