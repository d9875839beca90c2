import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { settingsTexts } from '../../test/support/random-settings.ts'
import type { Json } from '../core/model/json.ts'
import { claudeUserGroups, isClaudeUserHook } from './claude-hooks.ts'
import { addGroups, findHandlers, hasGroups, removeHandlers } from './hooks-json.ts'
import { plainJson, scanJson } from './json-scan.ts'

const COMMAND = '/home/u/.fairlead/bin/hook'
const GROUPS = claudeUserGroups({ hookCommand: COMMAND, strict: false, port: 21_000 })
const isOurs = isClaudeUserHook(COMMAND)

const read = (text: string): Json => {
  const scanned = scanJson(text)
  if (!scanned.ok) throw new Error(`${scanned.problem} in ${JSON.stringify(text)}`)
  return scanned.root === null ? {} : plainJson(scanned.root)
}
const added = (text: string): string => {
  const result = addGroups(text, GROUPS)
  if (!result.ok) throw new Error(result.problem)
  return result.text
}
const removed = (text: string, before: string | null): string => {
  const result = removeHandlers(text, isOurs, before)
  if (!result.ok) throw new Error(result.problem)
  return result.text
}
/** What a correct merge gives, said in the simplest way. */
const merged = (value: Json): Json => {
  const root = value as { hooks?: Record<string, Json[]> }
  const hooks = { ...root.hooks }
  for (const { event, group } of GROUPS) hooks[event] = [...(hooks[event] ?? []), group]
  return { ...root, hooks }
}

describe('hooks in a settings file', () => {
  it("adds ours after everybody else's and changes nothing that was there", () => {
    fc.assert(
      fc.property(settingsTexts(), (text) => {
        const after = added(text)
        expect(read(after)).toEqual(merged(read(text)))
        expect(hasGroups(after, GROUPS, isOurs)).toBe(true)
        if (isStrict(text)) expect(JSON.parse(after)).toEqual(merged(JSON.parse(text)))
        expect(isSubsequence(text.replaceAll(/\s/g, ''), after)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('removes ours and leaves the same value', () => {
    fc.assert(
      fc.property(settingsTexts(), (text) => {
        const back = removed(added(text), text)
        expect(read(back)).toEqual(read(text))
        expect(findHandlers(back, isOurs)).toEqual({ ok: true, handlers: [] })
      }),
      { numRuns: 150 },
    )
  })

  it('gives back the very bytes where no empty list or object was filled', () => {
    fc.assert(
      fc.property(settingsTexts(), (text) => {
        fc.pre(!hasEmptyContainer(read(text)))
        expect(removed(added(text), text)).toBe(text)
      }),
      { numRuns: 150 },
    )
  })

  it('keeps what a person added later, inside our groups too', () => {
    const mine = { type: 'command', command: 'mine' }
    const text = added('{\n  "model": "x"\n}\n').replace('"hooks": [', `"hooks": [ ${JSON.stringify(mine)},`)
    expect(read(removed(text, '{\n  "model": "x"\n}\n'))).toEqual({
      model: 'x',
      hooks: { SessionStart: [{ hooks: [mine] }] },
    })
  })

  const refused: readonly [string, string][] = [
    ['[]', 'it is not an object'],
    ['{"hooks": []}', '`hooks` is not an object'],
    ['{"hooks": {"SessionStart": {}}}', '`hooks.SessionStart` is not a list'],
    ['{"a": }', 'line 1, column 7: a value was expected'],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: `,` or `}` was expected'],
    ['{"a": 1', 'line 1, column 8: `,` or `}` was expected'],
    ['{"a": 1} x', 'line 1, column 10: text after the end'],
    ['{"a": "b\n"}', 'line 1, column 7: a broken string'],
    ['{a: 1}', 'line 1, column 2: a key in quotes was expected'],
    ['{"a" 1}', 'line 1, column 6: `:` was expected'],
    ['/* ', 'line 1, column 1: a comment without an end'],
    ['['.repeat(300), 'line 1, column 201: nested too deeply'],
  ]
  it.each(refused)('refuses %j', (text, problem) => {
    expect(addGroups(text, GROUPS)).toEqual({ ok: false, problem })
  })

  const layouts: readonly [string, string, string][] = [
    ['{}', '{\n  "hooks": {\n    "A": [\n      {}\n    ]\n  }\n}', 'empty'],
    ['{"a":1}', '{"a":1, "hooks": {"A":[{}]}}', 'one line'],
    ['{\n\t"a": 1\n}\n', '{\n\t"a": 1,\n\t"hooks": {\n\t\t"A": [\n\t\t\t{}\n\t\t]\n\t}\n}\n', 'tabs'],
    ['{\r\n "a": 1\r\n}', '{\r\n "a": 1,\r\n "hooks": {\r\n  "A": [\r\n   {}\r\n  ]\r\n }\r\n}', 'windows line ends'],
    ['{\n  "hooks": { "A": [1] }\n}', '{\n  "hooks": { "A": [1, {}] }\n}', 'a list on one line'],
    ['{\n  "hooks": {}\n}', '{\n  "hooks": {\n    "A": [\n      {}\n    ]\n  }\n}', 'an empty object'],
    ['{\n  "a": 1 // c\n}', '{\n  "a": 1,\n  "hooks": {\n    "A": [\n      {}\n    ]\n  } // c\n}', 'a comment'],
  ]
  it.each(layouts)('writes in the way of the file: %j', (text, expected) => {
    expect(addGroups(text, [{ event: 'A', group: {} }])).toEqual({ ok: true, text: expected })
  })
})

/** Readable for a parser that knows no comments. */
function isStrict(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function isSubsequence(part: string, whole: string): boolean {
  let at = 0
  for (const char of whole) if (char === part[at] || part.startsWith(char, at)) at += char.length
  return at >= part.length
}

function hasEmptyContainer(value: Json): boolean {
  const root = value as { hooks?: Record<string, Json[]> }
  if (Object.keys(root).length === 0) return true
  if (root.hooks === undefined) return false
  return Object.keys(root.hooks).length === 0 || Object.values(root.hooks).some((groups) => groups.length === 0)
}
