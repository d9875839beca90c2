import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { homeOf } from '../../../../test/support/home-of.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'
import { stringOf } from '../../../config/read-setting.ts'
import { pinsFileOf } from '../../../config/trust.ts'
import { SETTINGS } from '../../../core/model/policy.ts'
import type { Exit } from '../exit.ts'
import type { Context } from '../terminal.ts'
import { configConfirm } from './confirm.ts'
import { pause } from './pause.ts'
import { trust } from './trust.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** A command with a person at the keyboard, who gives this answer. */
const asked = (command: (context: Context) => Promise<Exit>, reply: boolean | null = true) =>
  ranAt(seat, command, { answers: [reply] })
const called = (command: string) => bashCall(seat, command)

const project = (text: string) => writeFileSync(join(seat.cwd, 'fairlead.yaml'), text)
const user = (text: string) => ownPolicy(seat.env, text)

const SHIP = `rules:
  - id: ship-it
    harm: deploy
    when: [{ program: shipit }]
    reason: ships to customers
    safer: shipit --dry-run
    examples: { matches: [shipit now], not: [ls] }
`

describe('fairlead config', () => {
  const shownLines = async () =>
    (await typed(seat, ['config', 'show'])).out.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' '))

  it('shows the defaults, and that nothing is wrong', async () => {
    expect(await typed(seat, ['config', 'check'])).toEqual({ code: 0, out: '0 policy files, no errors', line: '' })
    expect(await shownLines()).toEqual(
      SETTINGS.map(({ name, initial }) => `${name} ${stringOf(initial)} default`.replaceAll(/ {2,}/g, ' ')),
    )
  })

  it('shows each value with its origin, for people and for programs', async () => {
    user('edge:\n  level: steer\nrules:\n  - { id: git.push, tier: catastrophic }\n')
    project('edge: { level: gate }\ntelemetry: on\n')
    expect((await shownLines()).filter((line) => !line.endsWith(' default'))).toEqual([
      `edge.level gate ${seat.cwd}/fairlead.yaml:1`,
      'git.push catastrophic ~/.fairlead/policy/policy.yaml:4',
      '~/.fairlead/policy/policy.yaml: your own',
      `${seat.cwd}/fairlead.yaml: can only make rules stricter, until \`fairlead trust\``,
      '1 problem; see `fairlead config check`',
    ])
    const found = JSON.parse((await typed(seat, ['config', 'show', '--json'])).out)
    expect(found.policy.tiers).toEqual({ 'git.push': 'catastrophic' })
  })

  it('names every problem with file and line; only errors fail', async () => {
    project('edge: { level: observe }\n')
    const only = await typed(seat, ['config', 'check'])
    expect(only).toMatchObject({
      code: 0,
      out: expect.stringContaining('fairlead.yaml:1: ignored: edge.level stays `gate`'),
    })
    user('edge:\n  level: high\n')
    const { code, out, line } = await typed(seat, ['config', 'check'])
    expect([code, line]).toEqual([1, '1 error; wrong lines are ignored, the rest applies'])
    expect(out).toContain(
      '~/.fairlead/policy/policy.yaml:2: error: `edge.level` is `high`; expected `observe`, `steer` or `gate`',
    )
    expect((await typed(seat, ['config', 'check'])).out.split('\n')).toHaveLength(2)
  })

  it('runs the examples of added rules', async () => {
    user(SHIP.replace('[ls]', '[shipit later]'))
    const { code, out } = await typed(seat, ['config', 'check'])
    expect([code, out]).toEqual([
      1,
      [
        '~/.fairlead/policy/policy.yaml:2: error: rule `user.ship-it`: `shipit later` should not match but does',
        '~/.fairlead/policy/policy.yaml:2: error: rule `user.ship-it`: `shipit --dry-run` is offered as safer but would be held',
      ].join('\n'),
    ])
  })

  it('starts a policy file, keeps one that is there, and prints the schema', async () => {
    expect(await typed(seat, ['config', 'init'])).toEqual({
      code: 0,
      out: 'wrote ~/.fairlead/policy/policy.yaml; it changes nothing until you edit it\nnext: edit it, then run `fairlead config check`',
      line: '',
    })
    expect(await typed(seat, ['config', 'check'])).toEqual({ code: 0, out: '1 policy file, no errors', line: '' })
    expect(await typed(seat, ['config', 'init'])).toMatchObject({
      code: 1,
      line: '`~/.fairlead/policy/policy.yaml` already exists and was kept; edit it, then run `fairlead config check`',
    })
    expect(await typed(seat, ['config', 'init', '--project'])).toMatchObject({ code: 0 })
    expect(readFileSync(join(homeOf(seat), 'fairlead.yaml'), 'utf8')).not.toContain(root)
    expect(existsSync(join(seat.cwd, 'fairlead.yaml'))).toBe(false)
    const { out } = await typed(seat, ['config', 'schema'])
    expect(readFileSync(paths.policySchema, 'utf8')).toBe(`${out}\n`)
    expect((await typed(seat, ['config', 'show', '--origin'])).out.split('\n')[0]).toContain('policy.yaml: your own')
  })

  it('finds no error in the example of the guide', async () => {
    const guide = readFileSync(new URL('../../../../docs/guides/tune-a-rule.md', import.meta.url), 'utf8')
    const blocks = [...guide.matchAll(/^ {3}```yaml\n([\s\S]*?)^ {3}```/gm)].map(([, yaml = '']) => yaml)
    project(blocks.join('').replaceAll(/^ {3}/gm, ''))
    expect(await typed(seat, ['config', 'check'])).toMatchObject({ code: 0 })
    expect(await shownLines()).toContain(`git.push catastrophic ${seat.cwd}/fairlead.yaml:14`)
  })

  it('is what `explain` explains by', async () => {
    user(SHIP)
    expect((await typed(seat, ['explain', 'shipit now'])).out).toContain('user.ship-it')
  })
})

