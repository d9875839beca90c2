import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { typed } from './support/fake-terminal.ts'
import { bashPayload, governedHome, type InstalledHome } from './support/installed-home.ts'

// State of another version, met by the gate and by the command line as they are now.

const DENIED = { hookSpecificOutput: { permissionDecision: 'deny' } }
const answerTo = async ({ project, send }: InstalledHome, command: string) => {
  const answer = await send(bashPayload({ cwd: project, command }))
  return answer === '' ? '' : JSON.parse(answer)
}

async function homeWithFacts(): Promise<InstalledHome> {
  const home = governedHome()
  await home.send({ session_id: 'session-1', cwd: home.project, hook_event_name: 'SessionStart', source: 'startup' })
  await answerTo(home, 'git push')
  return home
}

describe('a database of a newer version', () => {
  it('is left as it is; rules that need no state hold, and every command says the next step', async () => {
    const home = await homeWithFacts()
    const db = new DatabaseSync(home.paths.database)
    db.exec('PRAGMA user_version = 99; PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
    const before = readFileSync(home.paths.database)
    expect(await answerTo(home, 'rm -rf /')).toMatchObject(DENIED)
    expect(await answerTo(home, 'ls')).not.toMatchObject(DENIED)
    for (const args of [
      ['status'],
      ['audit', 'tail'],
      ['audit', 'verify'],
      ['edge', 'list'],
      ['ledger', 'status'],
      ['report'],
    ]) {
      const { code, line } = await typed(home.seat, args)
      expect({ args, code, line }).toEqual({
        args,
        code: 1,
        line: expect.stringMatching(/newer Fairlead; upgrade with `fairlead init`/),
      })
    }
    expect((await typed(home.seat, ['doctor'])).out).toMatch(/newer Fairlead/)
    expect(readFileSync(home.paths.database).equals(before)).toBe(true)
  })
})

describe('a state file', () => {
  it.each([
    ['of a newer schema', 'schema_version: 5\nmode: telepathy\nfuture: { a: 1 }\n'],
    ['of no schema at all', 'future: { a: 1 }\n'],
    ['of an older schema', 'schema_version: 3\nmode: active\nfuture: { a: 1 }\n'],
  ])('%s loses nothing that a person wrote, and decides nothing', async (_name, text) => {
    const home = await homeWithFacts()
    const file = join(home.project, 'active_context.yaml')
    writeFileSync(file, text)
    expect(await answerTo(home, 'git push')).toMatchObject(DENIED)
    expect(await answerTo(home, 'rm -rf /')).toMatchObject(DENIED)
    expect(await home.send({ session_id: 'session-1', cwd: home.project, hook_event_name: 'Stop' })).not.toContain(
      'block',
    )
    // What stood there is kept, and what we know is written in its place.
    const aside = join(home.project, '.claude/state/active_context.unreadable.yaml')
    expect([readFileSync(aside, 'utf8'), readFileSync(file, 'utf8').includes('schema_version: 4')]).toEqual([
      text,
      true,
    ])
    expect((await home.say('status')).code).toBe(0)
    expect((await home.say('audit', 'verify')).code).toBe(0)
  })
})

describe('a key', () => {
  it.each([
    ['that is empty', ''],
    ['that is too short to be one', 'short'],
  ])('%s signs nothing and proves nothing', async (_name, text) => {
    const { readKey } = await import('../src/config/read-key.ts')
    const home = await homeWithFacts()
    writeFileSync(home.paths.key, text)
    expect(readKey(home.paths.key)).toBeUndefined()
    expect(await answerTo(home, 'git push')).toMatchObject(DENIED)
  })
})
