import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathsOf } from '../config/paths.ts'
import { sealedAgents } from './sealed-agents.ts'

let home: string
let paths: ReturnType<typeof pathsOf>
let plan: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fairlead-sealed-'))
  paths = pathsOf({ HOME: home })
  plan = `${paths.sealCommand}.plan`
  mkdirSync(dirname(plan), { recursive: true })
  mkdirSync(paths.claude.folder)
  writeFileSync(plan, 'shell /bin/bash\nhide /s\nprivate /tmp/tmux-1\npass /tmp/tmux-1/keyring\nread-only /r\n')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** Ticks after the machine started at which a process begins after the plan was written. */
const later = () => (statSync(plan).mtimeMs + 1_000) / 10
const claude = () => ({ name: 'claude', executable: '/x/claude', started: later() })
const looks = (over: object = {}) => ({ enters: () => true, clients: () => [claude()], bootedAtMs: () => 0, ...over })

it('[EDGE-137] knows what no agent reaches where every one of them is sealed', () => {
  const sealed = sealedAgents(paths, home, looks())
  expect(
    ['/s/a', '/tmp/tmux-1/default', '/tmp/tmux-1', '/tmp/other', '/r', '/tmp/tmux-1/keyring/x', ''].map((path) =>
      sealed?.hides(path),
    ),
  ).toEqual([true, true, true, false, false, false, false])
  expect(sealedAgents(paths, undefined, looks({ clients: () => [] }))).toBeDefined()
})

it.each([
  [
    'one of another kind runs',
    () => looks({ clients: () => [claude(), { ...claude(), name: 'codex', executable: '/x/codex' }] }),
  ],
  ['one runs since before', () => looks({ clients: () => [{ ...claude(), started: later() - 200 }] })],
  ['this machine gives no namespaces', () => looks({ enters: () => false })],
] as const)('[EDGE-137] claims nothing where %s', (_, which) => {
  expect(sealedAgents(paths, home, which())).toBe(undefined)
})

it('[EDGE-137] claims nothing where it is off, was never set up, or a hook runs outside', () => {
  const group = (handler: object) => JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', ...handler }] }] } })
  const settings = paths.claude.settings
  writeFileSync(settings, group({ command: paths.hookCommand, args: ['claude-code'] }))
  expect(sealedAgents(paths, home, looks())).toBeDefined()
  writeFileSync(settings, group({ command: 'sh -c "in the shell\'s form"' }))
  expect(sealedAgents(paths, home, looks())).toBeDefined()
  writeFileSync(settings, group({ command: 'sh', args: ['lint.sh'] }))
  expect(sealedAgents(paths, home, looks())).toBe(undefined)
  rmSync(settings)
  mkdirSync(join(home, 'p/.claude'), { recursive: true })
  writeFileSync(join(home, 'p/.claude/settings.local.json'), '{"hooks": {"args"')
  expect(sealedAgents(paths, join(home, 'p'), looks())).toBe(undefined)
  expect(sealedAgents(paths, undefined, looks())).toBeDefined()
  writeFileSync(plan, 'off\n')
  expect(sealedAgents(paths, home, looks())).toBe(undefined)
  rmSync(plan)
  expect(sealedAgents(paths, home, looks())).toBe(undefined)
})