describe('[PLANE-O2] fairlead config confirm', () => {
  const written = (text: string) => writeFileSync(paths.userPolicy, text)
  const confirm = (reply = true) => asked((context) => configConfirm(context, {}, asPerson), reply)

  beforeEach(() => user('# mine\n'))

  it('is refused to an agent, which is on record', async () => {
    await called('ls')
    written('edge: { level: observe }\n')
    const { code, line } = await typed(seat, ['config', 'confirm', '--yes'])
    expect([code, line]).toEqual([1, expect.stringMatching(/^not accepted: /)])
    expect((await typed(seat, ['audit', 'tail'])).out).toMatch(/config\.changed .*"refused":true/)
    expect(await called('git push')).toContain('deny')
  })

  it('shows what would count, asks, and lets these very bytes count', async () => {
    expect((await confirm()).out).toBe('your policy is what you confirmed; there is nothing to do')
    written(`edge: { level: observe }\nallow:\n  - { rule: git.push, command: git push, project: ${seat.cwd} }\n`)
    const no = await confirm(false)
    expect(no).toMatchObject({ code: 1, line: 'cancelled; nothing was changed' })
    expect(no.out.split('\n')).toEqual([
      'changed since you confirmed it: ~/.fairlead/policy/policy.yaml. This would change:',
      '  edge.level: gate → observe',
      '  allow git.push',
      '? Use it as it is now? (No)',
    ])
    expect(await called('git push')).toContain('deny')
    expect((await typed(seat, ['config', 'check'])).out).toContain('would loosen edge.level, allow git.push; ')
    expect((await typed(seat, ['status'])).out).toMatch(
      /policy +2 changes would loosen it; run `fairlead config confirm`/,
    )
    expect((await typed(seat, ['doctor'])).out).toContain('would loosen edge.level, allow git.push; ')
    expect((await typed(seat, ['config', 'show'])).out).toContain(
      'can only make rules stricter, until `fairlead config confirm`',
    )
    expect((await typed(seat, ['rules', 'allow', '1', '--yes'])).line).toContain('not accepted')
    expect((await confirm()).out).toContain('confirmed; this counts as it is now: ~/.fairlead/policy/policy.yaml')
    expect(await called('git push')).toBe('')
    const facts = (await typed(seat, ['audit', 'tail'])).out
    expect(facts).toMatch(
      /policy\.changed \{"file":"[0-9a-f]{64}","looser":\["edge\.level","allow git\.push"\],"tighter":\[\]\}/,
    )
    expect(facts).toMatch(/config\.changed .*"refused":false.*fairlead config confirm/)
    expect(facts).toMatch(/policy\.changed \{"file":"","looser":\[\],"tighter":\[\]\}/)
  })

  it('knows a file that only tightens, one that is gone, and one that cannot be read', async () => {
    written('filesystem: { rm_rf: block-all }\n')
    expect((await confirm()).out).toContain('  nothing that it does not change already')
    rmSync(paths.userPolicy)
    expect((await confirm()).out).toMatch(/ {2}filesystem\.rm_rf: block-all → default[\s\S]*confirmed; /)
    mkdirSync(paths.userPolicy)
    expect((await typed(seat, ['config', 'confirm'])).out).toContain('there is nothing to do')
    rmSync(paths.userPolicy, { recursive: true })
    user('edge: { level: observe }\n')
    rmSync(paths.userPolicy)
    mkdirSync(paths.userPolicy)
    expect((await confirm()).line).toMatch(/^`.*policy\.yaml`: .*; fix this and retry$/)
  })

  it('counts as it is at the first `init`, and not at a later one', async () => {
    rmSync(paths.state, { recursive: true })
    written('edge: { level: observe }\n')
    expect((await typed(seat, ['init', '--yes'])).out).toContain(
      'your policy in ~/.fairlead/policy/policy.yaml counts as it is now',
    )
    expect(await called('git push')).toBe('')
    written('edge: { level: observe }\nallow: []\nbackup: { before: nothing }\n')
    rmSync(paths.hookCommand)
    await typed(seat, ['init', '--yes'])
    expect((await typed(seat, ['status'])).out).toContain('would loosen it')
  })
})

