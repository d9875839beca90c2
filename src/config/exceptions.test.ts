import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmHere } from '../../test/support/confirm-policy.ts'
import type { Exception } from '../core/model/policy.ts'
import { builtInRules } from '../core/rules/rule-book.ts'
import { sha256 } from '../stores/sha256.ts'
import { planExceptions } from './plan-edit.ts'
import { loadPolicy, type PolicyParts } from './policy.ts'
import { pin } from './trust.ts'
import * as yamlDoor from './yaml-door.ts'

const sign = (text: string) => sha256(`key ${text}`)

let root: string
let parts: PolicyParts
let files: Readonly<Record<'managed' | 'user' | 'project', string>>

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-allow-'))
  const paths = { managedPolicy: join(root, 'm.yaml'), userPolicy: join(root, 'u.yaml'), state: join(root, 'state') }
  files = { managed: paths.managedPolicy, user: paths.userPolicy, project: join(root, 'project/fairlead.yaml') }
  mkdirSync(dirname(files.project))
  parts = { paths, sha256, sign, builtIn: builtInRules, loadYaml: () => yamlDoor }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const PUSH: Exception = { rule: 'git.push', command: 'git push origin main', project: '/shop', folder: '/shop' }
const entry = (over: Partial<Exception> = {}) => `allow:\n  - ${JSON.stringify({ ...PUSH, ...over })}\n`

function load(texts: Partial<typeof files>) {
  for (const [layer, text] of Object.entries(texts)) {
    writeFileSync(files[layer as keyof typeof files], text)
    if (layer === 'user') confirmHere(parts)
  }
  const loaded = loadPolicy(parts, join(root, 'project'))
  const told = loaded.problems.map(({ kind, line, text }) => `${line} ${kind} ${text}`)
  return { ...loaded, told }
}

