import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { typed } from '../../../../test/support/fake-terminal.ts'
import { type FreshHome, freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall, hookCall } from '../../../../test/support/hook-call.ts'

const homes: FreshHome[] = []
afterEach(() => {
  for (const { root } of homes.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Somebody with a machine of their own, who ran these commands. */
async function person(name: string, ...commands: readonly string[]) {
  const home = freshHome()
  homes.push(home)
  await typed(home.seat, ['init', '--yes'])
  await hookCall(home.seat, { hook_event_name: 'SessionStart', source: 'startup' })
  for (const command of commands) await bashCall(home.seat, command)
  await typed(home.seat, ['audit', 'export', '--out', `${name}.jsonl`])
  return { seat: home.seat, file: join(home.seat.cwd, `${name}.jsonl`) }
}

it('[PLANE-R11] reads several exports into one table, and none that does not verify', async () => {
  const anna = await person('anna', 'ls', 'git push', 'rm -rf /')
  const ben = await person('ben', 'git push', 'npm publish')
  const merged = await typed(anna.seat, ['report', '--merge', anna.file, ben.file])
  expect([merged.code, merged.out.split('\n')]).toEqual([
    0,
    [
      '        calls    held  approved  not approved  blocked',
      'anna        3       1         0             1        1',
      'ben         2       2         0             2        0',
      'all         5       3         0             3        1',
      '   2 × `git push`, held by 2 people',
      '   1 × `npm publish`, held by 1 person',
    ],
  ])
  const json = JSON.parse((await typed(anna.seat, ['report', '--merge', ben.file, '--json'])).out)
  expect(json).toMatchObject({ people: [{ name: 'ben', calls: 2, held: 2 }], total: { blocked: 0 } })
  writeFileSync(ben.file, readFileSync(ben.file, 'utf8').replace('npm publish', 'npm whoami!'))
  expect(await typed(anna.seat, ['report', '--merge', anna.file, ben.file])).toMatchObject({
    code: 1,
    out: '',
    line: expect.stringMatching(/ben\.jsonl` is no whole export \(.+\); ask for a new one/),
  })
  expect((await typed(anna.seat, ['report', '--merge', 'none.jsonl'])).code).toBe(1)
})
