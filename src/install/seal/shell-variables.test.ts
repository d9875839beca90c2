import { expect, it } from 'vitest'
import { addShell, foreignShell, hasShell, removeShell } from './shell-variables.ts'

const HOOK = '/h/.fairlead/bin/hook'
const OURS = { CLAUDE_CODE_SHELL_PREFIX: '/h/.fairlead/bin/seal', CLAUDE_CODE_SHELL: '/h/.fairlead/bin/seal-bash' }
const theirs = (env: object) => `${JSON.stringify({ model: 'x', env }, null, 2)}\n`

it.each([
  ['no file', ''],
  ['no variables', '{\n  "model": "x"\n}\n'],
  ['others', theirs({ A: '1' })],
  ['an empty list', theirs({})],
  ['a prefix of their own', theirs({ A: '1', CLAUDE_CODE_SHELL_PREFIX: 'nice -n 5' })],
  ['both of their own', theirs({ CLAUDE_CODE_SHELL: '/bin/zsh', CLAUDE_CODE_SHELL_PREFIX: 'wrap' })],
])('[EDGE-118] takes the place of what stands there and gives it back: %s', (_, before) => {
  const added = addShell(before, OURS)
  if (!added.ok) throw new Error(added.problem)
  expect(JSON.parse(added.text).env).toMatchObject(OURS)
  expect([hasShell(added.text, OURS, HOOK), hasShell(added.text, undefined, HOOK)]).toEqual([true, false])
  expect(foreignShell(added.text, HOOK)).toEqual({})
  const removed = removeShell(added.text, HOOK, before === '' ? null : before)
  if (!removed.ok) throw new Error(removed.problem)
  expect(JSON.parse(removed.text)).toEqual(JSON.parse(before || '{}'))
  expect(hasShell(removed.text, undefined, HOOK)).toBe(true)
})

it('leaves what is not ours, and says what the person has', () => {
  const own = theirs({ CLAUDE_CODE_SHELL_PREFIX: 'wrap', CLAUDE_CODE_SHELL: '/bin/zsh' })
  expect(removeShell(own, HOOK, null)).toEqual({ ok: true, text: own })
  expect(foreignShell(own, HOOK)).toEqual({ prefix: 'wrap', shell: '/bin/zsh' })
  expect([foreignShell('', HOOK), foreignShell('{"env":1}', HOOK), foreignShell('not json', HOOK)]).toEqual([
    {},
    {},
    {},
  ])
  expect(addShell('{"env":[]}', OURS)).toMatchObject({ ok: false })
  expect(removeShell('{', HOOK, null)).toEqual({ ok: true, text: '{' })
})
