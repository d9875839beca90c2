import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { confirmHere } from '../../test/support/confirm-policy.ts'
import { DEFAULT_POLICY } from '../core/model/policy.ts'
import { builtInRules } from '../core/rules/rule-book.ts'
import { sha256 } from '../stores/sha256.ts'
import { type CachedPolicyParts, policyKeeper } from './policy-cache.ts'
import { pin } from './trust.ts'
import * as yamlDoor from './yaml-door.ts'

const sign = (text: string) => sha256(`key ${text}`)

let root: string
let project: string
let parts: CachedPolicyParts
let opened: number

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fairlead-cache-'))
  project = join(root, 'project')
  mkdirSync(project)
  opened = 0
  parts = {
    paths: { managedPolicy: join(root, 'm.yaml'), userPolicy: join(root, 'u.yaml'), state: join(root, 'state') },
    sha256,
    sign,
    builtIn: builtInRules,
    version: '1',
    loadYaml: () => ({
      ...yamlDoor,
      locateYaml: (text) => {
        opened += 1
        return yamlDoor.locateYaml(text)
      },
    }),
  }
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const cacheFile = () => join(root, 'state', 'policy-cache.json')
const write = (text: string) => writeFileSync(join(project, 'fairlead.yaml'), text)
const STEER = 'edge: { level: steer }\n'

it('costs nothing where there is no policy file', () => {
  expect(policyKeeper(parts)(project)).toBe(DEFAULT_POLICY)
  expect([opened, readdirSync(root)]).toEqual([0, ['project']])
})

it('parses bytes once, for this process and for the next', () => {
  write('rules: [{ id: git.push, tier: catastrophic }]\n')
  const keep = policyKeeper(parts)
  const first = keep(project)
  expect(first.tiers).toEqual({ 'git.push': 'catastrophic' })
  expect(keep(project)).toBe(first)
  expect(policyKeeper(parts)(project)).toEqual(first)
  expect(opened).toBe(1)
  const cache = cacheFile()
  expect(statSync(cache).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(root, 'state'))).toEqual(['policy-cache.json'])
})

it('parses again when bytes, trust or version change, and keeps what it knew', () => {
  writeFileSync(parts.paths.userPolicy, 'edge: { level: gate }\n')
  confirmHere(parts)
  write(STEER)
  const level = (over: Partial<CachedPolicyParts> = {}) => policyKeeper({ ...parts, ...over })(project).edge.level
  expect([level(), opened]).toEqual(['gate', 2])
  pin(parts, join(project, 'fairlead.yaml'), sha256(Buffer.from(STEER)))
  expect([level(), opened]).toEqual(['steer', 4])
  expect([level({ version: '2' }), opened]).toEqual(['steer', 6])
  write(`${STEER}# changed\n`)
  expect([level(), opened]).toEqual(['gate', 8])
  write(STEER)
  expect([level(), opened]).toEqual(['steer', 8])
  pin(parts, join(project, 'fairlead.yaml'), undefined)
  expect([level(), opened]).toEqual(['gate', 8])
})

it('remembers a broken file as well: a hostile one is parsed once', () => {
  write('[')
  const told = { ...DEFAULT_POLICY, problems: [expect.stringContaining('fairlead.yaml:')] }
  expect(policyKeeper(parts)(project)).toEqual(told)
  expect(policyKeeper(parts)(project)).toEqual(told)
  expect(opened).toBe(1)
})

const damages: readonly [string, (cache: string) => void][] = [
  ['no JSON', (cache) => writeFileSync(cache, '{')],
  ['another shape', (cache) => writeFileSync(cache, '{"entries":[1,["k"],["k",{}],["k",null]]}')],
  ['no list', (cache) => writeFileSync(cache, '[]')],
  ['a flood', (cache) => writeFileSync(cache, ' '.repeat(600 * 1_024))],
]
it.each(damages)('survives a cache that is %s', (_, damage) => {
  write('filesystem: { rm_rf: block-all }\n')
  mkdirSync(join(root, 'state'))
  damage(cacheFile())
  expect(policyKeeper(parts)(project).filesystem.rmRf).toBe('block-all')
  expect(policyKeeper(parts)(project).filesystem.rmRf).toBe('block-all')
  expect(opened).toBe(1)
})

it('stays small', () => {
  const keep = policyKeeper(parts)
  for (let round = 0; round < 20; round += 1) {
    write(`# ${round}\n${STEER}`)
    keep(project)
  }
  expect(JSON.parse(readFileSync(cacheFile(), 'utf8')).entries).toHaveLength(16)
})

it('does without a state folder it may write to, and without a parser that works', () => {
  write('filesystem: { rm_rf: block-all }\n')
  writeFileSync(join(root, 'state'), 'a file')
  expect(policyKeeper(parts)(project).filesystem.rmRf).toBe('block-all')
  const broken = {
    ...parts,
    loadYaml: () => ({
      ...yamlDoor,
      compilePolicy: () => {
        throw new Error('gone')
      },
    }),
  }
  expect(policyKeeper(broken)(project)).toBe(DEFAULT_POLICY)
})