describe('exceptions in a policy file', () => {
  it('count in the files of the user and of the administrator, each with its place', () => {
    const { policy, told, allowed } = load({
      managed: entry({ command: 'git push' }),
      user: `edge: { level: gate }\n${entry({ command: ' git push origin main\n' })}`,
    })
    expect(told).toEqual([])
    expect(policy.exceptions).toEqual([{ ...PUSH, command: 'git push' }, PUSH])
    expect(allowed.map(({ from }) => from)).toEqual([`${files.managed}:2`, `${files.user}:3`])
    expect(load({ managed: 'allow:\n', user: 'allow: []\n' })).toMatchObject({ policy: { exceptions: [] }, told: [] })
  })

  it('hold in the folder they name, and in the root of the project when they name none', () => {
    const rootOnly = 'allow:\n  - { rule: git.push, command: git push, project: /shop }\n'
    expect(load({ user: rootOnly }).policy.exceptions).toEqual([{ ...PUSH, command: 'git push' }])
    expect(load({ user: entry({ folder: '/shop/api' }) }).policy.exceptions).toEqual([{ ...PUSH, folder: '/shop/api' }])
  })

  it('of a repository are ignored and reported, trusted or not', () => {
    const ignored =
      '2 ignored `git.push` still holds the command: a repository can never loosen it; put it into your own policy if you want it'
    expect(load({ project: entry() })).toMatchObject({ policy: { exceptions: [] }, told: [ignored] })
    pin(parts, files.project, sha256(Buffer.from(entry())))
    const trusted = load({})
    expect(trusted.sources).toMatchObject([{ trusted: true }])
    expect([trusted.policy.exceptions, trusted.told]).toEqual([[], [ignored]])
  })

  it('do not go below what the managed policy fixes', () => {
    const fixed = 'rules:\n  - { id: git.push, tier: junction }\n'
    expect(load({ managed: fixed, user: entry() })).toMatchObject({
      policy: { exceptions: [] },
      told: ['2 ignored `git.push` still holds the command: the managed policy sets it to `junction`'],
    })
    expect(load({ managed: `${fixed}${entry()}`, user: '' })).toMatchObject({
      policy: { exceptions: [PUSH] },
      told: [],
    })
    const loose = { managed: fixed.replace('junction', 'routine'), user: `${fixed}${entry()}` }
    expect(load(loose)).toMatchObject({ policy: { exceptions: [PUSH] }, told: [] })
  })

  it('may name a rule of a repository, which is known only there, and a rule of the user', () => {
    const ship = 'rules: [{ id: ship, harm: deploy, when: [{ program: ship }], reason: ships }]\n'
    expect(load({ user: entry({ rule: 'project.ship' }) }).told).toEqual([])
    expect(load({ user: entry({ rule: 'project.ship' }), project: ship }).policy.exceptions).toHaveLength(1)
    expect(load({ user: `${ship}${entry({ rule: 'user.ship' })}`, project: '' })).toMatchObject({ told: [] })
    expect(
      load({ project: ship.replace('reason', 'tier: catastrophic, reason'), user: entry({ rule: 'project.ship' }) })
        .told,
    ).toEqual(['2 error rule `project.ship` is catastrophic and has no exceptions'])
  })

  const wrong: readonly [string, string, string][] = [
    ['an unknown rule', entry({ rule: 'git.psuh' }), '2 error unknown rule `git.psuh`; did you mean `git.push`'],
    [
      'a catastrophic rule',
      entry({ rule: 'filesystem.delete-vital' }),
      '2 error rule `filesystem.delete-vital` is catastrophic and has no exceptions',
    ],
    [
      'a catastrophic rule that was lowered',
      `${entry({ rule: 'filesystem.delete-vital' })}rules: [{ id: filesystem.delete-vital, tier: junction }]\n`,
      '2 error rule `filesystem.delete-vital` is catastrophic and has no exceptions',
    ],
    [
      'a rule that guards the gate',
      entry({ rule: 'system.cover-tracks' }),
      '2 error rule `system.cover-tracks` protects Fairlead itself and has no exceptions',
    ],
    ['no command', entry({ command: ' ' }), '2 error `allow[0].command` is empty; expected one whole shell command'],
    [
      'a relative folder',
      entry({ project: 'shop' }),
      '2 error `allow[0].project` expects the root folder of a project, starting with `/`',
    ],
    [
      'a number',
      'allow:\n  - { rule: git.push, command: 7, project: /shop }\n',
      '2 error `allow[0].command` is `7`; expected text in quotes',
    ],
    ['a relative place', entry({ folder: 'api' }), '2 error `allow[0].folder` expects a folder, starting with `/`'],
    ['an empty folder', entry({ project: '' }), '2 error `allow[0].project` is ``; expected some text'],
    ['a missing part', 'allow:\n  - { rule: git.push, command: a }\n', '2 error `allow[0].project` is missing'],
    ['no list', 'allow: git push\n', '1 error `allow` expects a list, each entry with `rule`, `command` and `project`'],
  ]
  it.each(wrong)('are named when they are wrong, and the rest loads: %s', (_, text, problem) => {
    const { policy, told } = load({ user: `${text}edge: { level: steer }\n` })
    expect(told).toEqual([problem])
    expect([policy.exceptions, policy.edge.level]).toEqual([[], 'steer'])
  })

  it('are bounded', () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ ...PUSH, command: `git push ${index}` }))
    const { policy, told } = load({ user: JSON.stringify({ allow: many }) })
    expect(told).toEqual(['1 error `allow` has 201 entries; only the first 200 count'])
    expect(policy.exceptions).toHaveLength(200)
  })
})

