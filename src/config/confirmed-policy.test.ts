import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { confirmHere } from '../../test/support/confirm-policy.ts'
import type { Policy } from '../core/model/policy.ts'
import { builtInRules } from '../core/rules/rule-book.ts'
import { sha256 } from '../stores/sha256.ts'
import { loadPolicy } from './policy.ts'
import { type CachedPolicyParts, policyKeeper } from './policy-cache.ts'
import { adoptPins, confirmPolicy, pin, pinsFileOf, readPins } from './trust.ts'
import * as yamlDoor from './yaml-door.ts'

let root: string
let parts: CachedPolicyParts
let key: string | undefined

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-confirm-'))
  key = 'key'
  parts = {
    paths: { managedPolicy: join(root, 'm.yaml'), userPolicy: join(root, 'u.yaml'), state: join(root, 'state') },
    sha256,
    sign: (text) => (key === undefined ? undefined : sha256(`${key} ${text}`)),
    builtIn: builtInRules,
    version: '1',
    loadYaml: () => yamlDoor,
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const write = (text: string) => writeFileSync(parts.paths.userPolicy, text)
const policy = (): Policy => loadPolicy(parts, join(root, 'project')).policy
const SHIP = '  - { id: ship, harm: deploy, when: [{ program: shipit }], reason: ships }\n'
const ALLOW = 'allow:\n  - { rule: git.push, command: git push, project: /p }\n'

interface Row {
  readonly confirmed: string
  readonly now: string
  readonly looser?: readonly string[]
  readonly tighter?: readonly string[]
  readonly inForce: (policy: Policy) => unknown
}

describe("[PLANE-O2] the person's own policy file, changed by somebody", () => {
  const rows: readonly [string, Row, unknown][] = [
    [
      'a lower level',
      { confirmed: '', now: 'edge: { level: observe }\n', looser: ['edge.level'], inForce: ({ edge }) => edge.level },
      'gate',
    ],
    [
      'a higher level',
      {
        confirmed: 'edge: { level: observe }\n',
        now: 'edge: { level: steer }\n',
        tighter: ['edge.level'],
        inForce: ({ edge }) => edge.level,
      },
      'steer',
    ],
    [
      'a loosening that is gone',
      { confirmed: 'edge: { level: observe }\n', now: '', tighter: ['edge.level'], inForce: ({ edge }) => edge.level },
      'gate',
    ],
    [
      'a tightening that is gone',
      {
        confirmed: 'filesystem: { rm_rf: block-all }\n',
        now: '# tidy\n',
        looser: ['filesystem.rm_rf'],
        inForce: ({ filesystem }) => filesystem.rmRf,
      },
      'block-all',
    ],
    [
      'a matter of taste',
      {
        confirmed: '',
        now: 'edge: { surface: junction }\n',
        looser: ['edge.surface'],
        inForce: ({ edge }) => edge.surface,
      },
      'native',
    ],
    [
      'an address for spans',
      {
        confirmed: '',
        now: 'telemetry: { otlp_endpoint: "http://evil:1" }\n',
        looser: ['telemetry.otlp_endpoint'],
        inForce: ({ telemetry }) => telemetry.otlpEndpoint,
      },
      '',
    ],
    [
      'a rule switched off',
      {
        confirmed: '',
        now: 'rules:\n  - { id: git.push, tier: routine }\n',
        looser: ['git.push'],
        inForce: ({ tiers }) => tiers,
      },
      {},
    ],
    [
      'a rule made graver',
      {
        confirmed: '',
        now: 'rules:\n  - { id: git.push, tier: catastrophic }\n',
        tighter: ['git.push'],
        inForce: ({ tiers }) => tiers,
      },
      { 'git.push': 'catastrophic' },
    ],
    [
      'a rule of their own, gone',
      {
        confirmed: `rules:\n${SHIP}`,
        now: 'rules: []\n',
        looser: ['user.ship'],
        inForce: ({ rules }) => rules.map(({ id }) => id),
      },
      ['user.ship'],
    ],
    [
      'a rule of their own, rewritten',
      {
        confirmed: `rules:\n${SHIP}`,
        now: `rules:\n${SHIP.replace('shipit', 'other')}`,
        looser: ['user.ship'],
        inForce: ({ rules }) => JSON.stringify(rules).includes('shipit'),
      },
      true,
    ],
    [
      'a new rule',
      {
        confirmed: '',
        now: `rules:\n${SHIP}`,
        tighter: ['user.ship'],
        inForce: ({ rules }) => rules.map(({ id }) => id),
      },
      ['user.ship'],
    ],
    [
      'an exception',
      { confirmed: '', now: ALLOW, looser: ['allow git.push'], inForce: ({ exceptions }) => exceptions },
      [],
    ],
    [
      'an exception that is gone',
      { confirmed: ALLOW, now: '', tighter: ['allow git.push'], inForce: ({ exceptions }) => exceptions },
      [],
    ],
    [
      'what cannot be read',
      {
        confirmed: 'filesystem: { rm_rf: block-all }\n',
        now: 'edge: [',
        looser: ['filesystem.rm_rf'],
        inForce: ({ filesystem }) => filesystem.rmRf,
      },
      'block-all',
    ],
  ]
  it.each(rows)('%s', (_name, { confirmed, now, looser = [], tighter = [], inForce }, wanted) => {
    write(confirmed)
    confirmHere(parts)
    expect(policy().unconfirmed).toBeUndefined()
    write(now)
    expect(policy().unconfirmed).toEqual({ file: sha256(now), looser, tighter })
    expect(inForce(policy())).toEqual(wanted)
    confirmHere(parts)
    expect(policy().unconfirmed).toBeUndefined()
  })

  it('is no other policy where only its layout changed', () => {
    write('edge: { level: observe }\n')
    confirmHere(parts)
    write('# mine\nedge:\n  level: observe\n')
    expect([policy().edge.level, policy().unconfirmed]).toEqual(['observe', undefined])
  })

  it('stays in force when the file is gone, until they confirm that', () => {
    write('filesystem: { rm_rf: block-all }\n')
    confirmHere(parts)
    rmSync(parts.paths.userPolicy)
    expect(policy()).toMatchObject({
      filesystem: { rmRf: 'block-all' },
      unconfirmed: { file: 'missing', looser: ['filesystem.rm_rf'], tighter: [] },
    })
    confirmPolicy(parts, parts.paths.userPolicy)
    expect([policy().filesystem.rmRf, policy().unconfirmed]).toEqual(['default', undefined])
    expect(readdirSync(parts.paths.state)).toEqual(['trusted.json'])
  })

  it('counts for nothing beyond the defaults where nobody ever confirmed one', () => {
    write('edge: { level: observe }\nfilesystem: { rm_rf: block-all }\n')
    expect(policy()).toMatchObject({ edge: { level: 'gate' }, filesystem: { rmRf: 'block-all' } })
  })

  it('an unreadable one counts for nothing', () => {
    write('edge: { level: observe }\n')
    confirmHere(parts)
    rmSync(parts.paths.userPolicy)
    mkdirSync(parts.paths.userPolicy)
    expect(policy()).toMatchObject({ edge: { level: 'gate' }, unconfirmed: { file: 'unreadable' } })
  })
})

describe('[PLANE-O2] what was confirmed cannot be written by who has not the key', () => {
  const LOOSE = 'edge: { level: observe }\n'

  it.each<[string, () => void]>([
    [
      'a list without a signature',
      () =>
        writeFileSync(
          pinsFileOf(parts.paths),
          JSON.stringify({ version: 1, files: { [parts.paths.userPolicy]: sha256(LOOSE) } }),
        ),
    ],
    [
      'a list signed otherwise',
      () =>
        writeFileSync(
          pinsFileOf(parts.paths),
          JSON.stringify({ version: 2, files: { [parts.paths.userPolicy]: sha256(LOOSE) }, signature: 'x' }),
        ),
    ],
    [
      'a copy with other bytes',
      () => {
        const copy = readdirSync(parts.paths.state).find((name) => name.startsWith('confirmed-policy')) ?? ''
        writeFileSync(join(parts.paths.state, copy), LOOSE)
      },
    ],
  ])('%s', (_name, forge) => {
    write('# nothing\n')
    confirmHere(parts)
    forge()
    write(LOOSE)
    expect(policy().edge.level).toBe('gate')
  })

  it('nothing is trusted without the key, or with another one', () => {
    write(LOOSE)
    confirmHere(parts)
    for (const other of [undefined, 'other']) {
      key = other
      expect(policy().edge.level).toBe('gate')
    }
    key = undefined
    pin(parts, '/p/fairlead.yaml', 'x')
    expect(readPins(parts)).toEqual({})
  })

  it('a compiled policy that somebody put into the cache is compiled anew', () => {
    write('# nothing\n')
    const cache = join(parts.paths.state, 'policy-cache.json')
    expect(policyKeeper(parts)(root).edge.level).toBe('gate')
    writeFileSync(cache, readFileSync(cache, 'utf8').replace('"level":"gate"', '"level":"observe"'))
    expect(policyKeeper(parts)(root).edge.level).toBe('gate')
  })

  it('pins of a version that did not sign them count once `init` has taken them over', () => {
    mkdirSync(parts.paths.state)
    writeFileSync(pinsFileOf(parts.paths), JSON.stringify({ version: 1, files: { '/p/fairlead.yaml': 'x' } }))
    expect(readPins(parts)).toEqual({})
    adoptPins(parts)
    expect(readPins(parts)).toEqual({ '/p/fairlead.yaml': 'x' })
    adoptPins(parts)
    expect(readPins(parts)).toEqual({ '/p/fairlead.yaml': 'x' })
  })
})
