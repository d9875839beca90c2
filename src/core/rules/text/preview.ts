import { canonicalJson } from '../../model/json.ts'
import { unreachable } from '../../model/language.ts'
import type { ToolCall } from '../../model/tool.ts'
import { showLookAlikes } from './look-alikes.ts'
import { redact } from './redact.ts'

/** Redacted first and cut afterwards, so that a cut never leaves half a secret unrecognised. */
export function redactedPreview(text: string, maxChars: number): string {
  const clean = redact(text)
  return clean.length <= maxChars ? clean : `${clean.slice(0, maxChars - 1)}…`
}

/** One line or so that tells a person what the call was about. */
export function previewOf(tool: ToolCall, maxChars: number): string {
  return redactedPreview(showLookAlikes(textOf(tool)), maxChars)
}

/** The call as a person is shown it from afar: all of it, also what an edit puts in. */
export function wholeText(tool: ToolCall): { readonly text: string; readonly isRedacted: boolean } {
  const bodies = tool.kind === 'edit' ? tool.changes.flatMap(({ after }) => after ?? []) : []
  const raw = showLookAlikes([textOf(tool), ...bodies].join('\n'))
  const text = redact(raw)
  return { text, isRedacted: text !== raw }
}

function textOf(tool: ToolCall): string {
  switch (tool.kind) {
    case 'shell':
      return tool.command
    case 'edit':
      return tool.changes.map((change) => `${change.op} ${change.path}${change.to ? ` → ${change.to}` : ''}`).join(', ')
    case 'read':
      return [...tool.paths, ...(tool.pattern === undefined ? [] : [tool.pattern])].join(' ')
    case 'mcp':
      return canonicalJson(tool.input)
    case 'network':
      return `${tool.method} ${tool.target}`
    case 'delegate':
      return `${tool.agentType}: ${tool.prompt}`
    case 'schedule':
      return tool.prompt
    case 'skill':
      return `${tool.skill} ${tool.args}`
    case 'other':
      return canonicalJson(tool.input)
    default:
      return unreachable(tool)
  }
}
