import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { bashPayload, type InstalledHome, installedHome } from '../../../test/support/installed-home.ts'
import { settingsKeeper } from './kept-settings.ts'

let home: InstalledHome
let users: string
let codex: string

beforeEach(async () => {
  home = await installedHome()
  users = home.paths.claude.settings
  codex = home.paths.codex.hooks
})

const keeper = () => settingsKeeper(home.paths)
const at = (name: string) => join(home.project, name)
const put = (path: string, text: string) => {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}
const linkTo = (goal: string) => {
  rmSync(users)
  symlinkSync(goal, users)
}
const folderAt = (path: string) => {
  rmSync(path)
  mkdirSync(path)
}
const read = (path: string) => readFileSync(path, 'utf8')

describe("the person's own settings", () => {
  const rows: readonly (readonly [string, () => void])[] = [
    ['gone', () => rmSync(users)],
    ['emptied', () => put(users, '')],
    ['an empty object', () => put(users, '{}')],
    ['broken', () => put(users, '{ "hooks": ')],
    ['switched off', () => put(users, read(users).replace('{', '{ "disableAllHooks": true,'))],
    [
      'one invalid entry',
      () => put(users, read(users).replace('"PreToolUse": [', '"PreToolUse": [{ "hooks": [{}] }, ')),
    ],
    ['one hook less', () => put(users, read(users).replace('"PreToolUse"', '"PreTool"'))],
    ['a hook of the same name elsewhere', () => put(users, read(users).replaceAll('.fairlead/bin/hook', 'x/hook'))],
    ['a dead link', () => linkTo('/nowhere/at/all')],
    ['a folder', () => folderAt(users)],
  ]
  it.each(rows)('[EDGE-145] %s: hold our hooks again', (_, spoil) => {
    const before = read(users)
    spoil()
    const { freed, mend } = keeper()
    expect(freed(home.project, 'codex')).toEqual([users])
    expect([mend(users, home.project), freed(home.project, 'codex')]).toEqual([true, []])
    for (const [event, groups] of Object.entries(JSON.parse(before).hooks))
      expect(JSON.parse(read(users)).hooks[event]).toEqual(expect.arrayContaining(groups as object[]))
  })

  it('[EDGE-145] keep what was added since `init`', () => {
    put(users, JSON.stringify({ model: 'opus', hooks: { Stop: [{ hooks: [{ type: 'command', command: 'mine' }] }] } }))
    expect(keeper().mend(users, home.project)).toBe(true)
    const { model, hooks } = JSON.parse(read(users))
    expect([model, hooks.Stop.length, hooks.PreToolUse.length]).toEqual(['opus', 2, 1])
  })

  it('[EDGE-145] of Codex hold our hooks again, too', () => {
    const before = read(codex)
    put(codex, '{}')
    expect(keeper().freed(home.project, 'claude-code')).toEqual([codex])
    expect([keeper().mend(codex, home.project), JSON.parse(read(codex))]).toEqual([true, JSON.parse(before)])
  })

  it('[EDGE-145] stay as they are where the client was removed, where `uninstall` took ours out, or somebody fills a folder in their place', async () => {
    rmSync(users)
    mkdirSync(join(users, 'full'), { recursive: true })
    expect(keeper().mend(users, home.project)).toBe(false)
    rmSync(join(users, '..'), { recursive: true })
    expect(keeper().freed(home.project, 'claude-code')).toEqual([])
    await home.say('uninstall', '--yes')
    expect(keeper().freed(home.project, 'claude-code')).toEqual([])
  })
})

describe("a project's settings", () => {
  const OFF = '{\n  "disableAllHooks": true,\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n'
  const LESS = '{\n  "permissions": { "allow": ["Bash(ls)"] }\n}\n'

  it.each(['.claude/settings.json', '.claude/settings.local.json'])(
    '[EDGE-145] that switch hooks off lose that switch and nothing else: %s',
    (name) => {
      put(at(name), OFF)
      const { freed, mend } = keeper()
      expect(freed(home.project, 'claude-code')).toEqual([at(name)])
      expect([mend(at(name), home.project), read(at(name)), freed(home.project, 'claude-code')]).toEqual([
        true,
        LESS,
        [],
      ])
    },
  )

  it('[EDGE-145] that have always said so stay as they are for another client; those that say it since, do not', () => {
    put(at('.claude/settings.json'), OFF)
    const { freed } = keeper()
    expect(freed(home.project, 'codex')).toEqual([])
    put(at('.claude/settings.json'), '{}')
    expect(freed(home.project, 'codex')).toEqual([])
    put(at('.claude/settings.json'), OFF)
    expect(freed(home.project, 'codex')).toEqual([at('.claude/settings.json')])
  })

  it.each(['.claude', '.claude/settings.json'])(
    '[EDGE-145] behind a link that leads out go with the link: %s',
    (link) => {
      const outside = join(home.root, 'outside')
      put(join(outside, 'settings.json'), OFF)
      mkdirSync(join(at(link), '..'), { recursive: true })
      symlinkSync(link === '.claude' ? outside : join(outside, 'settings.json'), at(link))
      expect(keeper().freed(home.project, 'claude-code')).toEqual([at('.claude/settings.json')])
      expect(keeper().mend(at('.claude/settings.json'), home.project)).toBe(true)
      expect(lstatSync(at(link), { throwIfNoEntry: false })).toBeUndefined()
      expect(read(join(outside, 'settings.json'))).toBe(OFF)
    },
  )

  it('[EDGE-145] that are gone by then need nothing, and what is no file cannot be put right', () => {
    expect(keeper().mend(at('.claude/settings.json'), home.project)).toBe(true)
    mkdirSync(at('.claude/settings.json'), { recursive: true })
    expect(keeper().mend(at('.claude/settings.json'), home.project)).toBe(false)
  })
})

it('[EDGE-145] through the gate: put right after the call that brought them, on record, and the person is told', async () => {
  await home.send(bashPayload({ cwd: home.project, command: 'git merge other' }))
  put(at('.claude/settings.json'), '{ "disableAllHooks": true }')
  put(users, '{}')
  const said = await home.send(bashPayload({ cwd: home.project, event: 'PostToolUse', command: 'git merge other' }))
  expect(JSON.parse(said).systemMessage).toMatch(
    /settings\.json` and `.*settings\.json` switched Fairlead off for the next session/,
  )
  expect(read(at('.claude/settings.json'))).toBe('{}')
  expect(read(users)).toContain('.fairlead/bin/hook')
  expect((await home.say('log')).out).toContain('had switched Fairlead off')
  expect(existsSync(at('.claude/settings.json'))).toBe(true)
})