describe('fairlead trust', () => {
  it('is refused to an agent', async () => {
    project('edge: { level: observe }\n')
    const { code, line } = await typed(seat, ['trust', '--yes'])
    expect(code).toBe(1)
    expect(line).toMatch(/^not accepted: .*; run `fairlead trust` yourself, in a terminal that no agent started$/)
  })

  it('shows what would be loosened, asks, and pins these very bytes', async () => {
    project(`edge: { level: observe }\n${SHIP}  - { id: git.push, tier: routine }\n  - { id: nope, tier: routine }\n`)
    const no = await asked((context) => trust(context, {}, asPerson), false)
    expect(no).toMatchObject({ code: 1, line: 'cancelled; nothing was changed' })
    expect(no.out.split('\n')).toEqual([
      'with trust, this file changes:',
      `  edge.level: gate → observe ${seat.cwd}/fairlead.yaml:1`,
      `  git.push: junction → routine ${seat.cwd}/fairlead.yaml:9`,
      '  project.ship-it recommends `shipit --dry-run`',
      expect.stringMatching(/^ {2}line 10 is ignored: unknown rule `nope`/),
      '? Trust this file as it is now? (No)',
    ])
    expect(await called('git push')).toContain('deny')
    expect((await asked((context) => trust(context, {}, asPerson))).code).toBe(0)
    expect(statSync(pinsFileOf(paths)).mode & 0o777).toBe(0o600)
    expect(await called('git push')).toBe('')
    expect(await called('rm -rf /')).toContain('deny')
    expect((await typed(seat, ['trust'])).out).toContain('already trusted as it is')
    writeFileSync(join(seat.cwd, 'fairlead.yaml'), `${readFileSync(join(seat.cwd, 'fairlead.yaml'), 'utf8')}\n`)
    expect(await called('git push')).toContain('deny')
  })

  it("pins each file of the repository under its own name, so that nobody's bytes speak for another file", async () => {
    const loa = join(seat.cwd, '.loa.config.yaml')
    const both = 'grounding_enforcement: warn\nedge: { level: observe }\n'
    writeFileSync(loa, both)
    const shown = await asked((context) => trust(context, {}, asPerson))
    expect(shown.out.split('\n')).toEqual([
      'with trust, this file changes:',
      `  ledger.grounding: strict → warn ${loa}:1`,
      '? Trust this file as it is now? (No)',
      `trusted until it changes: ${loa}`,
    ])
    project(both)
    expect(await called('git push')).toContain('deny')
    expect((await asked((context) => trust(context, { yes: true }, asPerson))).out).toContain(
      `trusted until they change: ${seat.cwd}/fairlead.yaml, ${loa}`,
    )
    expect(await called('git push')).toBe('')
    await typed(seat, ['trust', '--end'])
    expect(JSON.parse(readFileSync(pinsFileOf(paths), 'utf8')).files).toEqual({})
  })

  it('can be taken away by anybody, and has nothing to say about nothing', async () => {
    expect((await typed(seat, ['trust'])).line).toMatch(/^there is no `.*fairlead\.yaml`; nothing to trust$/)
    project('edge: { level: observe }\n')
    await asked((context) => trust(context, { yes: true }, asPerson))
    expect(await called('git push')).toBe('')
    expect((await typed(seat, ['trust', '--end'])).code).toBe(0)
    expect(await called('git push')).toContain('deny')
    project('edge: { level: gate }\n')
    expect((await asked((context) => trust(context, { yes: true }, asPerson))).out).toContain(
      'it only makes rules stricter',
    )
    rmSync(join(seat.cwd, 'fairlead.yaml'))
    symlinkSync('/dev/zero', join(seat.cwd, 'fairlead.yaml'))
    expect((await typed(seat, ['trust'])).line).toContain('it is a link')
  })
})

