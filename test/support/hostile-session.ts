import { join } from 'node:path'
import { bashPayload, type InstalledHome } from './installed-home.ts'

/** A whole session in which every name and every text that a payload has says `text`. */
export async function sessionSaying({ project, send }: InstalledHome, text: string, runtime?: string): Promise<void> {
  const base = { session_id: text, transcript_path: text, cwd: project, agent_id: text, agent_type: text }
  const call = (over: object) => send(bashPayload({ cwd: project, ...over }), runtime)
  const file = { tool_name: 'Write', tool_input: { file_path: join(project, 'a.ts'), content: text } }
  await send({ ...base, hook_event_name: 'SessionStart', source: text }, runtime)
  await send({ ...base, hook_event_name: 'SubagentStart' }, runtime)
  await send({ ...base, hook_event_name: 'UserPromptSubmit', prompt: text, prompt_id: text }, runtime)
  await call({ command: `git push ${text}`, more: { ...base, tool_use_id: text } })
  await call({ command: text, more: base })
  await call({ event: 'PostToolUse', command: text, more: { ...base, tool_response: { stdout: text, stderr: text } } })
  await call({ event: 'PostToolUse', more: { ...base, ...file, tool_response: { filePath: text } } })
  await call({
    more: { ...base, tool_name: `mcp__${text}__${text}`, tool_input: { path: text, role: text, cwd: text } },
  })
  await send({ ...base, hook_event_name: 'PreCompact', trigger: text, custom_instructions: text }, runtime)
  await send({ ...base, hook_event_name: 'Stop' }, runtime)
  await send({ ...base, hook_event_name: 'SessionEnd', reason: text }, runtime)
}

/** Commands that take a path, an id or a text, with this word. `--` keeps it from being an option. */
export async function commandsSaying({ say }: InstalledHome, text: string): Promise<void> {
  for (const args of [
    ['ledger', 'decide', '--', text, text],
    ['ledger', 'bead', 'new', '--', text],
    ['ledger', 'bead', 'show', '--', text],
    ['ledger', 'section', '--', `${text}:1`],
    ['ledger', 'verify', '--', text],
    ['anchor', 'show', '--', text],
    ['anchor', 'lint', '--', text],
    ['anchor', 'revoke', '--', text],
    ['backup', 'restore', '--yes', '--', 'latest', text],
  ])
    await say(...args)
}
