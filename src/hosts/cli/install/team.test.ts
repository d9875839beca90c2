import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'

let root: string
let seat: Seat

beforeEach(() => {
  ;({ root, seat } = freshHome())
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const at = (...names: string[]) => join(seat.cwd, ...names)
const read = (...names: string[]) => readFileSync(at(...names), 'utf8')

/** The exported script, as a client calls it on a machine of somebody else. */
function called(event: string, ...flags: string[]) {
  const home = join(root, 'elsewhere')
  mkdirSync(home, { recursive: true })
  const { status, stdout, stderr } = spawnSync('sh', [at('rollout/fairlead/hook.sh'), 'fairlead', ...flags], {
    env: { HOME: home, PATH: '/usr/bin:/bin' },
    input: JSON.stringify({ session_id: '1', hook_event_name: event }),
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

describe('fairlead team export', () => {
  it('writes settings, script, pin and the own policy, once, and says where each goes', async () => {
    ownPolicy(seat.env, 'edge:\n  level: gate\n')
    expect(await typed(seat, ['team', 'export', 'rollout'])).toMatchObject({
      code: 0,
      out: 'written to rollout; its README.md says where each file goes',
    })
    const files = readdirSync(at('rollout'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
    expect(files.map(({ name }) => name).toSorted()).toEqual([
      ...['README.md', 'fairlead.pin', 'hook.sh', 'managed-settings.json', 'policy.yaml'],
    ])
    expect(read('rollout/fairlead/policy.yaml')).toContain('level: gate')
    expect(statSync(at('rollout/fairlead/hook.sh')).mode & 0o111).toBe(0o111)
    const { hooks } = JSON.parse(read('rollout/claude-code/managed-settings.json'))
    const args = ['/etc/fairlead/hook.sh', 'fairlead', '--wait', '600']
    expect(hooks.PreToolUse).toEqual([
      { matcher: '*', hooks: [{ type: 'command', command: 'sh', args, timeout: 600 }] },
    ])
    for (const place of ['/etc/claude-code/managed-settings.json', '/etc/fairlead/policy.yaml', 'init --everywhere'])
      expect(read('rollout/README.md')).toContain(place)
    expect(await typed(seat, ['team', 'export', 'rollout'])).toMatchObject({
      code: 1,
      line: '`rollout` is there already; name another folder, or delete it',
    })
  })

  it('says where it is not installed, with what to run; strict ones refuse the call', async () => {
    await typed(seat, ['team', 'export', 'rollout', '--strict', '--package', './tools/fairlead-0.2.0.tgz'])
    const text =
      'this project asks for Fairlead, which is not installed for you, so nothing is checked; in a terminal, in this folder, run: npx ./tools/fairlead-0.2.0.tgz init'
    expect(called('SessionStart')).toEqual({ status: 0, stdout: `{"systemMessage":"${text}"}\n`, stderr: '' })
    expect(called('PreToolUse')).toEqual({ status: 0, stdout: '', stderr: '' })
    const { hooks } = JSON.parse(read('rollout/claude-code/managed-settings.json'))
    const [, , ...flags] = hooks.PreToolUse[0].hooks[0].args
    expect([flags[0], hooks.PreToolUse[0].hooks[0].onFailure]).toEqual(['--strict', 'block'])
    expect(called('PreToolUse', ...flags)).toEqual({ status: 2, stdout: '', stderr: `${text}\n` })
    writeFileSync(at('rollout/fairlead/fairlead.pin'), 'package: $(touch x)\n')
    expect(called('SessionStart').stdout).toContain('run: npx fairlead init')
  })

  it('is for people, and for what npx can install', async () => {
    expect(await typed(seat, ['team', 'export', '--package', 'a; b'])).toMatchObject({ code: 2 })
    const agent = { ...seat, env: { ...seat.env, CLAUDECODE: '1' } }
    expect((await typed(agent, ['team', 'export'])).line).toContain('not accepted: an agent started this')
  })
})
