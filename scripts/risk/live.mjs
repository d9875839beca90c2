import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import { wired } from '../../src/hosts/cli/open-project.ts'
import { ensureApprovalKey } from '../../src/install/approval-key.ts'
import { govern } from '../../test/support/govern.ts'

const ROOT = join(import.meta.dirname, '..', '..')

/** A throw-away home with the fixture in it, and the gate of its project. It lies in no temporary folder: those may be emptied. */
export async function openWorld() {
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  const folder = realpathSync(mkdtempSync(join(ROOT, '.cache', 'risk-')))
  const [home, srv] = ['home/dev', 'srv'].map((name) => join(folder, name))
  for (const each of [home, srv]) mkdirSync(each, { recursive: true })
  const env = { HOME: home, PATH: '/usr/bin:/bin' }
  const made = spawnSync('bash', [join(ROOT, 'test/risk/fixture.sh')], { env: { ...env, SRV: srv }, encoding: 'utf8' })
  if (made.status !== 0) throw new Error(`the fixture could not be built: ${made.stderr}`)
  const paths = pathsOf(env)
  const project = join(home, 'app')
  govern(paths, project)
  ensureApprovalKey(paths.key)
  const { gate } = await wired(paths, env)
  const close = async () => {
    await gate.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { gate, home, srv, project, close, sent: 0 }
}

/**
 * What the gate says first against a row, in a session of its own. Commands are never run; what an allowed Write or Edit
 * puts on the disk is there for the calls after it, and is taken back with the row.
 */
export async function judgeLive(world, { id, calls }) {
  const undo = []
  try {
    for (const call of calls) {
      const mapped = JSON.parse(placed(JSON.stringify(call), world))
      const said = await send(world, { session: id, event: 'PreToolUse', call: mapped })
      const told = said === '' ? {} : JSON.parse(said)
      const verdict = told.hookSpecificOutput?.permissionDecision
      if (verdict !== undefined) return told.hookSpecificOutput.permissionDecisionReason
      perform(mapped, world, undo)
      await send(world, { session: id, event: 'PostToolUse', call: mapped })
    }
    return undefined
  } finally {
    for (const back of undo.reverse()) back()
  }
}

const placed = (text, { home, srv }) =>
  // A letter before it belongs to another path, unless it is an escaped line end.
  text
    .replaceAll(/(?<!(?<!\\)[\w.])\/home\/dev(?!\w)/g, home)
    .replaceAll(/(?<!(?<!\\)[\w.])\/srv\/git(?!\w)/g, `${srv}/git`)

async function send(world, { session, event, call: { tool, input } }) {
  world.sent += 1
  const payload = {
    session_id: `row-${session}`,
    transcript_path: '',
    cwd: world.project,
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    tool_use_id: `call-${event === 'PreToolUse' ? world.sent : world.sent - 1}`,
    ...(event === 'PostToolUse' && { tool_response: { stdout: '', stderr: '', interrupted: false } }),
  }
  const stamp = { id: `event-${world.sent}`, atMs: Date.now() }
  const call = { runtime: 'claude-code', bytes: JSON.stringify(payload), stamp, startDir: world.project }
  return (await world.gate.handle(call)).stdout
}

function perform({ tool, input }, { home, project }, undo) {
  if (tool !== 'Write' && tool !== 'Edit') return
  const path = resolve(project, input.file_path)
  if (!path.startsWith(home + sep)) return
  const before = existsSync(path) ? readFileSync(path) : undefined
  const text = tool === 'Write' ? input.content : `${before ?? ''}`.replace(input.old_string, () => input.new_string)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  undo.push(() => (before === undefined ? rmSync(path) : writeFileSync(path, before)))
}
