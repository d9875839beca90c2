import type { Runtime } from '../runtime.ts'
import { capabilities, NEWEST_TESTED } from './capabilities.ts'
import { parse } from './parse.ts'
import { render } from './render.ts'
import { CODEX_TRANSCRIPT } from './transcript.ts'

export const codex: Runtime = {
  name: 'codex',
  title: 'Codex',
  newestTested: NEWEST_TESTED,
  client: {
    program: /^codex(?:$|[-.])/,
    server: /\bapp-server\b(?:(?!\bapp-server\b).)*--listen\b/,
    helper: /\bdaemon pid-update-loop\b/,
    variables: ['CODEX_THREAD_ID', 'CODEX_SESSION_ID', 'CODEX_TOOL_CALL_ID', 'CODEX_CI'],
    calling: 'CODEX_THREAD_ID',
    session: 'CODEX_THREAD_ID',
  },
  // Any program can queue a prompt, so a typed word proves nothing; a dialog's answer does not pass through the model.
  person: { by: 'dialog', closedIn: 'bypassPermissions' },
  promptWaits: false,
  asksIn: [],
  transcript: CODEX_TRANSCRIPT,
  parse,
  render,
  capabilities,
}
