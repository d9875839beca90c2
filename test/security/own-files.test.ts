import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { gapsFileOf } from '../../src/wiring/wire-gate.ts'
import { bashPayload, governedHome, type InstalledHome } from '../support/installed-home.ts'

// The table "Files of ours" in SECURITY.md, a row each: whatever happens to one of them, the gate goes on.

let home: InstalledHome
let older: string

beforeEach(() => {
  home = governedHome()
  put(home.paths.hookCommand, '')
  older = join(home.root, 'older')
  mkdirSync(older)
})

const at = (name: string) => join(home.paths.folder, name)

/** What can happen to a file, in ways that no command's text has to show. */
const HAPPENINGS = {
  absent: (path: string) => rmSync(path, { recursive: true, force: true }),
  empty: (path: string) => put(path, ''),
  garbage: (path: string) => put(path, '\u0000{[not ours: :'.repeat(400)),
  'an older one': (path: string) => {
    const kept = join(older, 'kept')
    if (existsSync(kept)) copyFileSync(kept, path)
    else rmSync(path, { force: true })
  },
  'a folder': (path: string) => {
    rmSync(path, { recursive: true, force: true })
    mkdirSync(path, { recursive: true })
  },
} as const

function put(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

type Happening = keyof typeof HAPPENINGS

/** Files below our folder. `push` is what becomes of a push then: held, asked about or refused, never silence. */
const FILES = [
  'state/hooks.db',
  'state/approval.key',
  'state/passphrase.json',
  'state/audit-head',
  'state/door.json',
  'state/daemon-run.json',
  'state/daemon.starting',
  'state/daemon.sock',
  'state/gaps.jsonl',
  'state/trusted.json',
  'state/policy-cache.json',
  'state/span-cursor.json',
  'state/backups/record.json',
  'state/evidence',
  'state/file-backups',
  'policy/policy.yaml',
  'policy/policy.schema.json',
  'state/console.json',
  'state/views.db',
  'state/notify-secret',
  'state/daemon.log',
  'state/waiting',
  'bin/seal.plan',
  'bin/hook.pins',
  'agent/agent.sock',
] as const

describe.each(FILES)('%s', (name) => {
  it.each(Object.keys(HAPPENINGS) as Happening[])(
    '[EDGE-38, EDGE-118] %s: what cannot be undone is blocked, a push waits for a person',
    async (happening) => {
      await home.send(bashPayload({ cwd: home.project, command: 'make' }))
      if (existsSync(at(name)) && name.includes('.')) copyFileSync(at(name), join(older, 'kept'))
      await home.send(bashPayload({ cwd: home.project, command: 'npm test' }))
      HAPPENINGS[happening](at(name))
      const answers = [
        await home.send(bashPayload({ cwd: home.project, command: 'rm -rf ~' })),
        await home.send(bashPayload({ cwd: home.project, command: 'git push' })),
        await home.send(bashPayload({ cwd: home.project, command: 'ls' })),
      ].map(decisionOf)
      expect(answers).toEqual(['deny', expect.stringMatching(/^(?:deny|ask)$/), 'silence'])
    },
    20_000,
  )
})

describe('our folder', () => {
  const rows: readonly (readonly [string, () => void])[] = [
    ['the state is moved away', () => renameSync(home.paths.state, join(home.root, 'elsewhere'))],
    ['the state cannot be entered', () => chmodSync(home.paths.state, 0o000)],
    ['everything but the program is gone', () => loseAllButProgram()],
  ]
  it.each(rows)(
    '[EDGE-38, EDGE-118] %s: the gate goes on, and where it can be written it is on record',
    async (_, make) => {
      make()
      const answers = [
        await home.send(bashPayload({ cwd: home.project, command: 'rm -rf ~' })),
        await home.send(bashPayload({ cwd: home.project, command: 'git push' })),
      ].map(decisionOf)
      if (process.getuid?.() === 0 && existsSync(home.paths.state)) chmodSync(home.paths.state, 0o700)
      expect(answers).toEqual(['deny', expect.stringMatching(/^(?:deny|ask)$/)])
      if (existsSync(gapsFileOf(home.paths))) expect(readFileSync(gapsFileOf(home.paths), 'utf8')).toContain('problem')
      if (existsSync(home.paths.state)) chmodSync(home.paths.state, 0o700)
    },
  )

  function loseAllButProgram(): void {
    for (const name of ['state', 'policy', 'projects', 'agent']) rmSync(at(name), { recursive: true, force: true })
  }
})

function decisionOf(stdout: string): string {
  return stdout === '' ? 'silence' : JSON.parse(stdout).hookSpecificOutput.permissionDecision
}
