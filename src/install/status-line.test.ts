import { expect, it } from 'vitest'
import { hasForeignStatusLine, statusCommandOf, withStatusLine } from './claude-hooks.ts'
import { hooksTarget, removeOurs } from './target.ts'

const HOOK = '/home/dev/.fairlead/bin/hook'
const COMMAND = statusCommandOf(HOOK)
const place = { kind: 'claude-settings', path: '/home/dev/.claude/settings.json', what: 'hooks' } as const
const target = withStatusLine(hooksTarget(place, [], { hookCommand: HOOK }), COMMAND)
const added = (text: string) => {
  const spliced = target.add(text)
  return spliced.ok ? spliced.text : spliced.problem
}

it.each([
  ['no file', '', '{}'],
  ['settings without one', '{\n  "model": "x"\n}\n', '{\n  "model": "x"\n}\n'],
])('is added to %s, found again and taken out', (_what, text, left) => {
  const now = added(text)
  expect(JSON.parse(now).statusLine).toEqual({ type: 'command', command: '/home/dev/.fairlead/bin/status-line' })
  expect([target.has(now), target.has(text), hasForeignStatusLine(now, COMMAND)]).toEqual([true, false, false])
  const removed = removeOurs('claude-settings', now, { before: left, hookCommand: HOOK })
  expect(removed.ok && removed.text?.replaceAll(/\s/g, '')).toBe(left.replaceAll(/\s/g, ''))
})

it('leaves the one that somebody has', () => {
  const theirs = '{"statusLine":{"type":"command","command":"mine"}}'
  expect([added(theirs), target.has(theirs), hasForeignStatusLine(theirs, COMMAND)]).toEqual([theirs, true, true])
  expect(removeOurs('claude-settings', theirs, { before: theirs, hookCommand: HOOK })).toEqual({
    ok: true,
    text: theirs,
  })
})
