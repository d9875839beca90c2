import { lstatSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { asPerson, ranAt, type Seat, typed } from '../../../../test/support/fake-terminal.ts'
import { freshHome } from '../../../../test/support/fresh-home.ts'
import { bashCall } from '../../../../test/support/hook-call.ts'
import type { Paths } from '../../../config/paths.ts'
import { rulesAllow } from './allow.ts'

let root: string
let seat: Seat
let paths: Paths

beforeEach(async () => {
  ;({ root, seat, paths } = freshHome())
  await typed(seat, ['init', '--yes'])
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

/** `fairlead rules allow` with a person at the keyboard; `meanwhile` happens while the question is open. */
async function allow(hold: string, reply: boolean | null = true, meanwhile = () => {}) {
  const keyboard = { answers: [reply], meanwhile }
  const { out, ...ran } = await ranAt(seat, (context) => rulesAllow(context, { hold }, asPerson), keyboard)
  return { ...ran, out: out === '' ? [] : out.split('\n') }
}
const called = (command: string, over: object = {}) => bashCall(seat, command, over)

const FILE = '~/.fairlead/policy/policy.yaml'
const policyText = () => readFileSync(paths.userPolicy, 'utf8')
const user = (text: string) => ownPolicy(seat.env, text)

describe('fairlead rules allow', () => {
  it('from the hold to the call that passes; another argument and the catastrophic stay', async () => {
    expect(await called('git push origin main')).toContain('deny')
    const no = await allow('1', false)
    expect(no).toMatchObject({ code: 1, line: 'cancelled; nothing was changed' })
    expect(no.out).toEqual([
      expect.stringMatching(/^held because: \S/),
      `new in ${FILE}, from line 1:`,
      '# Your own policy, for every project; `fairlead config check` checks it.',
      'allow:',
      '  - rule: git.push',
      '    command: "git push origin main"',
      `    project: "${seat.cwd}"`,
      `    folder: "${seat.cwd}"`,
      'Of 1 distinct call in 30 days this would hold 0 more and let 1 pass',
      '? Always allow exactly this command? (No)',
    ])
    expect(await called('git push origin main')).toContain('deny')
    const yes = await allow('#1')
    expect([yes.code, yes.out.at(-1)]).toEqual([0, `allowed from now on; to undo this, delete lines 3 to 6 of ${FILE}`])
    expect(policyText()).toBe(`${no.out.slice(2, 8).join('\n')}\n`)
    expect(statSync(paths.userPolicy).mode & 0o777).toBe(0o600)
    expect(await called('git push origin main')).toBe('')
    expect(await called('git push origin next')).toContain('deny')
    expect(await called('git push origin main', { cwd: join(seat.cwd, 'sub') })).toContain('deny')
    expect(await called('git push origin main && git push origin next')).toContain('deny')
    expect(await called('rm -rf /')).toContain('deny')
    expect((await typed(seat, ['config', 'check'])).code).toBe(0)
    expect((await typed(seat, ['config', 'show'])).out).toContain(
      `allow git.push in ${seat.cwd}: \`git push origin main\`  ${FILE}:3`,
    )
    expect((await allow('1')).out).toEqual([`already allowed: ${FILE}:3`])
    writeFileSync(paths.userPolicy, policyText().split('\n').toSpliced(2, 4).join('\n'))
    expect(await called('git push origin main')).toContain('deny')
  })

  it('keeps what the person wrote, also behind a link, and knows holds that were decided', async () => {
    await called('git push origin main')
    await called('npm publish && git push')
    mkdirSync(join(root, 'dotfiles'))
    user('')
    rmSync(paths.userPolicy)
    writeFileSync(join(root, 'dotfiles/policy.yaml'), '# mine\nedge:   { level: gate }\n')
    symlinkSync(join(root, 'dotfiles/policy.yaml'), paths.userPolicy)
    expect((await allow('2')).code).toBe(0)
    expect(lstatSync(paths.userPolicy).isSymbolicLink()).toBe(true)
    expect(policyText()).toMatch(/^# mine\nedge: {3}\{ level: gate \}\nallow:\n {2}- rule: /)
    expect(policyText().match(/command: "npm publish && git push"/g)).toHaveLength(2)
    expect(await called('npm publish && git push')).toBe('')
    expect(await called('npm publish')).toContain('deny')
    expect(await called('git push origin main')).toContain('deny')
  })

  it('is refused to an agent', async () => {
    await called('git push')
    const { code, line } = await typed(seat, ['rules', 'allow', '1', '--yes'])
    expect(code).toBe(1)
    expect(line).toMatch(
      /^not accepted: .*; run `fairlead rules allow 1` yourself, in a terminal that no agent started$/,
    )
    expect(await called('fairlead rules allow 1 --yes')).toContain('deny')
  })

  const NEXT = 'while it is open, `fairlead edge approve 1` allows it once'
  const refused: readonly [string, string, string][] = [
    ['what is catastrophic', 'rm -rf src', 'hold #1 is catastrophic, which has no exceptions'],
    [
      'what was cut',
      `git push origin ${'x'.repeat(600)}`,
      "hold #1 is about a command that is too long for the record, so it can't be named exactly",
    ],
    [
      'what was redacted',
      'git push https://me:hunter22@example.com/x.git',
      'hold #1 is about a command that contains a secret, which is not recorded',
    ],
    [
      'what cannot be shown',
      'git push origin main\u200b',
      "hold #1 is about a command with characters that can't be shown",
    ],
  ]
  it.each(refused)('refuses %s', async (_, command, line) => {
    mkdirSync(join(seat.cwd, 'src'))
    writeFileSync(join(seat.cwd, 'src/a.ts'), '')
    expect(await called(command)).toContain('edge approve 1')
    expect(await allow('1')).toEqual({ code: 1, out: [], line: `${line}; ${NEXT}` })
  })

  it('refuses what is no hold, no number, no shell command, or not for every door', async () => {
    await called('ls')
    expect((await allow('1')).line).toBe(`there is no hold #1 in \`${seat.cwd}\`; \`fairlead status\` lists open holds`)
    expect(await allow('one')).toMatchObject({
      code: 2,
      line: expect.stringMatching(/^`one` isn't a hold number/),
    })
    const content = { file_path: join(seat.cwd, '.git/hooks/pre-commit'), content: 'x' }
    expect(await called('', { tool_name: 'Write', tool_input: content })).toContain('edge approve 1')
    expect((await allow('1')).line).toBe(
      `hold #1 is about \`Write\`, and only shell commands can have exceptions; ${NEXT}`,
    )
    user('rules: [{ id: ship, harm: deploy, override: passphrase, when: [{ program: ship }], reason: ships }]\n')
    expect(await called('ship it')).toContain('edge approve 2')
    expect((await allow('2')).line).toMatch(/^hold #2 needs more than a plain approval, so it has no exceptions; /)
  })

  it('refuses what no rule of now stands for, and a rule that is catastrophic by nature', async () => {
    user('rules: [{ id: ship, harm: deploy, when: [{ program: ship }], reason: ships }]\n')
    await called('ship it')
    user('rules: [{ id: filesystem.truncate, tier: junction }]\n')
    expect((await allow('1')).line).toBe(`hold #1 comes from a rule that has no exceptions; ${NEXT}`)
    writeFileSync(join(seat.cwd, 'a.csv'), 'x')
    expect(await called('truncate -s 0 a.csv')).toContain('edge approve 2')
    expect((await allow('2')).line).toMatch(
      /policy\.yaml` was not changed: rule `filesystem\.truncate` is catastrophic/,
    )
  })

  it('leaves a file alone that is broken, changes meanwhile or cannot be written', async () => {
    await called('git push')
    user('edge: {\n')
    expect((await allow('1')).line).toMatch(
      /^`~\/\.fairlead\/policy\/policy\.yaml:\d+` was not changed: .*; fix this, or /,
    )
    user('# mine\n')
    const raced = await allow('1', true, () => user('# other\n'))
    expect(raced.line).toBe(`\`${FILE}\` changed in the meantime and was left as it is; run the command again`)
    expect(policyText()).toBe('# other\n')
    vi.spyOn(Math, 'random').mockReturnValue(0)
    mkdirSync(`${paths.userPolicy}.tmp-${process.pid}-00000000`)
    expect((await allow('1')).line).toMatch(
      /^can't write `~\/\.fairlead\/policy\/policy\.yaml` \(\w+\); fix this and retry$/,
    )
  })
})
