import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pathsOf } from '../config/paths.ts'
import { detectRuntimes, findProgram, versionOf } from './detect.ts'
import { hookCommandOf, probeHook } from './probe.ts'

let folder: string
const env = { PATH: process.env.PATH ?? '' }

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fairlead-probe-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const deny = '{"hookSpecificOutput":{"permissionDecision":"deny"}}'
const cases: readonly [string, string, object][] = [
  ['refuses', `case $(cat) in *fairlead-doctor*'rm -rf /'*) echo '${deny}';; esac`, { live: true }],
  ['says nothing', 'cat >/dev/null', { live: false, why: 'it let `rm -rf /` pass' }],
  ['does not even read', 'exit 0', { live: false, why: 'it let `rm -rf /` pass' }],
  [
    'allows',
    'echo \'{"hookSpecificOutput":{"permissionDecision":"allow"}}\'',
    { live: false, why: "its answer isn't a refusal" },
  ],
  ['talks before its answer', `echo hello; echo '${deny}'`, { live: false, why: "its answer isn't a refusal" }],
  ['answers something else', 'echo 7', { live: false, why: "its answer isn't a refusal" }],
  ['fails', 'exit 3', { live: false, why: 'it ended with code 3' }],
]
it.each(cases)('a hook that %s', async (_, line, expected) => {
  for (const runtime of ['claude-code', 'codex'] as const) {
    expect(await probeHook({ runtime, hook: { kind: 'shell', line }, cwd: folder, env })).toMatchObject(expected)
  }
})

it('a hook that is not there', async () => {
  const hook = { kind: 'program', command: '/nowhere/hook', args: [] } as const
  expect(await probeHook({ runtime: 'codex', hook, cwd: folder, env })).toEqual({
    live: false,
    why: "`/nowhere/hook` can't be started",
  })
})

it('reads commands as the runtimes do', () => {
  const script = ['$', '{CLAUDE_PROJECT_DIR}/x.sh'].join('')
  expect(hookCommandOf({ command: 'sh', args: [script, 1] }, '/p')).toEqual({
    kind: 'program',
    command: 'sh',
    args: ['/p/x.sh', '1'],
  })
  expect(hookCommandOf({ command: 'x y' }, '/p')).toEqual({ kind: 'shell', line: 'x y' })
  expect([hookCommandOf(null, ''), hookCommandOf([], ''), hookCommandOf({ type: 'http' }, '')]).toEqual([
    null,
    null,
    null,
  ])
})

it('finds runtimes by their program or their folder, and asks for versions', async () => {
  const program = join(folder, 'claude')
  writeFileSync(program, '#!/bin/sh\necho "2.1.3-beta (Claude Code)"\n')
  const paths = pathsOf({ HOME: '/nowhere' })
  expect(detectRuntimes(paths, { PATH: folder })).toEqual([])
  chmodSync(program, 0o755)
  expect(detectRuntimes(paths, { PATH: `:${folder}` })).toEqual([{ runtime: 'claude-code', program, folder: null }])
  expect(detectRuntimes(pathsOf({ HOME: '/nowhere', CODEX_HOME: folder }), {})).toMatchObject([
    { runtime: 'codex', program: null },
  ])
  expect(await versionOf(program, env)).toBe('2.1.3-beta')
  expect(await versionOf('/nowhere/x', env)).toBe(undefined)
  expect(findProgram('..', { PATH: folder })).toBe(null)
})
