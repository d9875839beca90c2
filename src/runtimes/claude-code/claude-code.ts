import type { Runtime } from '../runtime.ts'
import { capabilities, NEWEST_TESTED } from './capabilities.ts'
import { parse } from './parse.ts'
import { CLAUDE_CODE_PROMPTS } from './prompts.ts'
import { render } from './render.ts'
import { CLAUDE_CODE_TRANSCRIPT } from './transcript.ts'

export const claudeCode: Runtime = {
  name: 'claude-code',
  title: 'Claude Code',
  newestTested: NEWEST_TESTED,
  client: {
    program: /^claude(?:$|[-.])/,
    variables: ['CLAUDECODE', 'CLAUDE_PID', 'CLAUDE_CODE_CHILD_SESSION', 'CLAUDE_CODE_SESSION_ID', 'AI_AGENT'],
    calling: 'CLAUDECODE',
    session: 'CLAUDE_CODE_SESSION_ID',
    panel: ['CLAUDE_CODE_ENTRYPOINT', 'claude-vscode'],
  },
  person: { by: 'command', source: 'userSettings', prompts: CLAUDE_CODE_PROMPTS },
  // Printing, the prompt becomes a denial instead.
  promptWaits: true,
  asksIn: ['default', 'acceptEdits', 'plan'],
  transcript: CLAUDE_CODE_TRANSCRIPT,
  parse,
  render,
  capabilities,
  callIn: (meta) => {
    const id = meta['claudecode/toolUseId']
    return typeof id === 'string' ? id : undefined
  },
}
