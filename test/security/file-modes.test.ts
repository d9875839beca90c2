import { lstatSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runDaemon } from '../../src/hosts/daemon/run.ts'
import { bashPayload, everythingBelow, type InstalledHome, installedHome } from '../support/installed-home.ts'

// A umask of 0 takes nothing away: whatever mode is seen here is the one we ask for.

let umask = 0
beforeEach(() => {
  umask = process.umask(0)
})
afterEach(() => {
  process.umask(umask)
})

const modeOf = (path: string) => lstatSync(path).mode & 0o777

/** Everything that another user can reach from `root` on. */
function reachable(root: string): readonly string[] {
  const shut = (path: string): boolean => path.length > root.length && (isShut(path) || shut(dirname(path)))
  const isShut = (path: string) => lstatSync(path).isDirectory() && (modeOf(path) & 0o011) === 0
  return everythingBelow(root).filter((path) => !shut(dirname(path)) && !lstatSync(path).isSymbolicLink())
}

/** Git and the test made these. */
const OTHERS =
  /^(?:clone|project\/\.git)(?:\/|$)|^(?:project|home(?:\/\.(?:claude|codex|config|local(?:\/(?:share|state))?))?)$/

async function workedIn({ project, say, send }: InstalledHome): Promise<void> {
  writeFileSync(join(project, 'a.txt'), 'a\n', { mode: 0o644 })
  await send({ session_id: 'session-1', cwd: project, hook_event_name: 'SessionStart', source: 'startup' })
  await send({ session_id: 'session-1', cwd: project, hook_event_name: 'UserPromptSubmit', prompt: 'do it' })
  await send(bashPayload({ cwd: project, command: 'git push' }))
  await send(bashPayload({ cwd: project, event: 'PostToolUse', command: 'ls' }))
  await send({ session_id: 'session-1', cwd: project, hook_event_name: 'PreCompact', trigger: 'auto' })
  await send({ session_id: 'session-1', cwd: project, hook_event_name: 'Stop' })
  await send({ session_id: 'session-1', cwd: project, hook_event_name: 'SessionEnd', reason: 'clear' })
  for (const args of [
    ['config', 'init'],
    ['config', 'init', '--project'],
    ['backup', 'create'],
    ['audit', 'export', '--out', join(project, '..', 'audit.jsonl')],
    ['ledger', 'decide', 'use sqlite', 'one file is enough'],
    ['ledger', 'bead', 'new', 'a task'],
    ['ledger', 'heal'],
    ['ledger', 'recall', 'sqlite'],
    ['doctor', '--report'],
  ])
    await say(...args)
}

it('what we make is written by nobody else, and read by nobody else where it is ours alone', async () => {
  const home = await installedHome()
  await workedIn(home)
  const made = reachable(home.root)
    .map((path) => ({ name: relative(home.root, path), mode: modeOf(path) }))
    .filter(({ name }) => !OTHERS.test(name))
  expect(made.length).toBeGreaterThan(20)
  expect(made.filter(({ mode }) => (mode & 0o002) !== 0)).toEqual([])
  const ours = made.filter(({ name }) => /^home\/\.fairlead\/(?:state|policy)\/|^audit|fairlead-report/.test(name))
  expect(ours.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([])
  expect([home.paths.state, dirname(home.paths.userPolicy)].map(modeOf)).toEqual([0o700, 0o700])
})

it('keys, database and socket are for their owner, whatever stands around them', async () => {
  const home = await installedHome()
  const { paths, project, seat, send } = home
  await send(bashPayload({ cwd: project }))
  const ended = runDaemon({ paths, env: seat.env, idleMs: 300 })
  while (!lstatSync(paths.socket, { throwIfNoEntry: false })) await new Promise((done) => setTimeout(done, 10))
  const modes = [paths.key, paths.database, paths.socket, paths.doorPort].map(modeOf)
  expect(modes).toEqual([0o600, 0o600, 0o600, 0o600])
  await ended
})
