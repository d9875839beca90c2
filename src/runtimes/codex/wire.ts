import type { Wire } from '../runtime.ts'

export const CODEX_WIRE: Wire = {
  runtime: 'codex',
  beforeTool: 'PreToolUse',
  awaitDaemon: ['SessionStart'],
  turnEnds: ['Stop', 'SessionEnd'],
}
