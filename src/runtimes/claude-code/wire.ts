import type { Wire } from '../runtime.ts'

export const CLAUDE_CODE_WIRE: Wire = {
  runtime: 'claude-code',
  beforeTool: 'PreToolUse',
  typedCommand: 'UserPromptExpansion',
  // After the first the client connects by itself, after the second its person types again.
  awaitDaemon: ['SessionStart', 'UserPromptExpansion'],
  turnEnds: ['Stop', 'SessionEnd'],
  projectVariable: 'CLAUDE_PROJECT_DIR',
  shell: { tool: 'Bash', after: ['PostToolUse', 'PostToolUseFailure'] },
  prefixVariable: 'CLAUDE_CODE_SHELL_PREFIX',
}