describe('fairlead pause', () => {
  const line = () => {
    const shown = join(paths.waiting, 'session-1')
    return existsSync(shown) ? readFileSync(shown, 'utf8') : ''
  }

  it('is refused to an agent, and that is on record', async () => {
    await called('ls')
    const { code, line: told } = await typed(seat, ['pause'])
    expect(code).toBe(1)
    expect(told).toMatch(/^not accepted: .*; run `fairlead pause` yourself, in a terminal that no agent started$/)
    expect((await typed(seat, ['audit', 'tail'])).out).toContain('approval.refused')
    expect(await called('git push')).toContain('deny')
  })

  it('lets holds pass, keeps the catastrophic, shows, and ends', async () => {
    expect(await called('git push')).toContain('deny')
    const started = await asked((context) => pause(context, { minutes: '30' }, asPerson))
    expect(started).toMatchObject({
      code: 0,
      out: 'holds are paused for 30 minutes; catastrophic commands stay blocked',
    })
    expect(await called('git push')).toBe('')
    expect(await called('rm -rf /')).toContain('deny')
    expect((await typed(seat, ['status'])).out).toMatch(
      /paused +holds are paused for 30 more min; blocked commands stay blocked/,
    )
    expect(JSON.parse((await typed(seat, ['status', '--json'])).out).pausedUntilMs).toBeGreaterThan(Date.now())
    expect(line()).toMatch(/^Fairlead is paused until \d\d:\d\d: what it would hold runs\nFairlead held #1 "git push"/)
    const ended = await asked((context) => pause(context, { end: true }, asPerson))
    expect(ended.out).toBe('the pause is over; commands are held again')
    expect(await called('git push')).toContain('deny')
    expect(line()).toMatch(/^Fairlead held #1 "git push"/)
    expect((await asked((context) => pause(context, { end: true }, asPerson))).line).toBe('nothing is paused')
    const audit = (await typed(seat, ['audit', 'tail'])).out
    expect([audit.includes('pause.started'), audit.includes('pause.ended')]).toEqual([true, true])
    expect((await typed(seat, ['audit', 'verify'])).code).toBe(0)
  })

  it('waits for its turn, and says so when it does not come', async () => {
    await called('ls')
    const { DatabaseSync } = await import('node:sqlite')
    const holder = new DatabaseSync(paths.database)
    holder.exec('BEGIN IMMEDIATE')
    expect((await asked((context) => pause(context, {}, asPerson))).line).toBe('State lock held for >5.0s')
    holder.exec('COMMIT')
    holder.close()
    expect((await asked((context) => pause(context, {}, asPerson))).code).toBe(0)
  })

  it('cannot be forged by who can write the database and not the key', async () => {
    await called('ls')
    await asked((context) => pause(context, {}, asPerson))
    expect(await called('git push')).toBe('')
    writeFileSync(paths.key, 'another key')
    expect(await called('git push')).toContain('deny')
    expect((await typed(seat, ['audit', 'tail'])).out).toContain('grant.rejected')
  })

  it('shows problems of the policy in the status', async () => {
    await called('ls')
    project('edge: { level: high }\n')
    expect((await typed(seat, ['status'])).out).toMatch(/policy +1 problem; run `fairlead config check`/)
  })
})
