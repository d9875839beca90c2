import type { ToolCall } from '../../../model/tool.ts'

/** LEDGER-47: more results than this mean that the question was wrong, not that the list was long. */
export const BROAD_RESULTS = 50
const MAX_COUNTED = 100_000

/** Programs that search text, at the start of a command or after something that runs one. */
const SEARCHES = /(?:^|[|;&(]\s*|\bgit\s+)(?:rg|grep|egrep|fgrep|ag|ack|ck|ugrep)\s+([^|;&\n]+)/

/** The query of a search, or undefined when the call is none. */
export function searchIn(tool: ToolCall): string | undefined {
  if (tool.kind === 'read') return tool.pattern
  return tool.kind === 'shell' ? SEARCHES.exec(tool.command)?.[1]?.trim() : undefined
}

/** One result a line, as every search prints them. */
export function countResults(output: string): number {
  let count = 0
  for (let at = 0; at < output.length && count < MAX_COUNTED; ) {
    const newline = output.indexOf('\n', at)
    const end = newline < 0 ? output.length : newline
    if (end > at) count += 1
    at = end + 1
  }
  return count
}
