import { assess } from '../../src/core/rules/assess.ts'
import { writesOf } from '../../src/core/rules/flow/writes-of.ts'
import { claudeCode } from '../../src/runtimes/claude-code/claude-code.ts'

const AROUND = {
  project: '/home/dev/app',
  cwd: '/home/dev/app',
  home: '/home/dev',
  cli: 'fairlead',
  tempDirs: ['/tmp'],
  ownPaths: [],
  paths: [],
  dirty: 'unasked',
}

/** The first finding of a row judged without a disk, call by call with the memory of a session. */
export function judgeRaw({ calls }) {
  const memory = { written: [], blocked: [] }
  for (const { tool, input } of calls) {
    const said = { session_id: 's', cwd: AROUND.cwd, hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input }
    const parsed = claudeCode.parse(JSON.stringify({ ...said, tool_use_id: 'u' }), { id: 'e', atMs: 0 })
    const call = parsed.event?.tool
    if (call === undefined) return { rule: 'unread', family: '' }
    const { tier, findings } = assess(call, AROUND, memory)
    if (tier !== 'routine') return findings[0]
    memory.written = [...writesOf(call, AROUND, memory), ...memory.written]
  }
  return undefined
}
