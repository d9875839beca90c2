import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Paths } from '../../src/config/paths.ts'
import { eventId } from '../../src/core/model/ids.ts'
import { wired } from '../../src/hosts/cli/open-project.ts'
import { ensureApprovalKey } from '../../src/install/approval-key.ts'
import { type Ran, type Seat, typed } from './fake-terminal.ts'
import { freshHome } from './fresh-home.ts'
import { govern } from './govern.ts'

/** As other programs have made them. */
const HOME_FOLDERS = ['.claude', '.codex', '.config']

/** A home in which `fairlead init` was run for one project, and a client whose payloads say whatever one likes. */
export interface InstalledHome {
  readonly root: string
  readonly project: string
  readonly paths: Paths
  readonly seat: Seat
  readonly say: (...args: readonly string[]) => Promise<Ran>
  /** One payload through the real gate, in this process; gives what the runtime would be told. */
  readonly send: (payload: object | string, runtime?: string) => Promise<string>
}

export async function installedHome(): Promise<InstalledHome> {
  const home = governedHome()
  await home.say('init', '--yes')
  return home
}

/** The same without hooks in any settings: the project is governed, and that is all. */
export function governedHome(): InstalledHome {
  const { root, seat, paths } = freshHome(HOME_FOLDERS)
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const { cwd: project, env } = seat
  const say = async (...args: readonly string[]) => {
    const ran = await typed(seat, args)
    // A command that is not understood would test nothing.
    if (ran.code === 2) throw new Error(`${args.join(' ')}: ${ran.line}`)
    return ran
  }
  govern(paths, project)
  ensureApprovalKey(paths.key)
  let events = 0
  const send = async (payload: object | string, runtime = 'claude-code') => {
    events += 1
    const { gate } = await wired(paths, env)
    try {
      const stamp = { id: eventId(`event-${events}`), atMs: Date.now() + events }
      const bytes = typeof payload === 'string' ? payload : JSON.stringify(payload)
      return (await gate.handle({ runtime, bytes, stamp, startDir: project })).stdout
    } finally {
      await gate.close()
    }
  }
  return { root, project, paths, seat, say, send }
}

interface SaidOfCall {
  readonly cwd: string
  readonly event?: string
  readonly command?: string
  readonly more?: object
}

let calls = 0

/** What Claude Code sends for one call of its shell. */
export function bashPayload({ cwd, event = 'PreToolUse', command = 'ls', more = {} }: SaidOfCall): object {
  calls += 1
  return {
    session_id: 'session-1',
    transcript_path: '',
    cwd,
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `call-${calls}`,
    ...(event === 'PostToolUse' && { tool_response: { stdout: '', stderr: '', interrupted: false } }),
    ...more,
  }
}

/** Everything below a folder, with links as they are. */
export function everythingBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  )
}
