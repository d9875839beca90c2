import { NO_MEMORY } from '../model/session-memory.ts'
import type { Surroundings } from '../model/surroundings.ts'
import type { ToolCall } from '../model/tool.ts'
import { assess } from './assess.ts'

const MAX_PATHS = 64

/** Paths whose fate git may know better: asked only when the call looks risky without that knowledge. */
export function pathsInQuestion(call: ToolCall, around: Surroundings): readonly string[] {
  const { findings } = assess(call, around, NO_MEMORY)
  const targets = findings.flatMap((finding) => finding.targets).filter((target) => target.startsWith('/'))
  return [...new Set(targets)].slice(0, MAX_PATHS)
}
