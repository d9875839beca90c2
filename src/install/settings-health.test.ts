import { expect, it } from 'vitest'
import { claudeSettingsProblems, codexHooksProblems } from './settings-health.ts'

const gate = (handler: object) => JSON.stringify({ hooks: { PreToolUse: [{ hooks: [handler] }] } })
const INVALID = 'an invalid entry in `hooks.PreToolUse` disables the whole file'

const claude: readonly [string, readonly string[]][] = [
  ['', []],
  ['{}', []],
  [gate({ type: 'command', command: 'x', timeout: 3, onFailure: 'block' }), []],
  [gate({ type: 'http', url: 'x' }), []],
  [gate({ type: 'other' }), [INVALID]],
  [gate({ type: 'command' }), [INVALID]],
  [gate({ type: 'command', command: 'x', timeout: '3' }), [INVALID]],
  [gate({ type: 'command', command: 'x', onFailure: 'never' }), [INVALID]],
  ['{"hooks":{"PreToolUse":[{"hooks":["x"]}]}}', [INVALID]],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"other"}]}]}}', []],
  ['{"disableAllHooks": true}', ['`disableAllHooks` is on']],
  ['{"allowManagedHooksOnly": true}', ['`allowManagedHooksOnly` is on']],
  ['{', ['line 1, column 2: a key in quotes was expected']],
]
it.each(claude)('Claude Code: %s', (text, problems) => {
  expect(claudeSettingsProblems(text)).toEqual(problems)
})

const codex: readonly [string, readonly string[]][] = [
  ['', []],
  ['{"description":"x","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}', []],
  ['{"$schema":"x"}', ['the key `$schema` makes Codex refuse the whole file']],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"http"}]}]}}', ['a hook of type `http` makes Codex refuse the whole file']],
  ['[]', ["it isn't an object"]],
  ['x', ['line 1, column 1: a value was expected']],
]
it.each(codex)('Codex: %s', (text, problems) => {
  expect(codexHooksProblems(text)).toEqual(problems)
})
