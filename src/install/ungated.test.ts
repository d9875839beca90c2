import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { pathsOf } from '../config/paths.ts'
import { codexGroups } from './codex-hooks.ts'
import { addGroups } from './hooks-json.ts'
import { ungatedBecause } from './ungated.ts'

it('knows whether a new thread of Codex would find the hook', () => {
  const home = mkdtempSync(join(tmpdir(), 'fairlead codex-'))
  const paths = pathsOf({ HOME: home })
  const gone = `\`${paths.codex.hooks}\` no longer holds the gate's hook`
  expect(ungatedBecause('codex', paths)).toBe(gone)
  mkdirSync(dirname(paths.codex.hooks))
  const installed = addGroups('', codexGroups(paths.hookCommand, false))
  const strict = addGroups('', codexGroups(paths.hookCommand, true))
  for (const added of [installed, strict]) {
    writeFileSync(paths.codex.hooks, added.ok ? added.text : '')
    expect(ungatedBecause('codex', paths)).toBeUndefined()
  }
  const narrowed = { hooks: { PreToolUse: [{ matcher: 'x', hooks: [{ command: `${paths.hookCommand} codex` }] }] } }
  for (const text of ['', '{}', '[]', '{"hooks":{"PreToolUse":[null,{"hooks":[1]}]}}', JSON.stringify(narrowed)]) {
    writeFileSync(paths.codex.hooks, text)
    expect(ungatedBecause('codex', paths)).toBe(gone)
  }
  expect(ungatedBecause('claude-code', paths)).toBeUndefined()
  rmSync(home, { recursive: true })
})
