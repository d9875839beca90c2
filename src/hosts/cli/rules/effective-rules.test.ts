import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownPolicy } from '../../../../test/support/confirm-policy.ts'
import { type Seat, typed } from '../../../../test/support/fake-terminal.ts'

let root: string
let seat: Seat

const SHIP = '{ id: ship, harm: deploy, when: [{ program: ship }], reason: ships, examples: { matches: [ship it] } }'

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-effective-')))
  seat = { env: { HOME: root, PATH: '' }, cwd: join(root, 'project'), bundle: root, node: '/nowhere/node' }
  mkdirSync(seat.cwd)
  ownPolicy(
    seat.env,
    `rules:\n  - ${SHIP}\n  - { id: git.push, tier: catastrophic }\n  - { id: git.clean, tier: routine }\n`,
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

describe('[PLANE-O3] the rules of the effective policy', () => {
  it('judge what `assess` is given', async () => {
    const input = ['ship it', 'git push', 'git clean -fd'].map((command) => JSON.stringify({ command })).join('\n')
    const { out } = await typed({ ...seat, input }, ['assess', '--jsonl'])
    expect(out.split('\n').map((line) => [JSON.parse(line).tier, JSON.parse(line).rule])).toEqual([
      ['junction', 'user.ship'],
      ['catastrophic', 'git.push'],
      ['routine', null],
    ])
  })

  it('are the ones that `rules list`, `show` and `test` know', async () => {
    const { out } = await typed(seat, ['rules', 'list', '--pack', 'user'])
    expect(out).toMatch(/^user\n {2}user\.ship +junction +ships\n\n1 rule$/)
    expect((await typed(seat, ['rules', 'show', 'user.ship'])).out).toMatch(/^user\.ship\n/)
    expect((await typed(seat, ['rules', 'show', 'git.push'])).out).toMatch(/tier +catastrophic/)
    expect((await typed(seat, ['rules', 'show', 'git.clean'])).line).toMatch(/^unknown rule `git\.clean`/)
    expect((await typed(seat, ['rules', 'test'])).out).toMatch(/ 0 failures$/)
  })

  it('are tested with the examples of their author', async () => {
    const home = join(root, 'frob')
    const examples = '{ matches: [frob now, unfrob], not: [ls, sudo frob] }'
    ownPolicy(
      { HOME: home },
      `rules: [{ id: frob, harm: delete, when: [{ program: frob }], reason: frobs, safer: frob --gently, examples: ${examples} }]\n`,
    )
    const { code, out, line } = await typed({ ...seat, env: { HOME: home } }, ['rules', 'test'])
    expect([code, line]).toEqual([1, '3 examples failed; fix the rule or the example'])
    expect(out.split('\n')).toEqual([
      'user.frob: `unfrob` should match but does not',
      'user.frob: `sudo frob` should not match but does',
      'user.frob: `frob --gently` is offered as safer but would be held',
      expect.stringMatching(/^\d+ rules, \d+ examples, 3 failures$/),
    ])
  })
})
