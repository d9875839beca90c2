import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathsOf } from '../../src/config/paths.ts'
import { installBundle } from '../../src/install/bundle.ts'
import { besideHook } from '../../src/install/native/native-hook.ts'
import { govern } from '../../test/support/govern.ts'

export const DIST = join(import.meta.dirname, '..', '..', 'dist')

/** A home and a governed repository of their own, so that a bench touches nothing else. */
export function makeWorld(folder) {
  const home = join(folder, 'home')
  const project = join(folder, 'project')
  const state = join(home, '.fairlead', 'state')
  mkdirSync(state, { recursive: true, mode: 0o700 })
  mkdirSync(project, { recursive: true })
  spawnSync('git', ['init', '-q', project])
  govern({ database: join(state, 'hooks.db') }, realpathSync(project))
  writeFileSync(join(state, 'approval.key'), 'k'.repeat(32), { mode: 0o600 })
  const env = { PATH: process.env.PATH, HOME: home, CLAUDE_PROJECT_DIR: project }
  return { home, project: realpathSync(project), state, env }
}

/** What Claude Code sends before an ordinary command. */
export function payload(project, command, id = 'toolu_1') {
  return JSON.stringify({
    session_id: '5c1f4a0e-0000-4000-8000-000000000001',
    transcript_path: '/home/dev/.claude/projects/p/5c1f4a0e.jsonl',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'run it' },
    tool_use_id: id,
  })
}

/** With this build installed as `init` does it: `hook` is the command that clients call, `script` the one without the native client. */
export function installIn(world) {
  const paths = pathsOf(world.env)
  const done = installBundle(paths, { folder: DIST, node: process.execPath, env: world.env })
  if (!done.ok) throw new Error(done.problem)
  const { script } = besideHook(paths)
  const isNative = existsSync(script)
  // As the client's settings have it where commands are sealed.
  const env = { ...world.env, CLAUDE_CODE_SHELL_PREFIX: paths.sealCommand }
  return { ...world, env, hook: paths.hookCommand, isNative, script: isNative ? script : paths.hookCommand }
}