describe('adding an exception', () => {
  const ENTRY = '- rule: git.push\n    command: "git push origin main"\n    project: "/shop"\n    folder: "/shop"\n'
  const plan = (text: string | undefined, exceptions: readonly Exception[] = [PUSH]) => {
    if (text !== undefined) {
      writeFileSync(files.user, text)
      confirmHere(parts)
    }
    return planExceptions(parts, join(root, 'project'), exceptions)
  }

  const texts: readonly [string, string | undefined, string, readonly [number, number]][] = [
    [
      'no file',
      undefined,
      `# Your own policy, for every project; \`fairlead config check\` checks it.\nallow:\n  ${ENTRY}`,
      [3, 6],
    ],
    ['comments only', '# mine\n', `# mine\nallow:\n  ${ENTRY}`, [3, 6]],
    [
      'another section, without a last line break',
      'edge:   { level: gate } # why',
      `edge:   { level: gate } # why\nallow:\n  ${ENTRY}`,
      [3, 6],
    ],
    [
      'an empty section',
      'allow: # mine\nedge: { level: gate }\n',
      `allow: # mine\n  ${ENTRY}edge: { level: gate }\n`,
      [2, 5],
    ],
    ['an empty list', 'allow: [ ]  # mine\n', `allow:  # mine\n  ${ENTRY}`, [2, 5]],
    [
      'other entries, in their own way',
      'allow:\n# first\n- { rule: git.push, command: a, project: /b }\n\n# end',
      `allow:\n${ENTRY.replaceAll('\n    ', '\n  ')}# first\n- { rule: git.push, command: a, project: /b }\n\n# end\n`,
      [2, 5],
    ],
  ]
  it.each(texts)('adds lines and changes none: %s', (_, before, text, [from, to]) => {
    expect(plan(before)).toMatchObject({ kind: 'edit', before: before ?? '', added: { text, from, to } })
    expect(plan(text)).toEqual({ kind: 'present', from: `${files.user}:${from}` })
  })

  it('adds only what is not there, and any text comes back as it was', () => {
    const odd = { ...PUSH, command: 'git commit -m "a: \'b\' # {c}\\n"\n\tgit push\n\n  *x &y' }
    const made = plan(entry(), [PUSH, odd])
    expect(made).toMatchObject({ kind: 'edit', added: { from: 2, to: 5 } })
    expect(load({ user: made.kind === 'edit' ? made.added.text : '' }).policy.exceptions).toEqual([odd, PUSH])
  })

  const refused: readonly [string, string, readonly Exception[], RegExp][] = [
    ['a broken file', 'edge: {', [PUSH], /./],
    ['a list in brackets', `allow: [{ rule: git.push, command: a, project: /b }]\n`, [PUSH], /^`allow` doesn't have/],
    [
      'a list in odd lines',
      'allow:\n  -\n    { rule: git.push, command: a, project: /b }\n',
      [PUSH],
      /^`allow` doesn't have/,
    ],
    ['a mapping', 'allow:\n  rule: git.push\n', [PUSH], /^`allow` doesn't have/],
    ['sections in brackets', '{ edge: { level: gate } }\n', [PUSH], /^its layout leaves no place/],
    ['the catastrophic', '', [{ ...PUSH, rule: 'filesystem.delete-vital' }], /is catastrophic and has no exceptions$/],
    ['a file that would grow too large', `#${'x'.repeat(256 * 1_024 - 10)}\n`, [PUSH], /^it would grow too large$/],
    [
      'a list that is full',
      `allow:\n${Array.from({ length: 200 }, (_, at) => `  - { rule: git.push, command: a${at}, project: /b }\n`).join('')}`,
      [PUSH],
      /^`allow` has 201 entries/,
    ],
  ]
  it.each(refused)('leaves %s to the person', (_, text, exceptions, problem) => {
    expect(plan(text, exceptions)).toMatchObject({ kind: 'problem', problem: expect.stringMatching(problem) })
  })

  it('leaves what is no text to the person', () => {
    writeFileSync(files.user, Buffer.from([0xff, 0xfe]))
    expect(plan(undefined)).toEqual({ kind: 'problem', problem: "it isn't UTF-8 text" })
    rmSync(files.user)
    mkdirSync(files.user)
    expect(plan(undefined)).toEqual({ kind: 'problem', problem: "it isn't a file" })
  })
})
