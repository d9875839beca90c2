import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pathsOf } from '../config/paths.ts'
import { othersMayAnswer } from './ungated.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-answering-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const HOOK = JSON.stringify({ hooks: { PermissionRequest: [{ hooks: [{ type: 'command', command: 'yes' }] }] } })

function answers(file?: string, text = HOOK): boolean {
  if (file !== undefined) {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  return othersMayAnswer(join(root, 'work/project'), pathsOf({ HOME: join(root, 'home') }))
}

it('[EDGE-51] only a person answers where no settings file and no plugin has a hook for the prompt', () => {
  expect(answers()).toBe(false)
  expect(answers('home/.claude/settings.json', '{"hooks":{"PermissionRequest":[]}}')).toBe(false)
  expect(answers('home/.claude/plugins/cache/a/plugin.json', '{"description":"asks on PermissionRequest"}')).toBe(false)
})

it.each([
  'home/.claude/settings.json',
  'home/.claude/settings.local.json',
  'work/project/.claude/settings.json',
  'work/project/.claude/settings.local.json',
  'work/.claude/settings.json',
  'home/.claude/plugins/cache/market/one/1.0/hooks/hooks.json',
])('[EDGE-51] a hook in `%s` may answer for them', (file) => {
  expect(answers(file)).toBe(true)
})

it('[EDGE-51] what cannot be read may hold one', () => {
  expect(answers('home/.claude/settings.json', '{"hooks":{"PermissionRequest":')).toBe(true)
})
