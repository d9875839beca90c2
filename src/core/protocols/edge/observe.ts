import type { EventOf } from '../../model/event.ts'
import type { Fact } from '../../model/fact.ts'
import type { Json } from '../../model/json.ts'
import type { Outcome } from '../../model/outcome.ts'
import { own } from '../../model/own.ts'
import type { State } from '../../model/state.ts'
import { isoTime } from '../../model/time.ts'
import type { ToolCall } from '../../model/tool.ts'
import { previewOf, redactedPreview } from '../../rules/preview.ts'
import { isTestRun } from '../../rules/test-run.ts'
import { writesOf } from '../../rules/writes-of.ts'

/** EDGE-63. */
const INPUT_PREVIEW_CHARS = 500
const OUTPUT_PREVIEW_CHARS = 1_000

/** What really happened, recorded whatever the mode (EDGE-118); an allowance that was taken is now used up. */
export function observeTool(state: State, event: EventOf<'tool.after'>): Outcome {
  const inputPreview = previewOf(event.tool, INPUT_PREVIEW_CHARS)
  const outputPreview = redactedPreview(event.outcome.output, OUTPUT_PREVIEW_CHARS)
  const files = changedFiles(event.tool)
  const observed: Fact = {
    kind: 'call.observed',
    call: event.call,
    tool: event.tool.name,
    ok: event.outcome.ok,
    inputPreview,
    outputPreview,
    files,
    wrote: writesOf(event.tool, event.around, own(state.sessions, event.session)?.memory),
    testRun: isTestRun(event.tool, event.around),
  }
  const taken = state.edge.allowances.filter((allowance) => allowance.reservedBy === event.call)
  const committed = taken.map((allowance): Fact => {
    return { kind: 'allowance.committed', allowance: allowance.id, call: event.call }
  })
  const line: { readonly [key: string]: Json } = {
    timestamp: isoTime(event.atMs),
    tool: event.tool.name,
    input_preview: inputPreview,
    output_preview: outputPreview,
    success: event.outcome.ok,
    ...(files[0] !== undefined && { file_touched: files[0] }),
  }
  return { decision: { kind: 'allow' }, facts: [observed, ...committed], effects: [{ kind: 'proof.append', line }] }
}

/**
 * The runtime or the person refused a call we let pass. What it had taken stays taken: any program can tell us so, and
 * an allowance that comes back would let the approved call run twice.
 */
export function noteRefusal(event: EventOf<'tool.refused'>): Outcome {
  const reason = redactedPreview(event.reason, INPUT_PREVIEW_CHARS)
  const refused: Fact = { kind: 'call.refused', call: event.call, tool: event.tool.name, reason }
  return { decision: { kind: 'allow' }, facts: [refused], effects: [] }
}

function changedFiles(tool: ToolCall): readonly string[] {
  if (tool.kind !== 'edit') return []
  return tool.changes.map((change) => change.to ?? change.path)
}
