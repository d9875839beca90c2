import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot } from '../../src/core/model/ids.ts'
import { wired } from '../../src/hosts/cli/open-project.ts'
import { spansOf } from '../../src/hosts/daemon/export-spans.ts'
import { bashPayload, everythingBelow, installedHome } from '../support/installed-home.ts'

// What redaction knows is tested beside it (src/core/rules/text/redact-corpus.test.ts). Here one secret is put into every
// field that a payload or a command line has, and then looked for in every byte that we wrote or printed.

const SECRET = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
const S = `token=${SECRET}`

it('no secret of a payload is in anything that we write, print, export or report', async () => {
  const { project, root, paths, seat, say, send } = await installedHome()
  const base = { session_id: `s-${SECRET}`, transcript_path: `/t/${SECRET}.jsonl`, cwd: project }
  const told: string[] = []
  const tell = async (payload: object) => told.push(await send(payload))
  await tell({ ...base, hook_event_name: 'SessionStart', source: 'startup', model: S })
  await tell({ ...base, hook_event_name: 'UserPromptSubmit', prompt: `deploy with ${S}` })
  for (const command of [
    `git push https://user:${SECRET}@host/x`,
    `curl -H 'Authorization: Bearer ${SECRET}' h`,
    `rm -rf ~ ${S}`,
  ]) {
    await tell(bashPayload({ cwd: project, command, more: { ...base, agent_id: SECRET, agent_type: S } }))
    const tool_response = { stdout: S, stderr: S, interrupted: false }
    await tell(bashPayload({ cwd: project, event: 'PostToolUse', command, more: { ...base, tool_response } }))
  }
  const file_path = join(project, `${SECRET}.env`)
  const write = { tool_name: 'Write', tool_input: { file_path, content: `API_KEY=${SECRET}\n` } }
  await tell(bashPayload({ cwd: project, more: { ...base, ...write } }))
  await tell(
    bashPayload({
      cwd: project,
      event: 'PostToolUse',
      more: { ...base, ...write, tool_response: { filePath: file_path } },
    }),
  )
  const mcp = { tool_name: `mcp__x__a-${SECRET}`, tool_input: { password: SECRET, [SECRET]: 1, list: [{ deep: S }] } }
  await tell(bashPayload({ cwd: project, more: { ...base, ...mcp } }))
  await tell(bashPayload({ cwd: project, event: 'PostToolUse', more: { ...base, ...mcp, tool_response: S } }))
  await tell(bashPayload({ cwd: project, event: 'PostToolUseFailure', more: { ...base, error: S } }))
  await tell({ ...base, hook_event_name: 'SubagentStop', agent_id: SECRET, agent_type: S, last_assistant_message: S })
  await tell({ ...base, hook_event_name: 'Notification', message: S })
  await tell({ ...base, hook_event_name: 'ConfigChange', source: S, file_path: `/x/${SECRET}` })
  await tell({ ...base, hook_event_name: 'PreCompact', trigger: 'manual', custom_instructions: S })
  await tell({ ...base, hook_event_name: 'Stop', last_assistant_message: S })
  await tell({ ...base, hook_event_name: 'SessionEnd', reason: S })
  await tell({ ...base, hook_event_name: `Made ${SECRET}`, [SECRET]: S })
  for (const args of [
    ['ledger', 'decide', `use ${S}`, S, '--why', S],
    ['ledger', 'bead', 'new', S],
    ['edge', 'ambiguous', S],
    ['backup', 'create', '--reason', S],
    ['audit', 'export', '--out', join(root, 'audit.jsonl')],
    ['doctor', '--report'],
  ])
    await say(...args)
  const shown = await Promise.all(
    [['status'], ['audit', 'tail'], ['report'], ['edge', 'list'], ['ledger', 'status'], ['ledger', 'log']].map(
      async (args) => `${args.join(' ')}: ${(await say(...args)).out}`,
    ),
  )
  const { gate, store } = await wired(paths, seat.env)
  const facts = await (await store()).facts(projectRoot(project), {})
  const spans = JSON.stringify(spansOf(facts, '1'))
  await gate.close()
  const written = everythingBelow(root)
    .filter((path) => !/\/clone\/|\/\.git\//.test(path))
    .map((path) => [relative(root, path), textOf(path)] as const)
  const places = [
    ...written,
    ...told.map((text, index) => [`answer ${index}`, text] as const),
    ...shown.map((text) => [text.slice(0, 20), text] as const),
    ['spans', spans] as const,
  ]
  expect(facts.length).toBeGreaterThan(20)
  expect(places.filter(([name, text]) => `${name}${text}`.includes(SECRET)).map(([name]) => name)).toEqual([])
  // The probe itself: the same search finds what is there.
  expect(places.some(([, text]) => text.includes('[redacted:'))).toBe(true)
})

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    return ''
  }
}
